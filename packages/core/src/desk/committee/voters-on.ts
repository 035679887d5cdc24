// Who voted on an indicator, from the record of the committee.

import { provedRows } from '../../store/records/proved.ts';
import type { Queries } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { recordsIn } from '../matters/record.ts';
import { committeeRule } from '../matters/rule.ts';
import { itemName } from './matter-items.ts';

/** Names, in the order of the votes. */
export interface PublicVoters {
  for: string[];
  against: string[];
}

/** Null unless names are public now, and were when the draft was made. */
export async function votersOn(db: Queries, verificationId: string): Promise<PublicVoters | null> {
  const item = await db
    .selectFrom('indicators as shown')
    .innerJoin('indicators', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('indicators.verification_id', '=', fn.coalesce(ref('shown.renews'), ref('shown.verification_id'))),
      ),
    )
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .select(['publications.run_id', 'indicators.provider_id', 'indicators.as_of'])
    .where('shown.verification_id', '=', verificationId)
    .executeTakeFirst();
  if (item === undefined) return null;
  const scope = scopeOfRun(item.run_id);
  const entries = (await entriesOf(db, [scope])).get(scope)!;
  const outcome = recordsIn(entries).get(itemName(item))?.outcome;
  if (outcome == null) return null;
  const isPublic = [await committeeRule(db), await committeeRule(db, entries[0]!.at)].every(
    ({ namesPublic }) => namesPublic,
  );
  return isPublic
    ? { for: await namesOf(db, outcome.for), against: await namesOf(db, outcome.against) }
    : null;
}

async function namesOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const people = await provedRows(db, 'staff', () =>
    db
      .selectFrom('staff')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute(),
  );
  return ids.flatMap((id) => people.find((person) => person.id === id)?.name ?? []);
}
