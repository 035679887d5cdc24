// Which programs can use the store: those that know the named migration. Several nodes share a store, and are upgraded
// one after another.

import { type Kysely, sql } from 'kysely';

const TABLE = `
create table compatible_versions (
  id integer primary key check (id = 1),
  oldest text not null
)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db);
  await sql`insert into compatible_versions (id, oldest) values (1, '0030-compatible-versions')`.execute(db);
}
