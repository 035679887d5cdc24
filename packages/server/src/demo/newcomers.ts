// Providers that come to the demo world after its first day, each with the evidence that is known of it.

import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { inputRows, providerRow, type SampleProvider, sampleProviders } from './founding.ts';
import { readAndApprove } from './read-and-approve.ts';
import { FIRST_INDICATOR, type Newcomer, NOT_SCORED } from './story.ts';
import type { DemoWorld } from './week.ts';

const HOUR = 60 * 60 * 1000;

/** Runs compute these from other inputs. */
const DERIVED = ['yield_spread', 'btc_shock_absorption'];

/** At hours of their own, so that the ids of everything else in the week stay the same. */
export async function registerNewcomers(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  for (const newcomer of [NOT_SCORED, FIRST_INDICATOR]) {
    if (within(newcomer.date)) await register(world, asSample(newcomer));
  }
}

async function register({ context, people, methodology }: DemoWorld, sample: SampleProvider): Promise<void> {
  const approve = (batchId: string) =>
    readAndApprove(context, people.reviewer, { batchId }, context.clock() + HOUR);
  context.moveTo(context.clock() + HOUR);
  const provider = asRows([providerRow(sample)]);
  const imported = await importProviders(context, people.analyst, provider, methodology);
  await approve(imported.batch_id!);
  const rows = inputRows(sample).filter(({ input }) => !DERIVED.includes(input));
  const { batchId } = await proposeInputs(context, people.analyst, methodology, asRows(rows));
  await approve(batchId);
}

function asSample({ date, name, subtype, like, values, known }: Newcomer): SampleProvider {
  const sample = sampleProviders().find(({ provider_id }) => provider_id === like)!;
  const told = (inputs: SampleProvider['inputs'], isListed: (input: string) => boolean) =>
    Object.fromEntries(
      Object.entries(inputs)
        .filter(([input]) => isListed(input))
        .map(([input, { value, grade }]) => [
          input,
          { value: values[input] ?? value, grade, evidence_date: date },
        ]),
    );
  const isKnown = (input: string) => known?.includes(input) ?? true;
  return {
    ...sample,
    provider_id: name,
    name,
    provider_subtype: subtype,
    gates: told(sample.gates, isKnown),
    inputs: told(sample.inputs, (input) => isKnown(input) || DERIVED.includes(input)),
  };
}
