// The disclosures and the reviews of the demo world.

import { makeRequest, recordApproval } from '@rf-indicators/core/accounts/requests';
import { setDisclosures } from '@rf-indicators/core/desk/disclosures/register';
import { startReview } from '@rf-indicators/core/desk/reviews/reviews';
import { type DemoWorld, WEEK } from './demo-world.ts';
import { FIRST_RUN } from './story.ts';

/** Texts that a publisher would replace by its own. */
export const DEMO_DISCLOSURES = {
  team: 'The demo desk: a fictional team of an analyst, a reviewer, an operator and a chief risk officer',
  solicited: false,
  paid: false,
  conflicts: 'No member of the team holds a position in a provider or works for one.',
  handling:
    'Every member declares positions and other ties before a committee, and leaves the committee if there are any.',
  sources:
    'Documents that providers publish, public registers, and attestations by third parties. In this demo all of them are invented.',
  limits:
    'The framework measures published evidence on the provider. It does not measure market prices, the law of each country, or what nobody has published.',
  reason: 'The first disclosures of this desk.',
} as const;

/** The operator requests them and the officer approves, before anything is published. */
export async function discloseInDemo({ context, people }: DemoWorld): Promise<void> {
  const { operator: requester, officer: approver } = people;
  const request = await context.store.transaction((writes) =>
    makeRequest(context, writes, requester, 'disclosures.set', 'disclosures', DEMO_DISCLOSURES),
  );
  await context.store.transaction(async (writes) => {
    await recordApproval(context, writes, approver, request);
    await setDisclosures(context, writes, { requester, approver }, DEMO_DISCLOSURES, request);
  });
}

const REVIEW_WEEKS = 6;
const FIRST_REVIEWED_WEEK = 2;
const REVIEWS = [
  {
    provider: 'FX-03',
    direction: 'developing',
    reason: 'The provider announced a merger. Its terms are not published.',
  },
  {
    provider: 'FX-05',
    direction: 'down',
    reason: 'The auditor resigned, and no successor has been named.',
  },
  {
    provider: 'FX-08',
    direction: 'up',
    reason: 'The provider announced an attestation of its reserves by a new firm.',
  },
] as const;

/** One provider after the other, so that one is under review most of the time. */
export async function reviewInDemo({ context, people, providers }: DemoWorld, monday: number): Promise<void> {
  const week = Math.round((monday - FIRST_RUN) / WEEK) - FIRST_REVIEWED_WEEK;
  if (week < 0 || week % REVIEW_WEEKS !== 0) return;
  const { provider, direction, reason } = REVIEWS[(week / REVIEW_WEEKS) % REVIEWS.length]!;
  const known = providers.get(provider);
  if (known === undefined) return;
  await context.store.transaction(async (writes) => {
    const state = await writes
      .selectFrom('provider_states')
      .select('verification_id')
      .where('provider_id', '=', known.id)
      .executeTakeFirst();
    if (state?.verification_id == null) return;
    const until = context.clock() + REVIEW_WEEKS * WEEK;
    await startReview(context, writes, people.officer, { providerId: known.id, direction, until, reason });
  });
}
