// The age of evidence as a bar that empties, and the figures beside it.

export const AGE_BAR_WIDTH = 96;

export interface AgeShown {
  /** Whether the rest is the time in which the evidence counts in full, or that in which it counts in part. */
  kind: 'full' | 'part';
  /** Of the rest, in pixels. */
  width: number;
  words: string;
}

/** The bar and the figures beside it say the same: "390 of 400 days" has a fortieth of its bar left. */
export function ageShown(age: number, fullUntil: number): AgeShown {
  const [kind, left] =
    age <= fullUntil ? (['full', fullUntil - age] as const) : (['part', 2 * fullUntil - age] as const);
  const width = Math.round((Math.max(0, left) / fullUntil) * AGE_BAR_WIDTH);
  if (kind === 'full') return { kind, width, words: `${age} of ${days(fullUntil)}` };
  if (left > 0) return { kind, width, words: `${days(age)}, in part until ${2 * fullUntil}` };
  return { kind, width: 0, words: `${days(age)}, expired at ${2 * fullUntil}` };
}

function days(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}
