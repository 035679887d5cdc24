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

/** 2026-07-22, of "22 Jul 2026", "22 july 2026" or 2026-07-22; null for another text, or a day that there is not. */
export function readDate(text: string): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed);
  const written = /^(\d{1,2})[\s.]+([a-z]{3,9})\.?[\s,]+(\d{4})$/i.exec(trimmed);
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (!written) return null;
  const name = written[2]!.toLowerCase();
  const month = MONTHS.findIndex((one) => one.toLowerCase().startsWith(name)) + 1;
  return existing(Number(written[3]), month, Number(written[1]));
}

function existing(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere ? date.toISOString().slice(0, 10) : null;
}
