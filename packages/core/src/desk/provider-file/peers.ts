// The peers of a provider for the desk: those of its type that are nearest by score.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Context } from '../../context/context.ts';
import { requireProvider } from '../providers/providers.ts';
import { peersOf } from '../served/peers.ts';
import { currentIndicators } from '../served/served.ts';

/** On each side. */
const NEAREST = 3;

export async function providerPeers(
  context: Context,
  idOrSlug: string,
): Promise<DomainAnswerOf<'providers.peers'>> {
  const { db } = context.store;
  const { id } = await requireProvider(db, idOrSlug);
  const [served] = await currentIndicators(db, [id]);
  if (served === undefined) return { planner_type: null, count: 0, data: [] };
  const { count, ranked } = await peersOf(db, served, NEAREST);
  return {
    planner_type: served.plannerType,
    count,
    data: ranked.map(({ rank, served: { slug, name, finalScore, riskBand, staleReason } }) => ({
      ...{ rank, slug, name, score: finalScore, band: riskBand },
      is_stale: staleReason !== null,
    })),
  };
}
