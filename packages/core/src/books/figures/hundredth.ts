/** Scores and per cent have two decimals. */
export function hundredth(hundredths: number): number {
  return hundredths / 100;
}
