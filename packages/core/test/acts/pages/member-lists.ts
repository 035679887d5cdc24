// The lists that members of a workspace read in pages.

import { writeCalls } from '@rf-indicators/core/accounts/agent-calls';
import { writeFailedCalls } from '@rf-indicators/core/accounts/failed-calls';
import { writeKey } from '@rf-indicators/core/accounts/keys';
import { writeUsage } from '@rf-indicators/core/accounts/usage-records';
import { sealSettings } from '@rf-indicators/core/books/open-book';
import { writeRights } from '@rf-indicators/core/books/rights';
import { bookKeyPurpose, sealPart } from '@rf-indicators/core/books/sealing';
import { recordAct } from '@rf-indicators/core/context/audit';
import type { Writes } from '@rf-indicators/core/store/store';
import { alertRow } from '../../../../../test/support/alerts.ts';
import { contentsOf, positionOf } from '../../../../../test/support/books.ts';
import { DAY, FIRST_DAY } from '../../../../../test/support/world.ts';
import { at, type Cases, digest, idOf, type Place } from './list-case.ts';

const BOOK = idOf('book');
const RULE = idOf('rule');

export const MEMBER_LISTS = {
  'members.list': {
    by: 'member',
    add: (writes, { workspace }, n) => {
      const row = { id: idOf('member', n), workspace_id: workspace, name: `Member ${n}` };
      return writes
        .insertInto('members')
        .values({ ...row, role: 'viewer', created_at: at(n), removed_at: null })
        .execute();
    },
  },
  'terms.list': {
    by: 'member',
    idOf: ({ version }) => version,
    add: (writes, { workspace, member }, n) =>
      writes
        .insertInto('terms_acceptances')
        .values({
          ...{ id: idOf('terms', n), workspace_id: workspace, kind: 'agent', version: String(n) },
          ...{ digest: digest(`terms ${n}`), accepted_by: member, accepted_at: at(n) },
          accepted_from: 'a test',
        })
        .execute(),
  },
  'keys.list': {
    by: 'member',
    add: (writes, place, n) => addKey(writes, place, `key ${n}`),
  },
  'deliveries.list': {
    by: 'member',
    add: async (writes, { workspace, endpoints }, n) => {
      const event_id = idOf('event', n);
      await addMessage(writes, workspace, event_id, n);
      // Both endpoints get the event, so that two deliveries differ by their endpoint alone.
      for (const endpoint_id of endpoints) await addDelivery(writes, endpoint_id, event_id, n);
    },
  },
  'deliveries.attempts': {
    by: 'member',
    input: { since: '1970-01-01T00:00:00Z' },
    idOf: ({ delivery_id, started_at }) => [delivery_id, started_at],
    add: async (writes, { workspace, endpoints: [endpoint_id] }, n) => {
      const event_id = idOf('attempted', n);
      await addMessage(writes, workspace, event_id, n);
      await addDelivery(writes, endpoint_id, event_id, n);
      const attempt = { endpoint_id, event_id, finished_at: at(n), url: 'https://a.test/', code: 200 };
      const response = { request_headers: '{}', response_headers: null, response_body: null, error: null };
      for (const started_at of [at(n) - 2, at(n) - 1]) {
        await writes
          .insertInto('webhook_attempts')
          .values({ ...attempt, ...response, started_at })
          .execute();
      }
    },
  },
  'agent_calls.list': {
    by: 'member',
    idOf: ({ request_id }) => request_id,
    add: (writes, { story, key }, n) => {
      const call = { keyId: key, at: at(n), endpoint: 'plain', tool: null, outcome: 'ok' } as const;
      const calls = ['a', 'b'].map((half) => ({ ...call, durationUs: 1, requestId: `${n} ${half}` }));
      return writeCalls(story.world.desk, writes, calls);
    },
  },
  'policies.decisions': {
    by: 'member',
    idOf: ({ decision_id }) => decision_id,
    add: (writes, { workspace }, n) =>
      writes
        .insertInto('policy_decisions')
        .values({
          ...{ id: idOf('decision', n), workspace_id: workspace, policy_name: 'lender' },
          ...{ policy_digest: digest('policy'), request_digest: digest(`request ${n}`), exposure: 'new' },
          ...{ reference: null, idempotency_key: null, issued_at: at(n), hypothetical: 0 },
          ...{ allowed: 1, reviewed: 0, blocked: 0, signed: new Uint8Array(), shadow: null },
        })
        .execute(),
  },
  'watch.alerts': {
    by: 'member',
    add: async (writes, { workspace, member }, n) => {
      if (n === 0) await addRule(writes, workspace, member);
      const row = alertRow({ id: idOf('alert', n), workspace_id: workspace, rule_id: RULE, at: at(n) });
      return writes.insertInto('alerts').values(row).execute();
    },
  },
  'books.positions': {
    by: 'member',
    input: { book: BOOK, sort: 'name' },
    // The first time, the book itself. Each version has one position more than the last.
    add: async (writes, place, n) => {
      if (n === 0) await addBook(writes, place);
      const key = Buffer.alloc(32, 7);
      const positions = Array.from({ length: n + 1 }, (_, at) =>
        positionOf(idOf('position', at), '1', { name: `Name ${at % 3}` }),
      );
      const part = { bookId: BOOK, kind: 'contents', number: n + 1 } as const;
      await writes
        .insertInto('book_versions')
        .values({
          ...{ book_id: BOOK, number: n + 1, effective_on: '2026-01-01', recorded_at: FIRST_DAY - DAY + n },
          ...{ recorded_by: place.member, sealed: sealPart(key, part, contentsOf(positions)) },
        })
        .execute();
    },
  },
  'failed_calls.list': {
    by: 'member',
    idOf: ({ request_id }) => request_id,
    add: (writes, { story, key, workspace }, n) => {
      const details = { requestId: String(n), operation: 'getScore', status: 404, code: 'not_found' };
      const call = { workspaceId: workspace, keyId: key, at: at(n), details, calls: 1 };
      return writeFailedCalls(story.world.desk, writes, [call]);
    },
  },
  'usage.list': {
    by: 'member',
    input: { since: '1970-01-01T00:00:00Z' },
    idOf: ({ day, key_id }) => [day, key_id],
    add: async (writes, place, n) => {
      // Two days of each key.
      const keyId = await addKey(writes, place, `used ${n % 5}`);
      const count = { operation: 'getScore', accepted: 1, refused: 0, lastAt: 1 };
      const days = [n % 3, (n % 3) + 1];
      await writeUsage(
        writes,
        days.map((day) => ({ ...count, keyId, hour: FIRST_DAY - (FIRST_DAY % DAY) + day * DAY })),
      );
    },
  },
  'notices.list': {
    by: 'member',
    add: (writes, { workspace }, n) => {
      const row = { id: idOf('notice', n), workspace_id: workspace, kind: 'webhook.disabled' };
      return writes
        .insertInto('workspace_notices')
        .values({ ...row, subject: 'x', message: 'Disabled.', created_at: at(n) })
        .execute();
    },
  },
  'workspaces.audit': {
    by: 'member',
    input: { action: 'key.revoked', newest_first: true },
    idOf: ({ seq }) => seq,
    add: (writes, { story, member, key }) =>
      recordAct(story.world.desk, writes, { id: member }, 'key.revoked', `keys/${key}`, null, null),
  },
} satisfies Partial<Cases>;

