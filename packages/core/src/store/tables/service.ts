// Tables of the service itself: topics, limits, uptime, nodes, use of keys and the audit trail.

import { bigint, integer, oneOf, operational, table, text, time } from './define.ts';
import { SMALL } from './reasons.ts';

/** PostgreSQL notifies the channel of a topic whenever it moves, when the transaction commits. */
const TOPIC_TRIGGERS = {
  sqlite: [],
  postgres: [
    `create function rf_notify_topic() returns trigger language plpgsql as $$
begin
  perform pg_notify('rf_' || new.topic, '');
  return null;
end $$`,
    `create trigger topics_notify after insert or update on topics
     for each row execute function rf_notify_topic()`,
  ],
};

const LIMIT =
  'Protects the service from load, and expires within an hour. Somebody who changes it lets a client send more, or fewer, requests for that time.';
const NODE =
  'Says which processes serve the store and which of them does scheduled work. Somebody who changes it stops that work, or has two processes begin it; what it writes is chained, and written once. Or makes the replacement of the master key be refused, or begin before a node has the new key.';
const PROGRAM =
  'Tells which programs can use the store. Somebody who changes it keeps a version from starting, or lets an older one start beside a newer; it decides nothing that is published.';
const PRESENCE =
  'Shows who is at the desk. Somebody who changes it shows a colleague as present or away; it permits and decides nothing.';
const VERIFIED =
  'The result of a verification in the console. Somebody who changes it shows another result there: rf verify --all on another machine, or a monitor, does not read it. Who started it is in the audit trail.';

const COUNT =
  'Counts requests. Somebody who changes it shows wrong numbers of use and of availability; nothing that is published or decided depends on it.';

