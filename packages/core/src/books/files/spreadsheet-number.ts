// The exact text of a number in a workbook. Spreadsheet programs compute in binary and write up to 17 digits, such as
// 0.30000000000000004; they show 15, and 15 are read here.

const SHOWN_DIGITS = 15;
/** The numbers of spreadsheets end at 10^308; a longer exponent would only make a long text. */
const LARGEST_EXPONENT = 308;

/** A plain decimal without exponent. Null if the text is no number. */
export function spreadsheetNumber(text: string): { text: string; isRounded: boolean } | null {
  const parts = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (parts === null) return null;
  const [, sign, whole, decimals = '', exponent = '0'] = parts;
  if (Math.abs(Number(exponent)) > LARGEST_EXPONENT) return null;
  const digits = (whole! + decimals).replace(/^0+(?=\d)/, '');
  const surplus = Math.max(0, digits.length - SHOWN_DIGITS);
  const kept = surplus === 0 ? digits : roundedDigits(digits, surplus);
  const scale = decimals.length - Number(exponent) - surplus;
  const magnitude = plain(kept, scale);
  const isRounded = surplus > 0 && /[1-9]/.test(digits.slice(SHOWN_DIGITS));
  return { text: sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude, isRounded };
}

/** Without the last digits, rounded half up. */
function roundedDigits(digits: string, surplus: number): string {
  const kept = BigInt(digits.slice(0, -surplus));
  return String(digits.at(-surplus)! >= '5' ? kept + 1n : kept);
}

function plain(digits: string, scale: number): string {
  if (scale <= 0) return /^0+$/.test(digits) ? '0' : digits + '0'.repeat(-scale);
  const padded = digits.padStart(scale + 1, '0');
  const decimals = padded.slice(-scale).replace(/0+$/, '');
  return padded.slice(0, -scale) + (decimals === '' ? '' : `.${decimals}`);
}
