// Yields in words, the same on every page.

/** A figure, also as inputs have it; null if there is no evidence. */
type Yield = number | string | null;

/** "3.30 – 3.55", or one figure if both are the same; "none" for a provider that pays nothing, "no evidence" if nothing is known. */
export function yieldInWords(min: Yield, max: Yield): string {
  if (min === null || max === null) return 'no evidence';
  const [from, to] = [Number(min), Number(max)];
  if (from === 0 && to === 0) return 'none';
  return from === to ? percent(from) : `${percent(from)} – ${percent(to)}`;
}

/** "3.30 – 3.55 % a year". */
export function yieldAYear(min: Yield, max: Yield): string {
  const words = yieldInWords(min, max);
  return /\d/.test(words) ? `${words} % a year` : words;
}

/** Two to four decimals, and a minus sign instead of a hyphen. */
function percent(value: number): string {
  const [whole, decimals = ''] = String(Math.round(Math.abs(value) * 10_000) / 10_000).split('.');
  return `${value < 0 ? '−' : ''}${whole!.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`;
}
