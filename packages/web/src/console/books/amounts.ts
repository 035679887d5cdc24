// Amounts of a book are exact decimals as texts. They are written whole, or in millions where the book is large.

/** How many decimals are cut off, and the word for it. */
export interface Unit {
  digits: number;
  word: string;
}

const PLAIN: Unit = { digits: 0, word: '' };
const MILLIONS: Unit = { digits: 6, word: 'm' };

/** In millions from ten million on. */
export function unitOf(total: string): Unit {
  return wholeOf(total).length >= 8 ? MILLIONS : PLAIN;
}

function wholeOf(amount: string): string {
  return amount.replace('-', '').split('.')[0]!;
}

/** "1,234,567.50": with all decimals that there are, and at least two. */
export function exact(amount: string): string {
  const [whole, decimals = ''] = amount.replace('-', '').split('.') as [string, string?];
  return `${signOf(amount)}${grouped(whole)}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** With two decimals, rounded half up. */
export function inUnit(amount: string, { digits }: Unit): string {
  const [whole, decimals = ''] = amount.replace('-', '').split('.') as [string, string?];
  const units = BigInt(whole + decimals.padEnd(8, '0').slice(0, 8));
  const step = 10n ** BigInt(digits + 6);
  const hundredths = String((units + step / 2n) / step).padStart(3, '0');
  return `${signOf(amount)}${grouped(hundredths.slice(0, -2))}.${hundredths.slice(-2)}`;
}

/** "USD 346.76 m" */
export function withCurrency(amount: string, currency: string, unit = unitOf(amount)): string {
  return `${currency} ${inUnit(amount, unit)}${unit.word === '' ? '' : ` ${unit.word}`}`;
}

/** Of what has to be reached: the next hundredth above it. */
export function atLeast(amount: string): string {
  const [whole, decimals = ''] = amount.split('.') as [string, string?];
  const hundredths = BigInt(whole + decimals.padEnd(2, '0').slice(0, 2));
  const next = String(/[1-9]/.test(decimals.slice(2)) ? hundredths + 1n : hundredths).padStart(3, '0');
  return `${grouped(next.slice(0, -2))}.${next.slice(-2)}`;
}

/** For drawings, which need no last digit. */
export function sizeOf(amount: string, { digits }: Unit): number {
  return Number(amount) / 10 ** digits;
}

function signOf(amount: string): string {
  return amount.startsWith('-') && /[1-9]/.test(amount) ? '−' : '';
}

function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** "14.6 %" */
export function percent(value: number, decimals = 1): string {
  return `${value.toFixed(decimals)} %`;
}

/** "−3.04" of points that are lost, "+0.12" of points that are gained. */
export function points(value: number): string {
  if (value === 0) return '0.00';
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

/** "USD m", for the head of a column. */
export function unitWords({ currency, total }: { currency: string; total: string }): string {
  const { word } = unitOf(total);
  return word === '' ? currency : `${currency} ${word}`;
}
