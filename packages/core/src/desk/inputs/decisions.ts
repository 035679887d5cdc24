// Decisions on proposals: a reviewer approves or rejects what somebody else proposed. Decisions are final; a value
// that later turns out to be wrong is corrected instead.

import { type Actor, actAs } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { currentValues } from '../facts/current-values.ts';
import { requireOwnProposals } from '../facts/own-records.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import {
  openProposals,
  refuseOwn,
  refuseReturned,
  refuseUnopened,
  type ToDecide,
  wasOpened,
} from './open-proposals.ts';
import { settleDecisions } from './settle.ts';
import { type Verdict, writeDecisions } from './write-decisions.ts';

export interface DecideOptions {
  reason?: string | null;
  /** Why what is unusual is right. */
  confirmation?: string | null;
  /** Also approve proposals whose documents the actor has not opened. */
  unopened?: boolean;
  /** Also look up the values that counted before. */
  compare?: boolean;
}

export interface Decided {
  id: string;
  /** null for a reference rate. */
  slug: string | null;
  currency: string | null;
  input: string;
  /** The value that counted before; null if there was none, or if it was not asked for. */
  old_value: string | null;
  value: string;
  /** Whether the actor had opened the document; null if there is none. */
  opened: boolean | null;
}

/** Decides all of the proposals or none, and returns what was decided. */
export async function decide(
  context: Context,
  actor: Actor,
  what: ToDecide,
  verdict: Verdict,
  { reason = null, confirmation = null, unopened = false, compare = false }: DecideOptions = {},
): Promise<Decided[]> {
  const because = reason?.trim() || null;
  if (verdict === 'rejected' && because === null) {
    throw new Refusal(
      'validation_failed',
      'A rejection needs a reason, for the person who proposed the input.',
    );
  }
  await settleDecisions(context);
  return actAs(
    context,
    actor,
    verdict === 'approved' ? 'inputs.approve' : 'inputs.reject',
    async (writes) => {
      const proposals = await openProposals(writes, actor, what);
      refuseOwn(actor, proposals);
      await requireOwnProposals(writes, proposals, 'Nothing was decided');
      if (verdict === 'approved') await refuseReturned(writes, proposals);
      if (verdict === 'approved' && !unopened) refuseUnopened(proposals);
      const decided_at = await instantAfterRuns(writes, context.clock());
      const effective = await findEffectiveMethodology(writes, decided_at);
      const before =
        compare && effective !== null
          ? await currentValues(writes, effective.methodology, proposals, decided_at, decided_at)
          : null;
      await writeDecisions(context, writes, actor, proposals, {
        ...{ verdict, reason: because, decided_at },
        confirmation: confirmation?.trim() || null,
      });
      return proposals.map((proposal, index) => ({
        id: proposal.id,
        slug: proposal.slug,
        currency: proposal.currency,
        input: proposal.input_id,
        old_value: before?.[index] ?? null,
        value: proposal.value,
        opened: wasOpened(proposal),
      }));
    },
  );
}
