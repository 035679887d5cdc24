// JSON with its numbers as they were written: 71.20 stays "71.20", which JavaScript's own numbers cannot say.

/** A number of the wire, with its digits. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** In hundredths; refuses a number that is not written with exactly two decimals. */
  get hundredths(): number {
    if (!/^-?\d+\.\d\d$/.test(this.text)) throw new Error(`${this.text} is not written with two decimals`);
    return Number(this.text.replace('.', ''));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: its form was checked against the schema when it came.
export function exactJson(text: string): any {
  const parse = JSON.parse as (
    text: string,
    reviver: (name: string, value: unknown, context: { source: string }) => unknown,
  ) => unknown;
  return parse(text, (_, value, { source }) => (typeof value === 'number' ? new Written(source) : value));
}

export function sum(numbers: Iterable<Written>): number {
  let total = 0;
  for (const number of numbers) total += number.hundredths;
  return total;
}
