// Finds dates in a memo, in the forms that people write.

export interface WrittenDate {
  at: number;
  text: string;
  /** The days that it can mean, such as 2026-08-05, or --08-05 without a year. 05/08/2026 can mean two. */
  days: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?';
const FORMS: readonly [form: RegExp, days: (parts: readonly string[]) => string[]][] = [
  [/\b(\d{4})-(\d{2})-(\d{2})(?!\d)/g, ([year, month, day]) => [isoDay(year, month, day)]],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, ([day, month, year]) => [isoDay(year, month, day)]],
  [
    /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g,
    ([first, second, year]) => [isoDay(year, second, first), isoDay(year, first, second)],
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+(\\d{4})\\b)?`, 'gi'),
    ([day, month, year]) => [isoDay(year, numberOf(month), day)],
  ],
  [
    new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\.\\d)(?:,?\\s+(\\d{4})\\b)?`, 'gi'),
    ([month, day, year]) => [isoDay(year, numberOf(month), day)],
  ],
];

export function datesIn(text: string): WrittenDate[] {
  const found: WrittenDate[] = [];
  for (const [form, daysOf] of FORMS) {
    for (const match of text.matchAll(form)) {
      const { 0: written, index } = match;
      const isTaken = found.some(
        ({ at, text: other }) => index < at + other.length && at < index + written.length,
      );
      const days = daysOf(match.slice(1)).filter((day) => day !== '');
      if (!isTaken && days.length > 0) found.push({ at: index, text: written.trim(), days });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function numberOf(month: string | undefined): string {
  return String(MONTHS.indexOf(month!.slice(0, 3).toLowerCase()) + 1);
}

/** Empty if there is no such day. */
function isoDay(year: string | undefined, month: string | undefined, day: string | undefined): string {
  const [m, d] = [Number(month), Number(day)];
  // Without a year, 29 February is a day.
  const last = new Date(Date.UTC(Number(year ?? 2024), m, 0)).getUTCDate();
  if (m < 1 || m > 12 || d < 1 || d > last) return '';
  return `${year ?? '-'}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

/** Whether a written day, which may lack its year, is the given one. */
export function isDay(written: string, day: string): boolean {
  return written.startsWith('--') ? day.slice(4) === written.slice(1) : written === day;
}
