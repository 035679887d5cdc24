// What reads need is prepared when an indicator is published: the template of its snapshot with what lists show of its
// package, and one row for each current indicator, with the columns that lists are sorted and filtered by. Templates of
// older indicators are prepared in the background; the rows are made here.

import { type Kysely, sql } from 'kysely';
import { fold } from '../fold.ts';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

function statements(kind: StoreKind): string[] {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  // Code points, as the wire sorts names; PostgreSQL would otherwise sort by the rules of a language.
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const plannerType =
    kind === 'sqlite'
      ? `json_extract(i.statement, '$.planner_type')`
      : `i.statement::json ->> 'planner_type'`;
  const greatest = kind === 'sqlite' ? 'max' : 'greatest';
  return [
    `create table snapshot_dictionaries (
      id text primary key,
      methodology_digest text not null references methodologies (digest),
      bytes ${bytes} not null
    )`,
    `create index snapshot_dictionaries_by_framework on snapshot_dictionaries (methodology_digest)`,
    `create table prepared_snapshots (
      verification_id text primary key references indicators (verification_id),
      form bigint not null,
      dictionary text not null references snapshot_dictionaries (id),
      template ${bytes} not null,
      crc32 bigint not null,
      yield_min text not null,
      yield_max text not null,
      confidence text not null,
      framework_version text not null
    )`,
    `create table served_indicators (
      provider_id ${text} primary key,
      slug text not null,
      name ${text} not null,
      folded_name text not null,
      subtype text not null,
      planner_type text not null,
      verification_id text not null,
      renews text,
      package_hash text not null,
      methodology_digest text not null,
      as_of bigint not null,
      published_at bigint not null,
      final_score bigint not null,
      risk_band text not null,
      verified_at bigint not null,
      confirmed_by text,
      confirmed_at bigint,
      contested text not null,
      stale_since bigint,
      stale_reason text,
      corrected_by text,
      previous_id text,
      previous_score bigint,
      previous_band text,
      changed_at bigint not null
    )${kind === 'sqlite' ? ' without rowid' : ''}`,
    `insert into served_indicators
      select i.provider_id, p.slug, v.name, '', v.subtype, ${plannerType}, i.verification_id, i.renews, i.package_hash,
        i.methodology_digest, i.as_of, i.published_at, i.final_score, i.risk_band, s.verified_at, c.run_id,
        c.confirmed_at, s.contested, s.stale_since, s.stale_reason, x.verification_id, b.verification_id,
        b.final_score, b.risk_band,
        ${greatest}(i.published_at, s.verified_at, v.recorded_at, coalesce(x.published_at, 0),
          coalesce((select max(m.marked_at) from stale_marks m where m.verification_id = i.verification_id), 0))
      from provider_states s
      join indicators i on i.verification_id = s.verification_id
      join providers p on p.id = i.provider_id
      join provider_versions v on v.provider_id = i.provider_id
        and v.version = (select max(w.version) from provider_versions w where w.provider_id = i.provider_id)
      join indicators r on r.verification_id = coalesce(i.renews, i.verification_id)
      left join indicators o on o.verification_id = r.supersedes
      left join indicators b on b.verification_id = coalesce(o.renews, o.verification_id)
      left join indicators x on x.corrects = i.verification_id
      left join confirmations c on c.run_id = s.confirmed_by`,
    `alter table log_state add column prepared_from bigint not null default 0`,
    `update log_state set prepared_from = tree_size`,
    `create unique index served_indicators_by_slug on served_indicators (slug)`,
    `create index served_indicators_by_name on served_indicators (name, provider_id)`,
    `create index served_indicators_by_score on served_indicators (final_score, name, provider_id)`,
    `create index served_indicators_by_time on served_indicators (as_of, name, provider_id)`,
    `create index served_indicators_by_change on served_indicators (changed_at)`,
  ];
}

interface Named {
  provider_id: string;
  name: string;
}

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
  const { rows } = await sql<Named>`select provider_id, name from served_indicators`.execute(db);
  for (const { provider_id, name } of rows)
    await sql`update served_indicators set folded_name = ${fold(name)} where provider_id = ${provider_id}`.execute(
      db,
    );
  await refuseChanges(db, kind, ['snapshot_dictionaries']);
  // The bytes are compressed already.
  if (kind === 'postgres')
    await sql`alter table prepared_snapshots alter column template set storage external`.execute(db);
}