/** With a key that the test knows. */
async function addBook(writes: Writes, { story, workspace, member }: Place): Promise<void> {
  const { desk, masterKey } = story.world;
  const key = Buffer.alloc(32, 7);
  const settings = { name: 'Treasury', currency: 'EUR', measure: 'net', policy: null } as const;
  await writes
    .insertInto('books')
    .values({
      ...{ id: BOOK, workspace_id: workspace, sealed_settings: sealSettings(key, BOOK, settings) },
      ...{ sealed_key: masterKey.seal(key.toString('base64'), bookKeyPurpose(BOOK)), amounts_to: '[]' },
      ...{ created_at: FIRST_DAY, created_by: member, deleted_at: null, deleted_by: null },
    })
    .execute();
  await writeRights(desk, writes, { book: BOOK, member, by: member }, ['see']);
}

export async function addKey(
  writes: Writes,
  { story, workspace, member }: Place,
  name: string,
): Promise<string> {
  const key = { workspace_id: workspace, name, tier: 'FREE', agent_scope: 0, scope: null } as const;
  const rest = { hourly_limit: null, created_by: member, expires_at: null, replaces: null };
  return (await writeKey(story.world.desk, writes, { ...key, ...rest })).id;
}

function addMessage(writes: Writes, workspace_id: string, event_id: string, n: number) {
  const message = { workspace_id, event_id, type: 'webhook.test', provider_id: null, seq: n, is_test: 0 };
  return writes
    .insertInto('webhook_messages')
    .values({ ...message, created_at: at(n), body: '{}' })
    .execute();
}

function addDelivery(writes: Writes, endpoint_id: string, event_id: string, n: number) {
  const delivery = { endpoint_id, event_id, status: 'delivered', step: 0, tries: 1 } as const;
  return writes
    .insertInto('webhook_deliveries')
    .values({
      ...{ ...delivery, due_at: at(n), claim: null, created_at: at(n), finished_at: at(n) },
      ...{ last_code: 200, last_error: null },
    })
    .execute();
}

function addRule(writes: Writes, workspace: string, member: string) {
  return writes
    .insertInto('watch_rules')
    .values({
      ...{ id: RULE, workspace_id: workspace, book_id: null, name: 'Stale', providers: '[]' },
      ...{ conditions: '[{"kind":"stale"}]', channels: '[]', at_once: 1, to_webhooks: 0, is_on: 0 },
      ...{ owner: member, created_at: FIRST_DAY, changed_at: FIRST_DAY, on_since: null, deleted_at: null },
    })
    .execute();
}
