// Providers for benchmarks: each depends on its number alone, so that every execution generates the same ones.

import { documented } from '../../packages/server/src/demo/evidence.ts';
import { type SampleProvider, sampleProviders } from '../../packages/server/src/demo/founding.ts';
import { CONFIRMATION } from '../../packages/server/src/demo/read-and-approve.ts';
import { FIRST_RUN, PAYS_BITCOIN } from '../../packages/server/src/demo/story.ts';

const DAY = 24 * 60 * 60 * 1000;
const samples = sampleProviders();

/** Providers whose numbers differ by a multiple of this are variations of the same sample. */
export const SAMPLES = samples.length;

/** `instant` is when its inputs are entered: evidence is as old then as that of the samples on the first day of the demo. */
export function generated(number: number, instant = FIRST_RUN): SampleProvider {
  const sample = samples[number % samples.length]!;
  const days = Math.floor(instant / DAY) - Math.floor(FIRST_RUN / DAY);
  const dated = <Input extends { evidence_date: string }>(input: Input): Input => ({
    ...input,
    evidence_date: new Date(Date.parse(input.evidence_date) + days * DAY).toISOString().slice(0, 10),
  });
  const name = `Generated ${String(number).padStart(5, '0')}`;
  const gates = Object.entries(sample.gates).map(([id, gate]) => [id, dated(gate)]);
  const inputs = Object.entries(sample.inputs).map(([id, input]) => [id, dated(varied(id, input, number))]);
  return { ...sample, name, gates: Object.fromEntries(gates), inputs: Object.fromEntries(inputs) };
}

const QUOTE = 'As the document has it.';

/** Inputs that can vary independently of others without failing the entry checks. */
export const VARIED: ReadonlySet<string> = new Set([
  'liquid_cover_7d',
  'equity_ratio',
  'named_exposure_share',
  'independent_oversight',
]);

function varied<Input extends { value: string }>(id: string, input: Input, number: number): Input {
  if (!VARIED.has(id)) return input;
  const share = 0.5 + ((number * 7919) % 1000) / 2000;
  return { ...input, value: (Number(input.value) * share).toFixed(2) };
}

/** The facts have the evidence of the spread, which is derived from the yield. */
export function providerRow(provider: SampleProvider) {
  const { name, planner_type, provider_subtype, yield_min, yield_max, flags } = provider;
  const payout_currency = provider.provider_id === PAYS_BITCOIN ? 'BTC' : 'USD';
  const { grade, evidence_date } = provider.inputs.yield_spread!;
  const document = documentOf('terms', name);
  const evidence = { ...documented(grade, QUOTE), title: `Terms of ${name}`, evidence_date, document };
  return { name, planner_type, provider_subtype, yield_min, yield_max, payout_currency, flags, evidence };
}

/** One document per provider, cited with the date and grade of each value. */
export function inputRows({ name, gates, inputs }: SampleProvider) {
  const document = documentOf('report', name);
  const provider = slugOf(name);
  return Object.entries({ ...gates, ...inputs }).map(([input, { value, grade, evidence_date }]) => {
    const evidence = { ...documented(grade, QUOTE), title: `Report of ${name}`, evidence_date, document };
    return { provider, input, value, evidence, confirmation: CONFIRMATION };
  });
}

export function slugOf(name: string): string {
  return name.toLowerCase().replace(' ', '-');
}

function documentOf(kind: string, name: string) {
  return { bytes: Buffer.from(`The generated ${kind} of ${name}.`), media_type: 'text/plain' };
}
