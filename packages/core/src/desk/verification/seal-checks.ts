// Checks the seals of the record chain in the log, and the leaves of the facts that they follow.

import { factLeaves, PUBLIC_TABLES } from '../../log/fact-leaves.ts';
import type { ReportFinding } from '../../log/findings.ts';
import { readSeal, resumedLeaf, type Seal } from '../../log/seal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';

interface SealedChain {
  /** How many it has. */
  entries: number;
  /** Entries up to this one are of rows that were taken as they were found: the facts of those have no leaves. */
  from: number;
  /** The facts before seals that come before this leaf are not checked. */
  fromLeaf: number;
}

/** Each seal in the log must cover the chain as it is, and follow the leaves of the facts since the seal before it. */
export async function checkSeals(
  db: Queries,
  { entries, from, fromLeaf }: SealedChain,
  report: ReportFinding,
): Promise<number> {
  const rows = await db
    .selectFrom('log_leaves')
    .select(['idx', 'leaf'])
    .where('leaf', 'like', '%"leaf":"records"%')
    .orderBy('idx')
    .execute();
  const seals = rows.map(({ idx, leaf }) => ({ idx, seal: parsedSeal(leaf) }));
  const links = await linksAt(
    db,
    seals.flatMap(({ seal }) => (seal === null ? [] : [seal.count])),
  );
  let covered = from;
  let previous = 0;
  let before: Seal | null = null;
  const resumed = new Set<number>();
  for (const { idx, seal } of seals) {
    if (seal === null) {
      report(`log_leaves ${idx}`, 'cannot be read as a seal of records');
      continue;
    }
    if (seal.count < previous) report(`log_leaves ${idx}`, 'covers fewer records than the leaf before it');
    if (seal.count > entries)
      report('record_chain', `has ${entries} entries, but the log covers ${seal.count}`);
    else if (links.get(seal.count) !== seal.head)
      report('record_chain', `is not the one that the log covers up to entry ${seal.count}`);
    if (idx >= fromLeaf) {
      const facts = await checkFacts(db, idx, seal, covered, report);
      if (await isResumed(db, idx - facts - 1, before, seal)) resumed.add(idx - facts - 1);
    }
    before = seal;
    covered = Math.max(covered, seal.count);
    previous = seal.count;
  }
  await checkFactLeavesSealed(db, rows.at(-1)?.idx ?? -1, report);
  await checkResumed(db, fromLeaf, resumed, report);
  return previous;
}

/** By number, the links of some entries. */
export async function linksAt(db: Queries, entries: readonly number[]): Promise<Map<number, string>> {
  const links = new Map<number, string>();
  // Somebody may have written something else into a seal.
  for (const portion of inPortions(entries.filter(Number.isSafeInteger))) {
    const rows = await db
      .selectFrom('record_chain')
      .select(['seq', 'link'])
      .where('seq', 'in', portion)
      .execute();
    for (const { seq, link } of rows) links.set(seq, link);
  }
  return links;
}

export function parsedSeal(leaf: string): Seal | null {
  try {
    return readSeal(leaf);
  } catch {
    return null;
  }
}

async function checkFacts(
  db: Queries,
  index: number,
  seal: Seal,
  after: number,
  report: ReportFinding,
): Promise<number> {
  const entries = await db
    .selectFrom('record_chain')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', seal.count)
    .where('table_name', 'in', PUBLIC_TABLES)
    .orderBy('seq')
    .execute();
  const expected = await factLeaves(db, entries, seal.at).catch(() => null);
  if (expected === null) {
    report(`log_leaves ${index}`, 'covers public facts that are missing');
    return 0;
  }
  const leaves = await db
    .selectFrom('log_leaves')
    .select(['kind', 'leaf'])
    .where('idx', '>=', index - expected.length)
    .where('idx', '<', index)
    .orderBy('idx')
    .execute();
  for (const [position, { kind, leaf }] of expected.entries()) {
    const stored = leaves[position];
    if (stored?.leaf !== leaf || stored.kind !== kind)
      report(`log_leaves ${index - expected.length + position}`, `is not what the store says of the ${kind}`);
  }
  return expected.length;
}

/** Whether the entry says, rightly, that the service resumed with this seal. Earlier versions did not write such entries. */
async function isResumed(db: Queries, index: number, before: Seal | null, seal: Seal): Promise<boolean> {
  const expected = before === null ? null : resumedLeaf(before, seal.at);
  if (expected === null) return false;
  const row = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('idx', '=', index)
    .where('kind', '=', 'resumed')
    .executeTakeFirst();
  return row?.leaf === expected.leaf;
}

async function checkResumed(
  db: Queries,
  fromLeaf: number,
  right: ReadonlySet<number>,
  report: ReportFinding,
): Promise<void> {
  const rows = await db
    .selectFrom('log_leaves')
    .select('idx')
    .where('kind', '=', 'resumed')
    .where('idx', '>=', fromLeaf)
    .execute();
  for (const { idx } of rows)
    if (!right.has(idx)) report(`log_leaves ${idx}`, 'does not say rightly when the service resumed');
}

/** Facts become leaves together with a seal; any other one was made by somebody else. */
async function checkFactLeavesSealed(db: Queries, last: number, report: ReportFinding): Promise<void> {
  const rows = await db
    .selectFrom('log_leaves')
    .select('idx')
    .where('idx', '>', last)
    .where('kind', 'not in', ['statement', 'key_rotation', 'confirmation', 'baseline', 'macs'])
    .execute();
  for (const { idx } of rows) report(`log_leaves ${idx}`, 'is a fact that no seal follows');
}
