// Brings before the committee that an indicator is put under review, or that its review ends.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Direction } from '../matters/entries.ts';
import { openMatter } from '../matters/open-matter.ts';
import { currentIndicator } from './matter-items.ts';

export interface ReviewProposal {
  providerId: string;
  /** Null to end the review. */
  direction: Direction | null;
  reason: string;
  /** When it ends by itself; not after a year. */
  until: number | null;
}

const YEAR = 366 * 24 * 60 * 60 * 1000;

/** Returns the id of the matter. */
export async function proposeReview(
  context: Context,
  given: Actor,
  { providerId, direction, reason, until }: ReviewProposal,
): Promise<string> {
  const words = reason.trim();
  if (words === '') throw new Refusal('validation_failed', 'A review needs a reason; it is published.');
  const now = context.clock();
  if (direction !== null && (until === null || until <= now || until > now + YEAR))
    throw new Refusal('validation_failed', 'A review needs a day by which it ends, at most a year from now.');
  if (direction === null && until !== null)
    throw new Refusal(
      'validation_failed',
      'The end of a review has no day: it is when the committee decides it.',
    );
  const id = context.newId();
  await actAs(context, given, 'committee.propose_review', async (writes, actor) => {
    const current = await currentIndicator(writes, providerId);
    if (current === null) throw new Refusal('not_found', 'This provider has no published indicator.');
    const kind = direction === null ? 'review_end' : 'review';
    const matter = { provider_id: providerId, verification_id: current, reason: words, direction, until };
    await openMatter(context, writes, actor.id, id, { kind, ...matter });
    const after = { matter: id, kind, direction, until };
    await recordAct(context, writes, actor, 'committee.open', providerId, null, after);
  });
  return id;
}
