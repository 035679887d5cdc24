// Packages are stored compressed. Those of older versions stay as text until the service has compressed them, in the
// background: `uncompressed` is empty from then on. It cannot become nullable, because SQLite would have to copy the
// whole table.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { allowChanges, refuseChanges } from './append-only.ts';

const STATEMENTS = (bytes: string) => [
  `create table package_dictionaries (
    id bigint primary key,
    methodology_digest text not null references methodologies (digest),
    packages integer not null,
    content text not null
  )`,
  'create index package_dictionaries_by_framework on package_dictionaries (methodology_digest, packages)',
  'alter table packages rename column body to uncompressed',
  'alter table packages add column dictionary_id bigint references package_dictionaries (id)',
  'alter table packages add column crc32 bigint',
  `alter table packages add column compressed ${bytes}`,
  'create index packages_uncompressed on packages (package_hash) where compressed is null',
];

/** The only change of a package: its text gives way to the compressed form of it. */
const COMPRESSION = `old.compressed is null and new.compressed is not null and new.uncompressed = ''
  and new.package_hash = old.package_hash and new.verification_id = old.verification_id
  and new.methodology_digest = old.methodology_digest`;

const REFUSAL = 'packages is append-only: a published record is never changed';

const SQLITE_TRIGGERS = [
  `create trigger packages_no_update before update on packages when not (${COMPRESSION})
   begin select raise(abort, '${REFUSAL}'); end`,
  `create trigger packages_no_delete before delete on packages begin select raise(abort, '${REFUSAL}'); end`,
];

const POSTGRES_TRIGGERS = [
  // The bytes are compressed already.
  'alter table packages alter column compressed set storage external',
  `create function rf_refuse_change_of_package() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and ${COMPRESSION} then return new; end if;
     raise exception '${REFUSAL}';
   end $$`,
  `create trigger packages_append_only before update or delete on packages
   for each row execute function rf_refuse_change_of_package()`,
  `create trigger packages_no_truncate before truncate on packages
   for each statement execute function rf_refuse_change()`,
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await allowChanges(db, kind, 'packages');
  const triggers = kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS;
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of [...STATEMENTS(bytes), ...triggers]) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, ['package_dictionaries']);
}
