import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

/**
 * Topics continue from the counter that they replace, and so do the versions of keys and workspaces: a process that
 * has read nothing starts at version 0 and must find all of them.
 */
const TABLES = `
create table topics (topic text primary key, version bigint not null);
insert into topics (topic, version) select 'published', changes from log_state;
insert into topics (topic, version) select 'access', changes from log_state;
insert into topics (topic, version) select 'events', changes from log_state;
insert into topics (topic, version) select 'desk', changes from log_state;
alter table workspaces add column access_version bigint not null default 0;
alter table api_keys add column access_version bigint not null default 0;
update workspaces set access_version = (select changes from log_state);
update api_keys set access_version = (select changes from log_state);
create index workspaces_by_access_version on workspaces (access_version);
create index api_keys_by_access_version on api_keys (access_version);
drop index api_keys_by_workspace;
create index api_keys_by_workspace on api_keys (workspace_id, name);
alter table log_state drop column changes
`;

const BEFORE_ON_POSTGRES = ['drop trigger log_state_notify on log_state', 'drop function rf_notify_change()'];

/** Notifies the channel of a topic whenever it moves, when the transaction commits. */
const AFTER_ON_POSTGRES = [
  `create function rf_notify_topic() returns trigger language plpgsql as $$
begin
  perform pg_notify('rf_' || new.topic, '');
  return null;
end $$`,
  `create trigger topics_notify after insert or update on topics
  for each row execute function rf_notify_topic()`,
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const statements = TABLES.split(/;\n/);
  if (kind === 'postgres') statements.unshift(...BEFORE_ON_POSTGRES);
  if (kind === 'postgres') statements.push(...AFTER_ON_POSTGRES);
  for (const statement of statements) await sql.raw(statement).execute(db);
}
