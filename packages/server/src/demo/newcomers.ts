// Providers that come to the demo world after its first day, each with the evidence that is known of it.

import { asRows } from '@rf-indicators/core/desk/import/rows';
import type { GivenEvidence } from '@rf-indicators/core/desk/inputs/evidence';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import type { Methodology } from '@rf-indicators/engine';
import type { DemoWorld } from './demo-world.ts';
import { fictionalEvidence } from './evidence.ts';
import { providerRow, type SampleProvider, sampleProviders, slugOf } from './founding.ts';
import type { Newcomer } from './histories/history.ts';
import { HISTORIES } from './histories.ts';
import { CONFIRMATION, readAndApprove } from './read-and-approve.ts';
import { FIRST_INDICATOR, NOT_SCORED } from './story.ts';
import { findStoryProviders } from './story-providers.ts';

const HOUR = 60 * 60 * 1000;

/** Runs compute these from other inputs. */
const DERIVED = ['yield_spread', 'btc_shock_absorption'];

/** At hours of their own, so that the ids of everything else in the week stay the same. Those of a week come together. */
export async function registerNewcomers(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  const newcomers = [...HISTORIES, NOT_SCORED, FIRST_INDICATOR].filter(({ date }) => within(date));
  if (newcomers.length === 0) return;
  const { context, people, methodology } = world;
  const samples = newcomers.map(asSample);
  const approve = (batchId: string) =>
    readAndApprove(context, people.reviewer, { batchId }, context.clock() + HOUR);
  context.moveTo(context.clock() + HOUR);
  const providers = asRows(samples.map(providerRow));
  const imported = await importProviders(context, people.analyst, providers, methodology);
  await approve(imported.batch_id!);
  const rows = samples.flatMap((sample) => rowsByModule(methodology, sample));
  const { batchId } = await proposeInputs(context, people.analyst, methodology, asRows(rows));
  await approve(batchId);
  await findStoryProviders(world);
}

/** Unlike the samples, it brings one document for each module and grade. */
function rowsByModule(methodology: Methodology, { name, gates, inputs }: SampleProvider) {
  const documents = new Map<string, GivenEvidence>();
  return Object.entries({ ...gates, ...inputs })
    .filter(([input]) => !DERIVED.includes(input))
    .map(([input, { value, grade, evidence_date }]) => {
      const module = methodology.criterionById.get(input)?.module;
      const key = `${module} ${grade}`;
      const evidence =
        documents.get(key) ??
        fictionalEvidence(`${name}: ${labelOf(methodology, module).toLowerCase()}`, evidence_date, grade);
      documents.set(key, evidence);
      return { provider: slugOf({ name }), input, value, evidence, confirmation: CONFIRMATION };
    });
}

/** Gates belong to no module. */
function labelOf({ document }: Methodology, module: number | undefined): string {
  return document.modules[module ?? -1]?.label ?? 'Court and supervisor records';
}

function asSample({ date, name, subtype, like, values, known, yields, grade }: Newcomer): SampleProvider {
  const sample = sampleProviders().find(({ provider_id }) => provider_id === like)!;
  const told = (inputs: SampleProvider['inputs'], isListed: (input: string) => boolean) =>
    Object.fromEntries(
      Object.entries(inputs)
        .filter(([input]) => isListed(input))
        .map(([input, one]) => [
          input,
          { value: values[input] ?? one.value, grade: grade ?? one.grade, evidence_date: date },
        ]),
    );
  const isKnown = (input: string) => known?.includes(input) ?? true;
  const isAdded = (input: string) => !(input in sample.gates) && !(input in sample.inputs);
  const added = Object.entries(values)
    .filter(([input]) => isAdded(input))
    .map(([input, value]) => [input, { value, grade: grade!, evidence_date: date }]);
  const [yield_min, yield_max] = yields ?? [sample.yield_min, sample.yield_max];
  return {
    ...sample,
    provider_id: name,
    name,
    provider_subtype: subtype,
    yield_min,
    yield_max,
    gates: told(sample.gates, isKnown),
    inputs: {
      ...told(sample.inputs, (input) => isKnown(input) || DERIVED.includes(input)),
      ...Object.fromEntries(added),
    },
  };
}