export const SERVICE_TABLES = {
  key_usage: table(
    {
      key_id: text().key().references('api_keys.id'),
      /** The start of the hour. */
      hour: time().key(),
      operation: text().key(),
      accepted: integer(),
      /** Requests over the limit. */
      refused: integer(),
      last_at: time(),
    },
    { chain: 'none', proof: operational(COUNT) },
  ),
  /** Saved rate-limit windows, one row per second, so that a restart does not reset them. */
  limit_spans: table(
    {
      node: text().key(),
      window_id: text().key(),
      second: bigint().key(),
      times: text(),
    },
    { chain: 'none', proof: operational(LIMIT), indexes: { limit_spans_by_second: '(second)' } },
  ),
  up_periods: table(
    {
      id: text().key(),
      node: text(),
      started_at: time(),
      last_seen_at: time(),
    },
    { chain: 'none', proof: operational(COUNT) },
  ),
  /** Which node does the work of this name, until when by the clock of the database. The fence grows with each new holder. */
  leases: table(
    {
      name: text().key(),
      holder: text(),
      fence: bigint(),
      expires_at: time(),
    },
    { staysSmall: SMALL.nodes, chain: 'none', proof: operational(NODE) },
  ),
  /** Processes that serve this store; `version` is the newest migration that the program knows. */
  nodes: table(
    {
      name: text().key(),
      version: text(),
      started_at: time(),
      last_seen_at: time(),
      /** The ids of its master keys, with spaces between them; null from a program that does not know the column. */
      master_keys: text().nullable(),
    },
    { staysSmall: SMALL.nodes, chain: 'none', proof: operational(NODE) },
  ),
  /** One row: the migration that a program must at least know to use the store. */
  compatible_versions: table(
    {
      id: integer().key().check('id = 1'),
      oldest: text(),
    },
    {
      staysSmall: SMALL.fixed,
      chain: 'none',
      proof: operational(PROGRAM),
      rows: [{ id: 1, oldest: '0030-compatible-versions' }],
    },
  ),
  /** What staff announce on the status page. */
  incidents: table(
    {
      id: text().key(),
      title: text(),
      detail: text().nullable(),
      /** How the service works until it ends. */
      impact: oneOf('operational', 'degraded', 'outage'),
      started_at: time(),
      /** null while it is ongoing. */
      ended_at: time().nullable(),
      opened_by: text().references('staff.id'),
      updated_at: time(),
    },
    { staysSmall: SMALL.typed, chain: 'rows', indexes: { incidents_by_time: '(started_at, id)' } },
  ),
  /** Verifications of the whole store that were started at the desk. */
  verifications: table(
    {
      id: text().key(),
      started_at: time(),
      started_by: text().references('staff.id'),
      /** When the process that verifies was last heard of. */
      seen_at: time(),
      done: bigint(),
      total: bigint(),
      finished_at: time().nullable(),
      /** JSON. */
      result: text().nullable(),
      /** Why it ended without a result. */
      failure: text().nullable(),
    },
    {
      staysSmall: SMALL.typed,
      chain: 'none',
      proof: operational(VERIFIED),
      indexes: { verifications_by_time: '(started_at, id)' },
    },
  ),
  /** Calls of agent tools with their outcome, but not their input. */
  agent_calls: table(
    {
      /** Calls that were written together share a batch; `position` is the index within it. */
      batch: text().key(),
      position: integer().key(),
      key_id: text().references('api_keys.id'),
      called_at: time(),
      /** By the tool's name and input, or through the Model Context Protocol. */
      endpoint: oneOf('plain', 'mcp'),
      /** null if the call did not name one of our tools. */
      tool: text().nullable(),
      /** ok, or the code of the refusal. */
      outcome: text(),
      duration_us: bigint(),
      request_id: text(),
    },
    {
      chain: 'none',
      proof: operational(COUNT),
      indexes: { agent_calls_by_key: '(key_id, called_at)', agent_calls_by_time: '(called_at)' },
    },
  ),
  /** Calls of keys that were refused or failed, without their path, query or body. */
  failed_calls: table(
    {
      /** Of a row of counted calls, the key and the minute. */
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      key_id: text().references('api_keys.id'),
      failed_at: time(),
      /** null, like the operation, the status and the code, in a row of counted calls. */
      request_id: text().nullable(),
      operation: text().nullable(),
      status: integer().nullable(),
      code: text().nullable(),
      /** 1, or how many calls were only counted. */
      calls: integer(),
    },
    {
      chain: 'none',
      proof: operational(COUNT),
      indexes: {
        failed_calls_by_workspace: '(workspace_id, failed_at, id)',
        failed_calls_by_request: '(request_id)',
        failed_calls_by_time: '(failed_at)',
      },
    },
  ),
  audit: table(
    {
      seq: bigint().key(),
      id: text().unique(),
      at: time(),
      actor: text(),
      action: text(),
      subject: text(),
      before: text().nullable().erasedBy('staff.erase', 'members.erase'),
      after: text().nullable().erasedBy('staff.erase', 'members.erase', 'score_requests.erase'),
      via: text<'command' | 'token' | 'session'>().nullable(),
    },
    {
      chain: 'rows',
      indexes: {
        audit_by_time: '(at, seq)',
        audit_by_actor: '(actor, seq)',
        audit_by_action: '(action, seq)',
        audit_by_subject: '(subject)',
      },
      appendOnly: true,
    },
  ),
  /** How often each topic has moved. */
  topics: table(
    {
      /**
       * published: indicators, and what else readers see of providers and frameworks. access: data that decides what a
       * key may read. events: webhook events and endpoints. desk: everything else that staff see. status: what only the
       * service status shows. log: checkpoints and cosignatures. datasets: daily dumps. The last three have a row once
       * they have moved.
       */
      topic: text<'published' | 'access' | 'events' | 'desk' | 'status' | 'log' | 'datasets'>().key(),
      version: bigint(),
    },
    {
      staysSmall: SMALL.fixed,
      chain: 'none',
      proof: operational(
        'Tells processes at once that something changed. Somebody who sets it back delays what readers are shown; who may do what is read from the record chain twice a second.',
      ),
      triggers: TOPIC_TRIGGERS,
      rows: [
        { topic: 'published', version: 0 },
        { topic: 'access', version: 0 },
        { topic: 'events', version: 0 },
        { topic: 'desk', version: 0 },
      ],
    },
  ),
  /** When people were at the desk. */
  desk_visits: table(
    {
      staff_id: text().key().references('staff.id'),
      last_seen_at: time(),
      /** When the visit before this one ended; null during the first one. */
      away_since: time().nullable(),
    },
    { staysSmall: SMALL.staff, chain: 'none', proof: operational(PRESENCE) },
  ),
  /** What people have open at the desk, by the tab of their browser. */
  open_rows: table(
    {
      tab: text().key(),
      staff_id: text().references('staff.id'),
      page: text(),
      row_id: text(),
      seen_at: time(),
    },
    {
      staysSmall: SMALL.open,
      chain: 'none',
      proof: operational(PRESENCE),
      indexes: { open_rows_by_time: '(seen_at)' },
    },
  ),
} as const;
