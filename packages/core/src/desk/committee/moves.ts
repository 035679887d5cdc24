// Which providers a run moved, by kind: for lists of runs, which name the first of each kind.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { sql } from 'kysely';
import type { Queries } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';
import { GROUP, GROUP_RANK } from '../runs/item-groups.ts';
import { PREVIOUS } from './overview.ts';

type Moves = DomainAnswerOf<'runs.list'>['data'][number]['moves'];
type Move = Moves[number];

const MOST_NAMED = 3;

/** By run. Confirmed providers did not move. */
export async function movesOf(db: Queries, runs: readonly string[]): Promise<Map<string, Moves>> {
  const moves = new Map<string, Moves>(runs.map((run) => [run, []]));
  if (runs.length === 0) return moves;
  const each = sql`over (partition by run_items.run_id, ${GROUP}`;
  const numbered = db
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .leftJoin('indicators', (join) => join.on('indicators.verification_id', '=', PREVIOUS))
    .select(['run_items.run_id', 'run_items.provider_id', 'providers.slug'])
    .select([GROUP.as('group'), GROUP_RANK.as('rank')])
    .select(['indicators.risk_band as previous_band', 'run_items.risk_band as new_band'])
    .select([
      sql<number>`count(*) ${each})`.as('items'),
      sql<number>`row_number() ${each} order by providers.slug, run_items.as_of)`.as('position'),
    ])
    .where('run_items.run_id', 'in', runs)
    .where(({ eb, or }) =>
      or([
        eb('run_items.kind', 'is not', null),
        eb('run_items.corrects', 'is not', null),
        eb('run_items.outcome', '<>', 'SCORED'),
      ]),
    );
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll('numbered')
    .select(providerName('numbered.provider_id').as('name'))
    .where('position', '<=', MOST_NAMED)
    .orderBy('rank')
    .orderBy('position')
    .execute();
  for (const { run_id, group, items, slug, name, previous_band, new_band } of rows) {
    const ofRun = moves.get(run_id)!;
    let move = ofRun.find((one) => one.group === group);
    if (move === undefined) {
      move = { group, items: Number(items), first: [] } satisfies Move;
      ofRun.push(move);
    }
    move.first.push({ slug, name, previous_band, new_band });
  }
  return moves;
}
