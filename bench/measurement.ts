// What a benchmark measured, as it is printed and as it is written into bench/results.

export interface Figure {
  /** Who or what was measured. */
  label: string;
  value: number;
  unit: string;
}

export interface Measurement {
  what: string;
  measured: string;
  target: string;
  /** null if there is no target. */
  met: boolean | null;
  /** Ours, then the peer's if there is one, from the same execution. */
  figures?: readonly Figure[];
  /** Ours divided by the peer's. */
  ratio?: number;
  /** What a reader must know to judge the figures. */
  note?: string;
}

/** The full form makes the published figures; the short form takes about a minute and shows that a benchmark works. */
export interface Form {
  isShort: boolean;
  pick<T>(full: T, short: T): T;
}

export function formOf(isShort: boolean): Form {
  return { isShort, pick: (full, short) => (isShort ? short : full) };
}

interface Compared {
  what: string;
  ours: Figure;
  peer: Figure;
  note?: string;
}

export function ratioAtLeast({ ours, peer, ...rest }: Compared, least: number): Measurement {
  return compared({ ours, peer, ...rest }, `at least ${least}`, (ratio) => ratio >= least);
}

export function ratioAtMost({ ours, peer, ...rest }: Compared, most: number): Measurement {
  return compared({ ours, peer, ...rest }, `at most ${most}`, (ratio) => ratio <= most);
}

/** For a ratio that is worth knowing, and that nothing is required of. */
export function asMeasured(both: Compared): Measurement {
  return { ...compared(both, 'none', () => true), met: null };
}

function compared(
  { what, ours, peer, note }: Compared,
  target: string,
  isMet: (ratio: number) => boolean,
): Measurement {
  const ratio = ours.value / peer.value;
  return {
    what,
    measured: `${ratio.toFixed(2)} times (${figureText(ours)} and ${figureText(peer)})`,
    target,
    met: isMet(ratio),
    figures: [ours, peer],
    ratio,
    ...(note === undefined ? {} : { note }),
  };
}

/** For figures that have no peer, such as memory. */
export function valueAtMost(what: string, ours: Figure, most: number, note?: string): Measurement {
  return {
    what,
    measured: figureText(ours),
    target: `at most ${most} ${ours.unit}`,
    met: ours.value <= most,
    figures: [ours],
    ...(note === undefined ? {} : { note }),
  };
}

export function figureText({ value, unit }: Figure): string {
  return `${numberText(value)} ${unit}`;
}

/** Three significant digits, and whole numbers from 100 on. */
export function numberText(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
