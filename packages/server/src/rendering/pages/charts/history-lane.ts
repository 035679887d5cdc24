// The lane under the history of a score: a diamond for a framework version, a ring for a correction, a cross for a
// withdrawal, and hatching while the indicator was stale.

export interface LaneMark {
  at: number;
  kind: 'framework' | 'corrected' | 'withdrawn';
  label: string;
}

/** In percent. */
export interface StalePeriod {
  from: number;
  until: number;
}

interface Placed {
  /** Where its label may begin, in percent. */
  end: number;
  from: number;
  drawn: string;
  label: string;
}

export const STALE_HATCH = 'hatch-stale';

/** The least distance to the next mark that leaves room for a label, in percent. */
const LABEL_ROOM = 18;

export function stalePattern(): string {
  return `<defs><pattern id="${STALE_HATCH}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="stale" width="1.5" height="6"/></pattern></defs>`;
}

export function lane(
  marks: readonly LaneMark[],
  stale: readonly StalePeriod[],
  place: (instant: number) => number,
): string[] {
  const placed = [
    ...marks.map(({ at, kind, label }): Placed => {
      const x = place(at);
      return { from: x, end: x, drawn: SHAPES[kind](x), label };
    }),
    ...stale.map(({ from, until }): Placed => {
      const width = Math.round((until - from) * 100) / 100;
      return {
        from,
        end: until,
        drawn: `<rect class="stale-period" x="${from}%" y="2.5" width="${width}%" height="11" fill="url(#${STALE_HATCH})"/>`,
        label: 'stale',
      };
    }),
  ].sort((a, b) => a.from - b.from);
  if (placed.length === 0) return ['<text y="12">No other events</text>'];
  return placed.map(({ from, end, drawn, label }, at) => {
    const next = placed[at + 1]?.from ?? 100;
    const before = placed[at - 1]?.end ?? 0;
    if (next - end >= LABEL_ROOM) return `${drawn}<text x="${end}%" dx="10" y="12">${label}</text>`;
    // To its left, if it is the last and there is room only there.
    if (at === placed.length - 1 && from - before >= 2 * LABEL_ROOM) {
      return `${drawn}<text x="${from}%" dx="-10" y="12" text-anchor="end">${label}</text>`;
    }
    return drawn;
  });
}

const SHAPES: Readonly<Record<LaneMark['kind'], (x: number) => string>> = {
  framework: (x) => `<svg x="${x}%" overflow="visible"><path class="filled" d="M0 3l5 5l-5 5l-5-5z"/></svg>`,
  corrected: (x) => `<circle class="hollow" cx="${x}%" cy="8" r="4"/>`,
  withdrawn: (x) => `<svg x="${x}%" overflow="visible"><path class="cross" d="M-4 4l8 8M4 4l-8 8"/></svg>`,
};
