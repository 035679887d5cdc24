// The one form of dates on pages: "22 Jul 2026", in English for every reader. Data has 2026-07-22.

export const MONTHS: readonly string[] = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** "Jul", of the month 7. */
export function shortMonth(month: number): string {
  return MONTHS[month - 1]!.slice(0, 3);
}

/** "22 Jul 2026", of a civil date such as 2026-07-22 or of the UTC day of an instant. */
export function writtenDate(at: string | number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${shortMonth(date.getUTCMonth() + 1)} ${date.getUTCFullYear()}`;
}
