// Tables of webhook endpoints and deliveries.

import { bigint, flag, integer, oneOf, operational, table, text, time } from './define.ts';
import { SMALL } from './reasons.ts';

const SCHEDULE =
  'The state of sending. Somebody who changes it can have an event sent late, again, or never, but not to another address and with no other content. Events stay readable in the API.';
const MESSAGE =
  'A body is sent only if its MAC holds, which needs a key outside the store; otherwise it is rendered again from the recorded event.';
const ATTEMPT =
  'A record of one attempt to send, deleted after 30 days. Somebody who changes it shows members a wrong history of deliveries; nothing is decided by it.';

export const WEBHOOK_TABLES = {
  /** A single row with the newest event that was fanned out; no row before the first. */
  webhook_cursor: table(
    {
      id: integer().key().check('id = 1'),
      seq: bigint(),
    },
    { staysSmall: SMALL.fixed, chain: 'none', proof: operational(SCHEDULE) },
  ),
  webhook_endpoints: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      url: text(),
      description: text().kept('Free text that members can replace with rf webhooks update.'),
      /** JSON array of event types. */
      event_types: text(),
      /** JSON array of provider ids; all providers if empty. */
      provider_ids: text(),
      /** The newest event when the endpoint was created; it is sent only later ones. */
      from_seq: bigint(),
      created_at: time(),
      created_by: text().references('members.id'),
      disabled_at: time().nullable(),
      /** By a member, by a 410 response, or after five days of failures. */
      disabled_because: oneOf('member', 'gone', 'failing').nullable(),
      /** The first failure since a success. */
      failing_since: time().nullable().operational(SCHEDULE),
      removed_at: time().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      indexes: {
        webhook_endpoints_disabled: '(id) where disabled_at is not null',
        webhook_endpoints_by_workspace: '(workspace_id)',
      },
    },
  ),
  /** The secrets that sign for an endpoint in turn; none if only that of its workspace ever did. */
  endpoint_secrets: table(
    {
      endpoint_id: text().key().references('webhook_endpoints.id'),
      version: integer().key(),
      /** Encrypted under the master key; null stands for the secret of the workspace. */
      sealed_secret: text().nullable(),
      created_at: time(),
      /** When it stops signing, after a change; null for the newest one. */
      retires_at: time().nullable(),
    },
    { chain: 'rows' },
  ),
  /** An event in the form for one workspace; all deliveries to it send the same bytes. */
  webhook_messages: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      event_id: text().key(),
      type: text(),
      provider_id: text().nullable(),
      seq: bigint(),
      is_test: flag(),
      created_at: time(),
      body: text(),
      /** Proves the body, with a key outside the store. Without it, the body is rendered again before it is sent. */
      mac: text().nullable(),
    },
    {
      chain: 'none',
      proof: operational(MESSAGE),
      indexes: { webhook_messages_by_time: 'using brin (created_at)' },
    },
  ),
  /** Identified by endpoint and event. It has few indexes and no foreign keys, because it is written often. */
  webhook_deliveries: table(
    {
      endpoint_id: text().key(),
      event_id: text().key(),
      /** pending: sent when it is due. waiting: until its endpoint is enabled. The others are final. */
      status: oneOf('pending', 'waiting', 'delivered', 'exhausted', 'cancelled'),
      /** Attempts of the current schedule; a redelivery starts again at 0. */
      step: integer(),
      /** All attempts. */
      tries: integer(),
      /** When it may be claimed: the time of the next attempt or, once claimed, the end of the lease. */
      due_at: time(),
      claim: text().nullable(),
      created_at: time(),
      finished_at: time().nullable(),
      last_code: integer().nullable(),
      last_error: text().nullable(),
    },
    {
      chain: 'none',
      proof: operational(SCHEDULE),
      indexes: { webhook_deliveries_due: "(endpoint_id, due_at) where status = 'pending'" },
      isClustered: true,
    },
  ),
  webhook_attempts: table(
    {
      endpoint_id: text().key(),
      event_id: text().key(),
      started_at: time().key(),
      finished_at: time(),
      url: text(),
      /** JSON object, as sent. */
      request_headers: text(),
      code: integer().nullable(),
      /** JSON object, up to 1 KiB. */
      response_headers: text().nullable(),
      /** The first 1 KiB. */
      response_body: text().nullable(),
      error: text().nullable(),
    },
    {
      chain: 'none',
      proof: operational(ATTEMPT),
      indexes: { webhook_attempts_by_time: 'using brin (finished_at)' },
      isClustered: true,
    },
  ),
} as const;
