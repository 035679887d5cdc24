// Tables of watch rules, alerts and what tells of them. What an alert about a book says is encrypted with the key of the book.

import { flag, integer, oneOf, operational, table, text, time } from './define.ts';
import { FREE_TEXT, NAMED_BY_CUSTOMER, SMALL } from './reasons.ts';

const EVALUATED =
  'It only says what is evaluated next. Somebody who changes it can have an alert come late; what it is about is proved where it was published.';
const ALERTED =
  'Somebody who changes it hides an alert or invents one on the page of its workspace; what it is about is proved where it was published, and what people did with it is in the audit trail.';
const SENDING =
  'The state of sending. Somebody who changes it can have a message sent late, again, or never, but not to another address.';

export const WATCH_TABLES = {
  watch_channels: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      kind: oneOf('mail', 'slack', 'pagerduty'),
      name: text().kept(NAMED_BY_CUSTOMER),
      /** The URL or the routing key, encrypted under the master key; null for mail, and once the channel is removed. */
      sealed_target: text().nullable(),
      /** The host of the URL, for lists. */
      host: text(),
      /** JSON array of the members who get mails. */
      members: text(),
      created_at: time(),
      created_by: text().references('members.id'),
      removed_at: time().nullable(),
      last_delivered_at: time().nullable().operational(SENDING),
      failing_since: time().nullable().operational(SENDING),
      last_error: text().nullable().operational(SENDING),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['workspace_id'],
      indexes: { watch_channels_by_workspace: '(workspace_id, created_at, id)' },
    },
  ),
  watch_rules: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      book_id: text().nullable().references('books.id'),
      name: text().kept(NAMED_BY_CUSTOMER),
      /** JSON array of provider ids; all, or all names of the book, if empty. */
      providers: text(),
      /** JSON array. */
      conditions: text(),
      /** JSON array of the ids of channels. */
      channels: text(),
      at_once: flag(),
      to_webhooks: flag(),
      is_on: flag(),
      /** In whose right it runs. */
      owner: text().references('members.id'),
      created_at: time(),
      changed_at: time(),
      /** Since when it watches what it does; earlier changes are not told. Null while it is off. */
      on_since: time().nullable(),
      deleted_at: time().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['workspace_id'],
      indexes: {
        watch_rules_by_workspace: '(workspace_id, created_at, id)',
        watch_rules_by_book: '(book_id) where book_id is not null',
      },
    },
  ),
  /** Which names rules and books watch, so that a change finds them. Names of books are hashed with a key outside the store. */
  watch_subjects: table(
    {
      /** rule/ID or book/ID. */
      watched: text().key(),
      /** Id of a provider, * for all, or the hash of an id. */
      tag: text().key(),
    },
    { chain: 'none', proof: operational(EVALUATED), indexes: { watch_subjects_by_tag: '(tag, watched)' } },
  ),
  /** What must be evaluated, and when: each once, at the earliest instant. */
  watch_due: table(
    {
      /** rule/ID, new-rule/ID, book/ID or alert/ID. */
      about: text().key(),
      at: time(),
    },
    { chain: 'none', proof: operational(EVALUATED), indexes: { watch_due_by_time: '(at)' } },
  ),
  /** A single row with the newest event that was evaluated. */
  watch_cursor: table(
    {
      id: integer().key().check('id = 1'),
      seq: time(),
      /** Of the key with which names of books are hashed. */
      key_mark: text(),
    },
    { staysSmall: SMALL.fixed, chain: 'none', proof: operational(EVALUATED) },
  ),
  alerts: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      rule_id: text().references('watch_rules.id'),
      book_id: text().nullable().references('books.id'),
      kind: text(),
      /** What the alert is about: one alert for a cause while the cause goes on. Hashed if it is about a book. */
      cause_key: text(),
      state: oneOf('open', 'acknowledged', 'snoozed', 'resolved'),
      /** Higher is worse. */
      severity: integer(),
      /** JSON, encrypted with the key of the book if it is about one. */
      details: text().kept(FREE_TEXT),
      /** Number of the last change. */
      changes: integer(),
      opened_at: time(),
      changed_at: time(),
      snoozed_until: time().nullable(),
      cause_ended_at: time().nullable(),
    },
    {
      chain: 'none',
      proof: operational(ALERTED),
      indexes: {
        alerts_by_workspace: '(workspace_id, opened_at, id)',
        alerts_by_state: '(workspace_id, state, opened_at, id)',
        alerts_by_rule: '(rule_id, state)',
        alerts_by_end: '(cause_ended_at) where cause_ended_at is not null',
      },
      uniqueIndexes: { alerts_by_cause: '(rule_id, cause_key) where cause_ended_at is null' },
    },
  ),
  alert_changes: table(
    {
      alert_id: text().key().references('alerts.id'),
      number: integer().key(),
      at: time(),
      what: oneOf(
        'opened',
        'updated',
        'worsened',
        'acknowledged',
        'snoozed',
        'snooze_ended',
        'closed',
        'resolved',
      ),
      by: text().nullable().references('members.id'),
      /** JSON with what the alert said then and the note, encrypted like the details. */
      details: text().kept(FREE_TEXT),
    },
    { chain: 'none', proof: operational(ALERTED) },
  ),
  /** What is sent at once: a change of an alert, or a test, through a channel. */
  alert_deliveries: table(
    {
      /** ALERT/CHANGE, test/ID, or resolve/ALERT/CHANGE to resolve an incident that no change of the alert ends. */
      about: text().key(),
      channel_id: text().key().references('watch_channels.id'),
      /** Of a mail: the member; otherwise empty. */
      recipient: text().key(),
      alert_id: text().nullable().references('alerts.id'),
      change: integer(),
      status: oneOf('pending', 'delivered', 'failed', 'cancelled'),
      attempts: integer(),
      due_at: time(),
      created_at: time(),
      finished_at: time().nullable(),
      last_error: text().nullable(),
    },
    {
      chain: 'none',
      proof: operational(SENDING),
      indexes: {
        alert_deliveries_due: "(due_at) where status = 'pending'",
        alert_deliveries_by_channel: '(channel_id, status)',
        alert_deliveries_by_alert: '(alert_id) where alert_id is not null',
        alert_deliveries_by_time: '(created_at)',
      },
    },
  ),
  /** When the digest of a member comes; no row: never. */
  watch_digests: table(
    {
      member_id: text().key().references('members.id'),
      every: oneOf('off', 'day', 'week'),
      /** 1 is Monday. */
      weekday: integer(),
      hour: integer(),
      time_zone: text(),
      all_quiet: flag(),
      /** Null if none comes. */
      next_at: time().nullable(),
      attempts: integer(),
      last_sent_at: time().nullable(),
    },
    {
      chain: 'none',
      proof: operational(
        'Somebody who changes it keeps a member from being mailed, or has a mail sent again; what is open is on the page all the same.',
      ),
      indexes: { watch_digests_due: '(next_at) where next_at is not null' },
    },
  ),
  /** Addresses of calendars, of which only hashes are stored. */
  watch_calendars: table(
    {
      token_hash: text().key(),
      member_id: text().references('members.id'),
      created_at: time(),
      revoked_at: time().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['member_id'],
      uniqueIndexes: { watch_calendars_by_member: '(member_id) where revoked_at is null' },
    },
  ),
} as const;
