// Where the labels of a map stand: right of their mark, else above it, below it or left of it, else further away with a
// leader. No label lies on another one, on a mark or outside the plot, and no leader crosses one; a label that finds no
// place is left out.

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
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
const STEP = 16;
const MOST_STEPS = 8;
const LEADER_RUNS = [24, 72, 144, 240];

/**
 * In the order given: the first ones get the best places. Labels that touch their mark come before those with a leader.
 * Null for a label without a place. `kept` is kept free of labels.
 */
export function placeLabels(
  labels: readonly Labelled[],
  plot: { width: number; height: number },
  kept: readonly Box[] = [],
): (LabelPlace | null)[] {
  const taken: Box[] = [...labels.map(({ mark }) => mark), ...kept];
  const leaders: Line[] = [];
  const places: (LabelPlace | null)[] = labels.map(() => null);
  const place = (candidatesOf: (mark: Box, width: number) => LabelPlace[]) => {
    for (const [at, { mark, width }] of labels.entries()) {
      if (places[at] !== null) continue;
      const others = taken.filter((other) => other !== mark);
      const isFree = ({ box, leader }: LabelPlace) => {
        const line = leader && leaderOf(box, leader);
        return (
          isWithin(box, plot) &&
          others.every((other) => !overlaps(box, other) && (line === null || !crosses(line, other))) &&
          leaders.every((other) => !crosses(other, box))
        );
      };
      const found = candidatesOf(mark, width).find(isFree);
      if (found === undefined) continue;
      places[at] = found;
      taken.push(found.box);
      if (found.leader !== null) leaders.push(leaderOf(found.box, found.leader));
    }
  };
  place(touching);
  place(led);
  return places;
}

const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2;
const boxAt = (left: number, top: number, width: number): Box => ({
  ...{ left, right: left + width },
  ...{ top, bottom: top + HEIGHT },
});

function touching(mark: Box, width: number): LabelPlace[] {
  const beside = middleOf(mark) - HEIGHT / 2;
  const corners: [number, number][] = [
    [mark.right + GAP, beside],
    [mark.left, mark.top - HEIGHT - 2],
    [mark.right - width, mark.top - HEIGHT - 2],
    [mark.left, mark.bottom + 2],
    [mark.left - GAP - width, beside],
  ];
  return corners.map(([left, top]) => ({ box: boxAt(left, top, width), leader: null }));
}

function led(mark: Box, width: number): LabelPlace[] {
  const places: LabelPlace[] = [];
  const y = middleOf(mark);
  for (const run of LEADER_RUNS) {
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      for (const way of [-1, 1]) {
        const top = y - HEIGHT / 2 + way * step * STEP;
        places.push(
          { box: boxAt(mark.right + run, top, width), leader: { x: mark.right, y } },
          { box: boxAt(mark.left - run - width, top, width), leader: { x: mark.left, y } },
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

function isWithin({ left, right, top, bottom }: Box, plot: { width: number; height: number }): boolean {
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
