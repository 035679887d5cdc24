// Reads the register of disclosures: what two people set for all providers, and for single ones.

import type { DomainInputOf } from '@rf-indicators/contract/acts';
import { wholeTable } from '../../store/records/proved.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

type Entry = Omit<DomainInputOf<'disclosures.set'>, 'provider' | 'reason'>;

/** What is set for a provider, or for all of them (`null`). */
export type Register = ReadonlyMap<string | null, Entry & { set_at: number }>;

/** A row that somebody else wrote does not count; if one is missing, this throws. */
export async function readRegister(db: Queries | Writes): Promise<Register> {
  const rows = await wholeTable(db, 'disclosure_entries', () =>
    db.selectFrom('disclosure_entries').selectAll().orderBy('seq').execute(),
  );
  return new Map(
    rows.map((row: Database['disclosure_entries']) => [
      row.provider_id,
      { ...(JSON.parse(row.content) as Entry), set_at: row.set_at },
    ]),
  );
}
