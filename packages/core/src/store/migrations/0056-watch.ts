// Adds watch rules, alerts, their channels, digests and calendars.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table watch_channels (
    id text primary key,
    workspace_id text not null references workspaces (id),
    kind text not null check (kind in ('mail', 'slack', 'pagerduty')),
    name text not null,
    sealed_target text,
    host text not null,
    members text not null,
    created_at bigint not null,
    created_by text not null references members (id),
    removed_at bigint,
    last_delivered_at bigint,
    failing_since bigint,
    last_error text
  )`,
  'create index watch_channels_by_workspace on watch_channels (workspace_id, created_at, id)',
  `create table watch_rules (
    id text primary key,
    workspace_id text not null references workspaces (id),
    book_id text references books (id),
    name text not null,
    providers text not null,
    conditions text not null,
    channels text not null,
    at_once integer not null check (at_once in (0, 1)),
    to_webhooks integer not null check (to_webhooks in (0, 1)),
    is_on integer not null check (is_on in (0, 1)),
    owner text not null references members (id),
    created_at bigint not null,
    changed_at bigint not null,
    on_since bigint,
    deleted_at bigint
  )`,
  'create index watch_rules_by_workspace on watch_rules (workspace_id, created_at, id)',
  'create index watch_rules_by_book on watch_rules (book_id) where book_id is not null',
  `create table watch_subjects (
    watched text not null,
    tag text not null,
    primary key (watched, tag)
  )`,
  'create index watch_subjects_by_tag on watch_subjects (tag, watched)',
  `create table watch_due (
    about text primary key,
    at bigint not null
  )`,
  'create index watch_due_by_time on watch_due (at)',
  `create table watch_cursor (
    id integer primary key check (id = 1),
    seq bigint not null,
    key_mark text not null
  )`,
  `create table alerts (
    id text primary key,
    workspace_id text not null references workspaces (id),
    rule_id text not null references watch_rules (id),
    book_id text references books (id),
    kind text not null,
    cause_key text not null,
    state text not null check (state in ('open', 'acknowledged', 'snoozed', 'resolved')),
    severity integer not null,
    details text not null,
    changes integer not null,
    opened_at bigint not null,
    changed_at bigint not null,
    snoozed_until bigint,
    cause_ended_at bigint
  )`,
  'create index alerts_by_workspace on alerts (workspace_id, opened_at, id)',
  'create index alerts_by_state on alerts (workspace_id, state, opened_at, id)',
  'create index alerts_by_rule on alerts (rule_id, state)',
  'create unique index alerts_by_cause on alerts (rule_id, cause_key) where cause_ended_at is null',
  `create table alert_changes (
    alert_id text not null references alerts (id),
    number integer not null,
    at bigint not null,
    what text not null check (what in ('opened', 'updated', 'worsened', 'acknowledged', 'snoozed', 'snooze_ended', 'closed', 'resolved')),
    by text references members (id),
    details text not null,
    primary key (alert_id, number)
  )`,
  `create table alert_deliveries (
    about text not null,
    channel_id text not null references watch_channels (id),
    recipient text not null,
    alert_id text references alerts (id),
    change integer not null,
    status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
    attempts integer not null,
    due_at bigint not null,
    created_at bigint not null,
    finished_at bigint,
    last_error text,
    primary key (about, channel_id, recipient)
  )`,
  "create index alert_deliveries_due on alert_deliveries (due_at) where status = 'pending'",
  'create index alert_deliveries_by_channel on alert_deliveries (channel_id, status)',
  'create index alert_deliveries_by_alert on alert_deliveries (alert_id) where alert_id is not null',
  'create index alert_deliveries_by_time on alert_deliveries (created_at)',
  `create table watch_digests (
    member_id text primary key references members (id),
    every text not null check (every in ('off', 'day', 'week')),
    weekday integer not null,
    hour integer not null,
    time_zone text not null,
    all_quiet integer not null check (all_quiet in (0, 1)),
    next_at bigint,
    attempts integer not null,
    last_sent_at bigint
  )`,
  'create index watch_digests_due on watch_digests (next_at) where next_at is not null',
  `create table watch_calendars (
    token_hash text primary key,
    member_id text not null references members (id),
    created_at bigint not null,
    revoked_at bigint
  )`,
  'create unique index watch_calendars_by_member on watch_calendars (member_id) where revoked_at is null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
