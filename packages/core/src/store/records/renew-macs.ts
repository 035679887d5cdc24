// Gives entries of the record chain another MAC, with the newest key, when the master key is replaced. The entries stay as
// they are, and one whose MAC is wrong keeps it: nothing becomes genuine by this.

import { type SqlBool, sql } from 'kysely';
import { type Queries, type Store, StoreError, type Writes } from '../store.ts';
import { isLinked, linkedEntries } from './chain.ts';
import { type ChainKey, KEY_ID_LENGTH, keyIdIn } from './mac.ts';
import { authorityTipAt, MacCheck } from './mac-check.ts';

const ENTRIES_AT_ONCE = 500;

function isOlder({ id }: ChainKey) {
  return sql<SqlBool>`mac is not null and substr(mac, 1, ${id.length + 1}) <> ${`${id}:`}`;
}

/** How many entries have a MAC of each key, by the ids that the MACs name. */
export async function countMacs(db: Queries | Writes): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('record_chain')
    .select(({ fn }) => [
      // With the colon after the id.
      sql<string>`substr(mac, 1, ${sql.lit(KEY_ID_LENGTH + 1)})`.as('named'),
      fn.countAll<number>().as('count'),
    ])
    .where('mac', 'is not', null)
    .groupBy('named')
    .execute();
  return new Map(rows.map(({ named, count }) => [keyIdIn(named) ?? named, Number(count)]));
}

/** The key that the MAC of the first or the newest entry names; null if there is none. */
export async function keyOfEntry(db: Queries | Writes, which: 'first' | 'newest'): Promise<string | null> {
  const entry = await db
    .selectFrom('record_chain')
    .select('mac')
    .where('mac', 'is not', null)
    .orderBy('seq', which === 'first' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst();
  return keyIdIn(entry?.mac ?? null);
}

/** The first entry with a MAC of an older key; null if there is none. */
export async function firstOlderMac(db: Queries | Writes, key: ChainKey): Promise<number | null> {
  const entry = await db
    .selectFrom('record_chain')
    .select('seq')
    .where(isOlder(key))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return entry?.seq ?? null;
}

/** Renews the MACs of a portion of entries, from this one on. Returns how many, and the entry after them; null at the end. */
export async function renewMacs(
  store: Store,
  from: number,
): Promise<{ renewed: number; next: number | null }> {
  const key = store.chainKey();
  return store.transaction(
    async (writes) => {
      const entries = await linkedEntries(writes)
        .where('e.seq', '>=', from)
        .orderBy('e.seq')
        .limit(ENTRIES_AT_ONCE)
        .execute();
      const macs = new MacCheck(key, await authorityTipAt(writes, from - 1));
      const renewed: { seq: number; mac: string }[] = [];
      for (const entry of entries) {
        const { seq, link, authority_seq, mac } = entry;
        const previous = authority_seq === null ? null : macs.tip.link;
        const problem = macs.problemOf(entry) ?? (isLinked(entry) ? null : 'is not what its link covers');
        // Entries from before MACs have none.
        if (mac === null || (problem === null && keyIdIn(mac) === key.id)) continue;
        if (problem !== null)
          throw new StoreError(
            `Entry ${seq} of the record chain ${problem}. It does not get a MAC of the new master key. Run rf verify --all.`,
          );
        renewed.push({ seq, mac: key.mac({ link, authority_seq, previous }) });
      }
      await writeMacs(writes, renewed);
      const next = entries.length < ENTRIES_AT_ONCE ? null : entries.at(-1)!.seq + 1;
      return { renewed: renewed.length, next };
    },
    // The entries of the chain have no entries of their own.
    { chained: false },
  );
}

async function writeMacs(writes: Writes, renewed: readonly { seq: number; mac: string }[]): Promise<void> {
  if (renewed.length === 0) return;
  const values = renewed.map(({ seq, mac }) => sql`(cast(${seq} as bigint), cast(${mac} as text))`);
  // Both databases name the columns of a list of values like this.
  await sql`
    update record_chain set mac = renewed.column2 from (values ${sql.join(values)}) as renewed
    where record_chain.seq = renewed.column1`.execute(writes);
}
