// Two things that happen once: a mistake that is corrected, and a provider that ends.

import { asRows } from '../publishing/import/file.ts';
import { decide } from '../publishing/inputs/decisions.ts';
import { proposeInputs } from '../publishing/inputs/propose.ts';
import { retireProvider } from '../publishing/providers/providers.ts';
import { draftCorrection } from '../publishing/publish/correct.ts';
import { approveRun, publishRun } from '../publishing/publish/publish.ts';
import { approveWithdrawal, askToWithdraw } from '../publishing/publish/withdraw.ts';
import { fictionalEvidence } from './evidence.ts';
import { CORRECTION, FIRST_RUN, WITHDRAWAL } from './story.ts';
import type { DemoWorld } from './week.ts';

const HOUR = 60 * 60 * 1000;

/** The first value of an input was misread; every indicator that holds it is restated. */
export async function correctTheMistake(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  if (!within(CORRECTION.date)) return;
  const { desk, people, methodology, providers, publisher } = world;
  const { id, slug } = providers.get(CORRECTION.provider)!;
  const wrong = await desk.store.db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(['proposals.id', 'evidence.evidence_date'])
    .where('proposals.provider_id', '=', id)
    .where('proposals.input_id', '=', CORRECTION.input)
    .where('proposals.proposed_at', '<', FIRST_RUN)
    .executeTakeFirstOrThrow();
  desk.moveTo(desk.clock() + HOUR);
  const { input, value, grade, title } = CORRECTION;
  const evidence = fictionalEvidence(title, wrong.evidence_date, grade);
  const rows = asRows([{ provider: slug, input, value, evidence }]);
  const { proposalIds } = await proposeInputs(desk, people.analyst, methodology, rows);
  desk.moveTo(desk.clock() + HOUR);
  await decide(desk, people.reviewer, { proposalIds }, 'approved');
  desk.moveTo(desk.clock() + HOUR);
  const { runId } = await draftCorrection(desk, people.operator, {
    wrong: wrong.id,
    replacement: proposalIds[0]!,
    reason: CORRECTION.reason,
  });
  await approveRun(desk, people.reviewer, runId);
  await publishRun(desk, people.operator, runId, publisher);
}

export async function withdrawTheEnded(world: DemoWorld, within: (date: string) => boolean): Promise<void> {
  if (!within(WITHDRAWAL.date)) return;
  const { desk, people, providers, publisher } = world;
  const { id, slug } = providers.get(WITHDRAWAL.provider)!;
  desk.moveTo(desk.clock() + HOUR);
  const { requestId } = await askToWithdraw(
    desk,
    people.operator,
    { providerId: id, reason: WITHDRAWAL.reason },
    publisher.policy,
  );
  await approveWithdrawal(desk, people.reviewer, requestId);
  await retireProvider(desk, people.operator, slug);
}
