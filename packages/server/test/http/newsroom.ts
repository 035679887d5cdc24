// News made while a server runs: values entered, approved, run and published by the demo's people, by the real clock.

import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { decideDraft, decideMatter } from '../../../../test/support/deciding.ts';
import { CONFIRMATION } from '../../../../test/support/evidence.ts';
import { fictionalEvidence } from '../../src/demo/evidence.ts';
import { shippedFramework } from '../../src/demo/founding.ts';
import type { Office } from './customers.ts';

const { methodology } = shippedFramework();

/** A new value of one input, published. Gives the new indicator's verification id. */
export async function publishValue(
  office: Office,
  slug: string,
  input: string,
  value: string,
): Promise<string> {
  const { desk, analyst, reviewer, operator, masterKey } = office;
  const evidence = fictionalEvidence(`${slug}: ${input} ${value}`, civilDate(desk.clock()), 'A');
  const rows = asRows([{ provider: slug, input, value, evidence, confirmation: CONFIRMATION }]);
  const { proposalIds } = await proposeInputs(desk, analyst, methodology, rows);
  await decide(desk, reviewer, { proposalIds }, 'approved', { unopened: true, confirmation: CONFIRMATION });
  const runId = await computeRun(desk, operator, { kind: 'manual', asOf: desk.clock() });
  await decideDraft(desk, runId);
  await publishRun(desk, operator, runId, { masterKey, policy: DEFAULT_POLICY, checkpointFile: null });
  const { verification_id } = await desk.store.db
    .selectFrom('indicators')
    .innerJoin('providers', 'providers.id', 'indicators.provider_id')
    .select('verification_id')
    .where('providers.slug', '=', slug)
    .orderBy('log_index', 'desc')
    .executeTakeFirstOrThrow();
  return verification_id;
}

export async function withdraw(office: Office, providerId: string, reason: string): Promise<void> {
  const { desk, operator } = office;
  const requestId = await askToWithdraw(desk, operator, { providerId, reason });
  await decideMatter(desk, requestId);
}
