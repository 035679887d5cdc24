// The name of a provider in a query: that of its newest version.

import { type RawBuilder, sql } from 'kysely';

/** `column` has the provider's id. */
export function providerName(column: string): RawBuilder<string> {
  return sql`(select v.name from provider_versions v
    where v.provider_id = ${sql.ref(column)} order by v.version desc limit 1)`;
}
