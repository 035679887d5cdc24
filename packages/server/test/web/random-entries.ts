// Random values to enter for providers: with a fixed seed, so that a failure can be repeated.

const FACTS: Readonly<Record<string, readonly string[]>> = {
  yield_max: ['3.00', '9.50', '24.00'],
  yield_min: ['0.50', '2.00'],
  payout_currency: ['USD', 'EUR', 'BTC'],
  lends: ['true', 'false'],
  onchain: ['true', 'false'],
  redeemable: ['true', 'false'],
};
const DAY = 24 * 60 * 60 * 1000;

/** Input, value, grade and evidence date. */
export type RandomRow = readonly [input: string, value: string, grade: string, evidence_date: string];

interface Described {
  criteria: { id: string; input: { type: string; options?: [string][]; breakpoints?: [string][] } }[];
  gates: { id: string; options: string[] }[];
}

/** Only grades that need no stored copy; dates of the last month. */
export function randomEntries(framework: unknown, slugs: readonly string[], today: string) {
  const { criteria, gates } = framework as Described;
  let state = 20_261_116;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  const of = <One>(all: readonly One[]): One => all[below(all.length)]!;
  const values: [string, readonly string[]][] = [
    ...criteria.map(({ id, input }): [string, string[]] => [
      id,
      (input.options ?? input.breakpoints ?? []).map(([value]) => value),
    ]),
    ...gates.map(({ id, options }): [string, readonly string[]] => [id, options]),
    ...Object.entries(FACTS),
  ];
  const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);
  return (): { slug: string; rows: RandomRow[] } => {
    const rows = new Map<string, RandomRow>();
    for (let count = 1 + below(3); count > 0; count -= 1) {
      const [input, options] = of(values);
      rows.set(input, [input, of(options), of(['D', 'E']), dayBefore(below(30))]);
    }
    return { slug: of(slugs), rows: [...rows.values()] };
  };
}
