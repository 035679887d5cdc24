// The providers of a run as a list, in pages: what takes two people first.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { ListOrder, type Portion } from '../../context/paging.ts';
import type { Queries } from '../../store/store.ts';
import { contains } from '../../store/text-match.ts';
import { providerName } from '../providers/names.ts';
import { GROUP, GROUP_RANK, type ItemGroup } from '../runs/item-groups.ts';
import { PREVIOUS } from './overview.ts';

type CommitteeItem = DomainAnswerOf<'runs.items'>['data'][number];

type Positioned = CommitteeItem & { rank: number };

export const ITEM_ORDER = new ListOrder<Positioned>(
  'run_items',
  [
    { by: GROUP_RANK, type: 'integer' },
    { by: 'providers.slug', type: 'text' },
    { by: 'run_items.as_of', type: 'integer' },
  ],
  ({ rank, slug, as_of }) => [rank, slug, as_of],
);

interface ItemFilter {
  group?: ItemGroup | undefined;
  /** Part of a name or slug. */
  text?: string | undefined;
}

export async function listItems(
  db: Queries,
  runId: string,
  reader: string | null,
  { group, text }: ItemFilter,
  portion: Portion,
): Promise<Positioned[]> {
  let query = db
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .leftJoin('indicators', (join) => join.on('indicators.verification_id', '=', PREVIOUS))
    .leftJoin('run_readings', (join) =>
      join
        .onRef('run_readings.run_id', '=', 'run_items.run_id')
        .onRef('run_readings.provider_id', '=', 'run_items.provider_id')
        .on('run_readings.staff_id', '=', reader ?? ''),
    )
    .select([
      'run_items.provider_id',
      'providers.slug',
      providerName('run_items.provider_id').as('name'),
      'run_items.as_of',
    ])
    .select([GROUP.as('group'), GROUP_RANK.as('rank'), 'run_items.publication_id', 'run_readings.read_at'])
    .select(['indicators.final_score as previous_score', 'indicators.risk_band as previous_band'])
    .select(['run_items.final_score as new_score', 'run_items.risk_band as new_band'])
    .where('run_items.run_id', '=', runId);
  if (group !== undefined) query = query.where(GROUP, '=', group);
  if (text !== undefined && slugPart(text) !== '')
    query = query.where(contains('providers.slug', slugPart(text)));
  const rows = await ITEM_ORDER.select(query, portion).execute();
  return rows.map(({ publication_id, rank, ...row }) => ({
    ...row,
    rank: Number(rank),
    is_published: publication_id !== null,
  }));
}

/** Slugs are made from names, so part of a name is found in them. */
function slugPart(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}
