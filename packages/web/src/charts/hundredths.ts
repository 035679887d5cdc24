/** 76.98, of a score in hundredths. */
export function hundredths(value: number): string {
  return (Math.abs(value) / 100).toFixed(2);
}
