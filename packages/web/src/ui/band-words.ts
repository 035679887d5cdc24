// Risk bands in words, safest first. Higher scores are safer.

export const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] as const;
export type Band = (typeof BANDS)[number];

const NAMES: Record<Band, string> = { LOW: 'Low', MEDIUM: 'Medium', ELEVATED: 'Elevated', HIGH: 'High' };

function isBand(text: string): text is Band {
  return (BANDS as readonly string[]).includes(text);
}

/** Medium risk */
export function bandName(band: string): string {
  return isBand(band) ? `${NAMES[band]} risk` : band;
}

export function bandWord(band: string): string {
  return isBand(band) ? NAMES[band] : band;
}

/** Negative: riskier. */
export function compareBands(before: string, after: string): number {
  return BANDS.indexOf(before as Band) - BANDS.indexOf(after as Band);
}
