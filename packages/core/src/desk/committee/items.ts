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
  // All items of the run are sorted, so no more is read of them than what sorts them; then the rows of the page are read.
  let sorted = db
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .select(['run_items.provider_id', 'run_items.as_of', 'providers.slug', GROUP_RANK.as('rank')])
    .where('run_items.run_id', '=', runId);
  if (group !== undefined) sorted = sorted.where(GROUP, '=', group);
  if (text !== undefined && slugPart(text) !== '')
    sorted = sorted.where(contains('providers.slug', slugPart(text)));
  const rows = await db
    .selectFrom(ITEM_ORDER.select(sorted, portion).as('page'))
    .innerJoin('run_items', (join) =>
      join
        .onRef('run_items.provider_id', '=', 'page.provider_id')
        .onRef('run_items.as_of', '=', 'page.as_of')
        .on('run_items.run_id', '=', runId),
    )
    .leftJoin('indicators', (join) => join.on('indicators.verification_id', '=', PREVIOUS))
    .leftJoin('run_readings', (join) =>
      join
        .onRef('run_readings.run_id', '=', 'run_items.run_id')
        .onRef('run_readings.provider_id', '=', 'run_items.provider_id')
        .on('run_readings.staff_id', '=', reader ?? ''),
    )
    .select([
      'run_items.provider_id',
      'page.slug',
      providerName('run_items.provider_id').as('name'),
      'run_items.as_of',
    ])
    .select([GROUP.as('group'), 'page.rank', 'run_items.publication_id', 'run_readings.read_at'])
    .select(['indicators.final_score as previous_score', 'indicators.risk_band as previous_band'])
    .select(['run_items.final_score as new_score', 'run_items.risk_band as new_band'])
    .execute();
  return ITEM_ORDER.sorted(
    rows.map(({ publication_id, rank, ...row }) => ({
      ...row,
      rank: Number(rank),
      is_published: publication_id !== null,
    })),
  );
}

/** Slugs are made from names, so part of a name is found in them. */
function slugPart(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}
