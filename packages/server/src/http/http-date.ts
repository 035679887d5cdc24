// Parses dates in HTTP headers, in the three formats that RFC 9110 (5.6.7) requires recipients to accept.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';
const FORMS = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(
    `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${TIME} GMT$`,
  ),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) ${TIME} GMT$`),
  // Sun Nov  6 08:49:37 1994
  new RegExp(
    `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`,
  ),
];
const LONGEST_FUTURE_YEARS = 50;

/** Epoch milliseconds, or null if the text is not a date in any of these formats. */
export function parseHttpDate(text: string, now: number): number | null {
  for (const form of FORMS) {
    const fields = form.exec(text)?.groups;
    if (fields !== undefined) return instantOf(fields, now);
  }
  return null;
}

function instantOf(fields: Readonly<Record<string, string | undefined>>, now: number): number | null {
  const [day, hour, minute, second] = [fields.day, fields.hour, fields.minute, fields.second].map(Number);
  const month = MONTHS.indexOf(fields.month!);
  const year = fields.year!.length === 2 ? wholeYear(Number(fields.year), now) : Number(fields.year);
  const instant = Date.UTC(year, month, day, hour, minute, second);
  const date = new Date(instant);
  // Date.UTC rolls an invalid day or hour over into the next month or day.
  const isReal = month !== -1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  return isReal && minute! < 60 && second! < 60 ? instant : null;
}

/** Two digits mean the latest matching year that is at most fifty years in the future. */
function wholeYear(digits: number, now: number): number {
  const latest = new Date(now).getUTCFullYear() + LONGEST_FUTURE_YEARS;
  const inCentury = latest - (latest % 100) + digits;
  return inCentury > latest ? inCentury - 100 : inCentury;
}
