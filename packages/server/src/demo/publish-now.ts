// Publishes a new value in the demo world, by its four people and with their tokens, so that a webhook arrives while
// somebody watches.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Actor } from '@rf-indicators/core/context/actor';
import { requireDemo } from '@rf-indicators/core/context/beginning';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { decideDraft } from './committee.ts';
import { documented } from './evidence.ts';
import { sampleProviders, slugOf } from './founding.ts';
import { explainNews } from './rationales.ts';
import { CONFIRMATION } from './read-and-approve.ts';
import type { DemoStaffTokens } from './staff-tokens.ts';

const PROVIDER = 'FX-05';
const INPUT = 'equity_ratio';
/** Publishing again returns to the other value, so that there is always news. */
const VALUES = ['4.00', '9.00'] as const;

/** Tells each step as it is done. */
export async function publishInDemo(
  services: ActServices,
  tokens: DemoStaffTokens,
  tell: (line: string) => void,
): Promise<void> {
  const { context } = services;
  await requireDemo(context.store.db);
  const [analyst, reviewer, operator] = await Promise.all(
    [tokens.analyst, tokens.reviewer, tokens.operator].map((token) => authenticate(context, token)),
  );
  const as =
    (actor: Actor) =>
    <Name extends ActName>(name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> =>
      performAct(services, { kind: 'staff', actor }, name, input);
  const provider = slugOf(sampleProviders().find(({ provider_id }) => provider_id === PROVIDER)!);
  const value = await nextValue(services, provider);
  const today = civilDate(context.clock());
  const document = {
    media_type: 'text/plain',
    base64: Buffer.from(`A fictional report of ${today}: ${INPUT} ${value}.\n`).toString('base64'),
  };
  const evidence = {
    ...documented('A', `A fictional report of ${today}: ${INPUT} ${value}.`),
    title: `Report of ${today}`,
    evidence_date: today,
    document: 'report',
  };
  const { batch_id } = await as(analyst!)('inputs.propose', {
    rows: [{ value: { provider, input: INPUT, value, evidence, confirmation: CONFIRMATION } }],
    documents: { report: document },
  });
  tell(`${analyst!.name} proposed ${INPUT} ${value} for ${provider}.`);
  const { data } = await as(reviewer!)('inputs.list', { batch: batch_id });
  for (const { evidence: stored } of data) await as(reviewer!)('evidence.open', { evidence: stored.id });
  await as(reviewer!)('inputs.approve', { batch: batch_id, confirmation: CONFIRMATION });
  tell(`${reviewer!.name} opened the document and approved the value.`);
  const { run_id: run } = await as(operator!)('runs.compute', { providers: [provider] });
  await explainNews(context, { analyst: analyst!, reviewer: reviewer! }, { run });
  await decideDraft(context, run);
  const { published } = await as(operator!)('runs.publish', { run });
  if (published === 0) throw new Refusal('conflict', 'The run found nothing new to publish.');
  const { items } = await as(operator!)('runs.show', { run });
  const { previous_score, new_score, new_band } = items[0]!;
  const points = (hundredths: number | null) => ((hundredths ?? 0) / 100).toFixed(2);
  tell(
    `${operator!.name} published it: ${provider} ${points(previous_score)} → ${points(new_score)} ${new_band}.`,
  );
}

/** The value that is not the current one. */
async function nextValue({ context }: ActServices, provider: string): Promise<string> {
  const last = await context.store.db
    .selectFrom('proposals')
    .innerJoin('providers', 'providers.id', 'proposals.provider_id')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select('value')
    .where('providers.slug', '=', provider)
    .where('input_id', '=', INPUT)
    .where('decision', '=', 'approved')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.value === VALUES[0] ? VALUES[1] : VALUES[0];
}
