// Where the labels of a map stand: right of their mark, else above it or left of it, else further away with a leader. No
// label lies on another one, on a mark, or outside the plot; one that finds no place is left out.

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
const LEADER_RUN = 24;

/** In the order given: the first ones get the best places. Null for a label without a place. */
export function placeLabels(
  labels: readonly Labelled[],
  plot: { width: number; height: number },
): (LabelPlace | null)[] {
  const taken: Box[] = labels.map(({ mark }) => mark);
  return labels.map(({ mark, width }) => {
    const found = candidates(mark, width).find(
      ({ box }) => isWithin(box, plot) && taken.every((other) => other === mark || !overlaps(box, other)),
    );
    if (found !== undefined) taken.push(found.box);
    return found ?? null;
  });
}

function candidates(mark: Box, width: number): LabelPlace[] {
  const middle = (mark.top + mark.bottom) / 2;
  const at = (left: number, top: number): Box => ({ left, right: left + width, top, bottom: top + HEIGHT });
  const beside = middle - HEIGHT / 2;
  const touching = [
    at(mark.right + GAP, beside),
    at(mark.left, mark.top - HEIGHT - 2),
    at(mark.right - width, mark.top - HEIGHT - 2),
    at(mark.left, mark.bottom + 2),
    at(mark.left - GAP - width, beside),
  ].map((box) => ({ box, leader: null }));
  const led: LabelPlace[] = [];
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    for (const way of [-1, 1]) {
      const top = beside + way * step * STEP;
      led.push(
        { box: at(mark.right + LEADER_RUN, top), leader: { x: mark.right, y: middle } },
        { box: at(mark.left - LEADER_RUN - width, top), leader: { x: mark.left, y: middle } },
      );
    }
  }
  return [...touching, ...led];
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
