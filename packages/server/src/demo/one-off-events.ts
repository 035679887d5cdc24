// The one-off events of the demo world: corrections of errors, withdrawals, and a withdrawal that is followed by a
// reinstatement.

import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { retireProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { draftCorrection } from '@rf-indicators/core/desk/publication/correct';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { draftReinstatement } from '@rf-indicators/core/desk/publication/reinstate';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { decideDraft, decideMatter } from './committee.ts';
import type { DemoWorld } from './demo-world.ts';
import { fictionalEvidence } from './evidence.ts';
import type { Misreading } from './histories/history.ts';
import { HISTORIES } from './histories.ts';
import { explainNews } from './rationales.ts';
import { CONFIRMATION, readAndApprove } from './read-and-approve.ts';
import { CORRECTION, REINSTATEMENT, WITHDRAWAL } from './story.ts';

const HOUR = 60 * 60 * 1000;

/** A value was misread, so every indicator that is based on it is corrected. */
export async function publishCorrections(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  const found = HISTORIES.flatMap(({ name, corrected }) =>
    corrected === undefined ? [] : [{ ...corrected, provider: name }],
  );
  for (const correction of [CORRECTION, ...found]) {
    const { date, provider } = correction;
    if (within(date) && world.providers.has(provider)) await publishCorrection(world, correction);
  }
}

async function publishCorrection(
  world: DemoWorld,
  { provider, input, value, grade, title, reason }: Misreading & { provider: string },
): Promise<void> {
  const { context, people, methodology, providers, publisher } = world;
  const { id, slug } = providers.get(provider)!;
  const wrong = await context.store.db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(['proposals.id', 'evidence.evidence_date'])
    .where('proposals.provider_id', '=', id)
    .where('proposals.input_id', '=', input)
    .where('proposals.renewal', '=', 0)
    .orderBy('proposed_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  context.moveTo(context.clock() + HOUR);
  const evidence = fictionalEvidence(title, wrong.evidence_date, grade);
  const rows = asRows([{ provider: slug, input, value, evidence, confirmation: CONFIRMATION }]);
  const { proposalIds } = await proposeInputs(context, people.analyst, methodology, rows);
  await readAndApprove(context, people.reviewer, { proposalIds }, context.clock() + HOUR);
  context.moveTo(context.clock() + HOUR);
  const { runId } = await draftCorrection(context, people.operator, {
    wrong: wrong.id,
    replacement: proposalIds[0]!,
    reason,
  });
  await explainNews(context, people, { run: runId });
  await decideDraft(context, runId, { reader: people.secondReviewer });
  await publishRun(context, people.operator, runId, publisher);
}

/** One is reinstated later; the others leave the list. */
export async function withdrawProviders(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  const { context, people, providers } = world;
  if (within(REINSTATEMENT.withdrawnOn)) {
    await withdraw(world, REINSTATEMENT.provider, REINSTATEMENT.withdrawnBecause);
  }
  const ended = HISTORIES.flatMap(({ name, withdrawn }) =>
    withdrawn === undefined ? [] : [{ ...withdrawn, provider: name }],
  );
  for (const { date, provider, reason } of [WITHDRAWAL, ...ended]) {
    if (!within(date) || !providers.has(provider)) continue;
    await withdraw(world, provider, reason);
    await retireProvider(context, people.operator, providers.get(provider)!.slug);
  }
}

async function withdraw({ context, people, providers }: DemoWorld, provider: string, reason: string) {
  context.moveTo(context.clock() + HOUR);
  const providerId = providers.get(provider)!.id;
  const requestId = await askToWithdraw(context, people.operator, { providerId, reason });
  await explainNews(context, people, { withdrawal: requestId });
  await decideMatter(context, requestId);
}

/** After the week's run, which has found every gate checked. */
export async function reinstateProvider(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  if (!within(REINSTATEMENT.reinstatedOn)) return;
  const { context, people, providers, publisher } = world;
  context.moveTo(context.clock() + HOUR);
  const runId = await draftReinstatement(
    context,
    people.operator,
    {
      providerIds: [providers.get(REINSTATEMENT.provider)!.id],
      reason: REINSTATEMENT.reinstatedBecause,
    },
    publisher.policy,
  );
  await explainNews(context, people, { run: runId });
  await decideDraft(context, runId, { reader: people.secondReviewer });
  await publishRun(context, people.operator, runId, publisher);
}
