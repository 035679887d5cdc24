// Where the labels of a map stand: right of their mark, else above it, below it or left of it, else further away with a
// leader. No label lies on another one, on a mark or outside the plot, and no leader crosses one; a label that finds no
// place is left out.

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Plot {
  width: number;
  height: number;
}

interface Labelled {
  mark: Box;
  /** The width of its text. */
  width: number;
}

export interface LabelPlace {
  box: Box;
  /** The end of the leader at the mark; null for a label that touches its mark. */
  leader: { x: number; y: number } | null;
}

const HEIGHT = 16;
const GAP = 8;
const STEP = 8;
const LEAST_STEPS = 2;
const MOST_STEPS = 16;
/** Each gives the labels that found no place the first choice. */
const ROUNDS = 5;
const LEADER_RUNS = [24, 72, 144];
/** In widths of the plot: a longer one belongs to anything. */
const MOST_LEADER = 0.18;

/**
 * In the order given: the first ones get the best places. Labels that touch their mark come before those with a leader, unless
 * another one would find no place then. Null for a label without a place. `kept` is kept free of labels.
 */
export function placeLabels(
  labels: readonly Labelled[],
  plot: Plot,
  kept: readonly Box[] = [],
): (LabelPlace | null)[] {
  let best: (LabelPlace | null)[] = labels.map(() => null);
  let fewest = labels.length + 1;
  let pressed: readonly number[] = [];
  for (let round = 0; round < ROUNDS && fewest > 0; round += 1) {
    const places = placed(labels, plot, kept, pressed);
    const missing = [...places.keys()].filter((at) => places[at] === null);
    if (missing.length < fewest) {
      best = places;
      fewest = missing.length;
    }
    pressed = [...new Set([...missing, ...pressed])];
  }
  return best;
}

/** `first` choose before all others. */
function placed(
  labels: readonly Labelled[],
  plot: Plot,
  kept: readonly Box[],
  first: readonly number[],
): (LabelPlace | null)[] {
  const taken: Box[] = [...labels.map(({ mark }) => mark), ...kept];
  const leaders: Line[] = [];
  const places: (LabelPlace | null)[] = labels.map(() => null);
  const place = (chosen: Iterable<number>, candidatesOf: (mark: Box, width: number) => Candidate[]) => {
    for (const at of chosen) {
      if (places[at] !== null) continue;
      const { mark, width } = labels[at]!;
      const others = taken.filter((other) => other !== mark);
      const isBoxFree = (box: Box) =>
        isWithin(box, plot) &&
        !others.some((other) => overlaps(box, other)) &&
        !leaders.some((other) => crosses(other, box));
      const isLineFree = (line: Line) =>
        lengthOf(line) <= plot.width * MOST_LEADER &&
        !others.some((other) => crosses(line, other)) && !leaders.some((other) => meet(line, other));
      for (const { box, starts } of candidatesOf(mark, width)) {
        if (!isBoxFree(box)) continue;
        const leader = starts?.find((start) => isLineFree(leaderOf(box, start))) ?? null;
        if (starts !== null && leader === null) continue;
        places[at] = { box, leader };
        taken.push(box);
        if (leader !== null) leaders.push(leaderOf(box, leader));
        break;
      }
    }
  };
  place(first, (mark, width) => [...touching(mark, width), ...led(mark, width)]);
  place(labels.keys(), touching);
  place(labels.keys(), led);
  return places;
}

interface Candidate {
  box: Box;
  /** Where a leader can begin at the mark; null for a label that touches it. */
  starts: { x: number; y: number }[] | null;
}

const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2;
const boxAt = (left: number, top: number, width: number): Box => ({
  ...{ left, right: left + width },
  ...{ top, bottom: top + HEIGHT },
});

function touching(mark: Box, width: number): Candidate[] {
  const beside = middleOf(mark) - HEIGHT / 2;
  const corners: [number, number][] = [
    [mark.right + GAP, beside],
    [mark.left, mark.top - HEIGHT - 2],
    [mark.right - width, mark.top - HEIGHT - 2],
    [mark.left, mark.bottom + 2],
    [mark.left - GAP - width, beside],
  ];
  return corners.map(([left, top]) => ({ box: boxAt(left, top, width), starts: null }));
}

function led(mark: Box, width: number): Candidate[] {
  const places: Candidate[] = [];
  const y = middleOf(mark);
  const middle = (mark.left + mark.right) / 2;
  for (const run of LEADER_RUNS) {
    for (let step = LEAST_STEPS; step <= MOST_STEPS; step += 1) {
      for (const way of [-1, 1]) {
        const top = y - HEIGHT / 2 + way * step * STEP;
        const edge = { x: middle, y: way < 0 ? mark.top : mark.bottom };
        places.push(
          { box: boxAt(mark.right + run, top, width), starts: [{ x: mark.right, y }, edge] },
          { box: boxAt(mark.left - run - width, top, width), starts: [{ x: mark.left, y }, edge] },
        );
      }
    }
  }
  return places;
}

interface Line {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** From the mark to a little before the label. */
export function leaderOf(box: Box, from: { x: number; y: number }): Line {
  return { from, to: { x: box.left > from.x ? box.left - 4 : box.right + 4, y: middleOf(box) } };
}

/** Whether a part of the line lies in the box: what is left of the line between the sides of the box, each in turn. */
export function crosses({ from, to }: Line, { left, right, top, bottom }: Box): boolean {
  let [begin, end] = [0, 1];
  const sides: [number, number, number, number][] = [
    [from.x, to.x - from.x, left, right],
    [from.y, to.y - from.y, top, bottom],
  ];
  for (const [start, run, least, most] of sides) {
    if (run === 0) {
      if (start <= least || start >= most) return false;
      continue;
    }
    const [one, other] = [(least - start) / run, (most - start) / run];
    begin = Math.max(begin, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  return begin < end;
}

function lengthOf({ from, to }: Line): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Whether two lines have a point in common. */
function meet(a: Line, b: Line): boolean {
  const side = ({ from, to }: Line, { x, y }: { x: number; y: number }) =>
    Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x));
  return side(a, b.from) !== side(a, b.to) && side(b, a.from) !== side(b, a.to);
}

function isWithin({ left, right, top, bottom }: Box, plot: Plot): boolean {
  return left >= 0 && right <= plot.width && top >= 0 && bottom <= plot.height;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/;

/** About how wide a text of 12 pixels is, with some room to spare. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 12.5 : 6.9), 0);
}
