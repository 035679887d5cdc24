// The reviewer of the demo world opens the documents of all proposals and then approves them.

import type { Actor } from '@rf-indicators/core/context/actor';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import type { ToDecide } from '@rf-indicators/core/desk/inputs/open-proposals';
import { recordOpenings } from '@rf-indicators/core/desk/inputs/vault';
import type { SimulatedDesk } from './simulated-desk.ts';

/** What both people of the demo say about unusual values of its fictional providers. */
export const CONFIRMATION = 'The figure is as the document has it.';

const HALF_A_MINUTE = 30 * 1000;

/** Approves at this instant, and opens the documents half a minute before. */
export async function readAndApprove(
  context: SimulatedDesk,
  reviewer: Actor,
  what: ToDecide,
  instant: number,
): Promise<void> {
  const proposals = context.store.db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select('evidence.sha256')
    .distinct()
    .where('evidence.sha256', 'is not', null);
  const rows =
    'batchId' in what
      ? await proposals.where('batch_id', '=', what.batchId).execute()
      : await proposals.where('proposals.id', 'in', [...what.proposalIds]).execute();
  context.moveTo(instant - HALF_A_MINUTE);
  await recordOpenings(
    context,
    reviewer,
    rows.map(({ sha256 }) => sha256!),
  );
  context.moveTo(instant);
  await decide(context, reviewer, what, 'approved', { confirmation: CONFIRMATION });
}
