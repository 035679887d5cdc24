// What follows when the committee has decided a matter by itself.

import type { MatterEffects } from '../desk/committee/close-decided.ts';
import { withdrawDecided } from '../desk/publication/withdraw.ts';
import { endReview, startReview } from '../desk/reviews/reviews.ts';

export const MATTER_EFFECTS: MatterEffects = {
  withdrawal: withdrawDecided,
  review: async (context, writes, actor, { outcome, opened }) => {
    if (outcome === 'refused') return;
    const { provider_id: providerId, reason, direction, until } = opened;
    await startReview(context, writes, actor, { providerId, reason, direction: direction!, until: until! });
  },
  review_end: async (context, writes, actor, { outcome, opened }) => {
    if (outcome === 'refused') return;
    await endReview(context, writes, actor, { providerId: opened.provider_id, reason: opened.reason });
  },
};
