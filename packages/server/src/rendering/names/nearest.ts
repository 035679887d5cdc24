// Finds the names nearest to one that does not match: those that share the most trigrams, sorted by edit distance. A name that
// shares hardly any is not near.

const MAX_COMPARED = 50;
/** The part of the trigrams of the shorter name that a near one has: with fewer, only an ending or a syllable is the same. */
const LEAST_SHARED = 0.25;

export interface NearestNames {
  /** Indexes into the given names, nearest first. */
  find(folded: string, most: number): number[];
  /** Those with a beginning that differs by no more letters than this. */
  findBeginnings(folded: string, most: number, mostChanges: number): number[];
}

export function nearestNames(names: readonly string[]): NearestNames {
  const holders = new Map<string, number[]>();
  const sizes = new Uint16Array(names.length);
  names.forEach((name, index) => {
    const groups = trigramsOf(name);
    sizes[index] = groups.size;
    for (const group of groups) {
      const known = holders.get(group);
      if (known === undefined) holders.set(group, [index]);
      else known.push(index);
    }
  });
  const shared = new Uint16Array(names.length);
  /** With at most so many changes. */
  const near = (
    folded: string,
    most: number,
    changesTo: (name: string) => number,
    mostChanges = Infinity,
  ) => {
    const groups = trigramsOf(folded);
    const touched: number[] = [];
    for (const group of groups) {
      for (const index of holders.get(group) ?? []) {
        if (shared[index] === 0) touched.push(index);
        shared[index]! += 1;
      }
    }
    const isNear = (index: number) => shared[index]! >= LEAST_SHARED * Math.min(groups.size, sizes[index]!);
    const similarity = (index: number) => (2 * shared[index]!) / (groups.size + sizes[index]!);
    const likely = best(touched.filter(isNear), similarity, MAX_COMPARED);
    for (const index of touched) shared[index] = 0;
    return likely
      .map((index) => ({ index, changes: changesTo(names[index]!) }))
      .filter(({ changes }) => changes <= mostChanges)
      .sort((a, b) => a.changes - b.changes || a.index - b.index)
      .slice(0, most)
      .map(({ index }) => index);
  };
  return {
    find: (folded, most) => near(folded, most, (name) => editDistances(folded, name).at(-1)!),
    findBeginnings: (folded, most, mostChanges) =>
      near(folded, most, (name) => Math.min(...editDistances(folded, name)), mostChanges),
  };
}

/** The most similar, in no particular order. Buckets avoid a full sort of thousands of names. */
function best(indexes: readonly number[], similarity: (index: number) => number, most: number): number[] {
  if (indexes.length <= most) return [...indexes];
  const BUCKETS = 256;
  const buckets: number[][] = Array.from({ length: BUCKETS + 1 }, () => []);
  for (const index of indexes) buckets[Math.round(similarity(index) * BUCKETS)]!.push(index);
  const chosen: number[] = [];
  for (let at = BUCKETS; at >= 0 && chosen.length < most; at -= 1) {
    chosen.push(...buckets[at]!.slice(0, most - chosen.length));
  }
  return chosen;
}

export function trigramsOf(name: string): Set<string> {
  const framed = `  ${name} `;
  const groups = new Set<string>();
  for (let at = 0; at + 3 <= framed.length; at += 1) groups.add(framed.slice(at, at + 3));
  return groups;
}

/** The Levenshtein distances to each beginning of the second text, the last to all of it. */
function editDistances(a: string, b: string): Uint16Array {
  let row = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  let next = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = row[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next[j] = Math.min(exchanged, row[j]! + 1, next[j - 1]! + 1);
    }
    [row, next] = [next, row];
  }
  return row;
}
