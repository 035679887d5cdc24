// The groups of a draft, in the order in which a committee reads them: what it decides comes first.

import { ITEM_GROUPS } from '@rf-indicators/contract/acts';
import { type RawBuilder, sql } from 'kysely';
import { COMMITTEE_KINDS } from './policy.ts';

export type ItemGroup = (typeof ITEM_GROUPS)[number];

/** The group of a row of `run_items`. */
export const GROUP: RawBuilder<ItemGroup> = sql`case
  when run_items.corrects is not null then 'correction'
  when run_items.kind is not null then run_items.kind
  when run_items.outcome <> 'SCORED' then 'not_scored'
  when run_items.action = 'verify' then 'confirmed'
  when run_items.causes = '["withdrawn"]' then 'withdrawn'
  else 'unchanged' end`;

/** The position of the group in the list. */
export const GROUP_RANK: RawBuilder<number> = sql`case ${GROUP} ${sql.join(
  ITEM_GROUPS.map((group, at) => sql`when ${sql.lit(group)} then ${sql.lit(at)}`),
  sql` `,
)} else ${sql.lit(ITEM_GROUPS.length)} end`;

export function isByCommittee(group: ItemGroup): boolean {
  return (COMMITTEE_KINDS as readonly string[]).includes(group);
}
