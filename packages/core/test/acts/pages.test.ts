// Every list that is read in pages, walked while entries are added: no entry comes twice, and none that was there at the
// start is missed. The rows are written directly, many of them at the same instant.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ACT_NAMES, ACTS, type ActName, type AnswerOf, type InputOf } from '@rf-indicators/contract/acts';
import { writeCalls } from '@rf-indicators/core/accounts/agent-calls';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { writeFailedCalls } from '@rf-indicators/core/accounts/failed-calls';
import { writeKey } from '@rf-indicators/core/accounts/keys';
import { writeUsage } from '@rf-indicators/core/accounts/usage-records';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { recordAct } from '@rf-indicators/core/context/audit';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { blankItem } from '@rf-indicators/core/desk/runs/run-items';
import type { Database } from '@rf-indicators/core/store/schema';
import type { Writes } from '@rf-indicators/core/store/store';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, FIRST_DAY, publishedWorld } from '../../../../test/support/world.ts';
import { type Story, storyOf } from './story.ts';

type PagedName = {
  [Name in ActName]: AnswerOf<Name> extends { next_cursor: string | null } ? Name : never;
}[ActName];

interface Place {
  story: Story;
  member: string;
  workspace: string;
  key: string;
  staff: string;
  endpoints: readonly [string, string];
}

interface Case<Name extends PagedName> {
  /** Who reads: a member of staff by default. */
  by?: 'member';
  input?: InputOf<Name>;
  /** Adds entry number `n`. */
  add(writes: Writes, place: Place, n: number): Promise<unknown>;
  idOf?(item: AnswerOf<Name>['data'][number]): unknown;
  /** Entries in a page; 2 if absent. */
  limit?: number;
}

/** Ids in no order, so that entries are added before and after the place where a reader is. */
function idOf(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Two entries share an instant. */
function at(n: number): number {
  return FIRST_DAY + (n >> 1);
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const CASES: { [Name in PagedName]: Case<Name> } = {
  'staff.list': {
    input: { all: true },
    add: (writes, _, n) => {
      const row = { id: idOf('staff', n), name: `Person ${n}`, created_at: at(n), retired_at: null };
      return writes.insertInto('staff').values(row).execute();
    },
  },
  'requests.list': {
    add: (writes, { staff }, n) => {
      const row = { id: idOf('request', n), kind: 'rules.set', subject: 'rules/x', content: '{}' };
      return writes
        .insertInto('requests')
        .values({ ...row, requested_by: staff, requested_at: at(n) })
        .execute();
    },
  },
  'workspaces.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('workspaces')
        .values({
          ...{ id: idOf('workspace', n), name: `Workspace ${n}`, tier: 'FREE', entitlements: '[]' },
          ...{ pilot_enabled_at: null, created_at: at(n), created_by: staff, access_version: 0 },
          ...{ suspended_at: null, suspended_reason: null },
        })
        .execute(),
  },
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
  'sign_ins.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('sign_in_invitations')
        .values({
          ...{ id: idOf('sign-in', n), kind: 'invitation', staff_id: staff, member_id: null },
          ...{ email: `${n}@example.com`, code_hash: digest(`sign-in ${n}`), invited_by: staff },
          ...{ invited_at: at(n), expires_at: at(n) + 30 * DAY, shown_to: null, claimed_at: null },
          ...{ password: null, check_hash: null, wrong_checks: 0, confirmed_at: null },
          ...{ confirmed_by: null, ended_at: null },
        })
        .execute(),
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
  'providers.timeline': {
    input: { provider: 'brindlewick-vaults', kind: 'notes' },
    add: async (writes, { staff }, n) => {
      const { id: provider_id } = await writes
        .selectFrom('providers')
        .select('id')
        .where('slug', '=', 'brindlewick-vaults')
        .executeTakeFirstOrThrow();
      const row = { id: idOf('note', n), provider_id, text: `Note ${n}`, written_by: staff };
      return writes
        .insertInto('provider_notes')
        .values({ ...row, written_at: at(n) })
        .execute();
    },
  },
  'providers.list': { limit: 5, add: (writes, { staff }, n) => addProvider(writes, staff, n) },
  'evidence.list': {
    input: { grade: 'D' },
    add: (writes, { staff }, n) => addEvidence(writes, staff, idOf('evidence', n), n),
  },
  'inputs.list': {
    input: { batch: 'paged' },
    add: async (writes, { story, staff }, n) => {
      const evidence_id = idOf('evidence of', n);
      await addEvidence(writes, staff, evidence_id, n);
      return writes
        .insertInto('proposals')
        .values({
          ...{ id: idOf('proposal', n), batch_id: 'paged', provider_id: story.world.idOf('FX-01') },
          ...{ currency: null, input_id: 'website', value: String(n), evidence_id, renewal: 0 },
          ...{ facts: '{}', proposed_by: staff, proposed_at: at(n) },
        })
        .execute();
    },
  },
  'inputs.due': {
    input: { days: 9999, missing: true },
    limit: 97,
    idOf: ({ provider_id, input }) => [provider_id, input],
    add: (writes, { staff }, n) => addProvider(writes, staff, n + 1000),
  },
  'due.list': {
    input: { time: 'all' },
    limit: 97,
    idOf: ({ provider_id, input }) => [provider_id, input],
    add: (writes, { staff }, n) => addProvider(writes, staff, n + 3000),
  },
  'configurations.list': {
    idOf: ({ digest: of }) => of,
    add: (writes, { staff }, n) => {
      const row = { digest: digest(`configuration ${n}`), name: `c${n % 3}`, content: '{}' };
      return writes
        .insertInto('configurations')
        .values({ ...row, recorded_at: FIRST_DAY + n, recorded_by: staff })
        .execute();
    },
  },
  'runs.list': {
    add: async (writes, { staff }, n) => {
      const { digest: methodology_digest } = await firstOf(writes, 'methodologies');
      const { digest: configuration_digest } = await firstOf(writes, 'configurations');
      const row = { id: idOf('run', n), kind: 'manual', status: 'discarded', as_of: at(n) } as const;
      return writes
        .insertInto('runs')
        .values({
          ...{ ...row, known_at: at(n), methodology_digest, configuration_digest },
          ...{ corrects_proposal: null, corrected_by_proposal: null, reason: null },
          ...{ created_by: staff, created_at: at(n), finished_at: null },
        })
        .execute();
    },
  },
  'runs.items': {
    input: { run: idOf('run of items') },
    idOf: ({ provider_id }) => provider_id,
    add: async (writes, { staff }, n) => {
      const { digest: methodology_digest } = await firstOf(writes, 'methodologies');
      const { digest: configuration_digest } = await firstOf(writes, 'configurations');
      const run = { id: idOf('run of items'), kind: 'manual', status: 'draft', as_of: at(0) } as const;
      await writes
        .insertInto('runs')
        .values({
          ...{ ...run, known_at: at(0), methodology_digest, configuration_digest },
          ...{ corrects_proposal: null, corrected_by_proposal: null, reason: null },
          ...{ created_by: staff, created_at: at(0), finished_at: at(0) },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const id = await addProvider(writes, staff, n + 2000);
      const kind = n % 2 === 0 ? 'renewal' : 'initial';
      const item = { ...blankItem(run.id, id, at(0), null), action: 'publish', kind } as const;
      return writes.insertInto('run_items').values(item).execute();
    },
  },
  'withdrawals.list': {
    add: async (writes, { staff }, n) => {
      const { provider_id, verification_id } = await writes
        .selectFrom('indicators')
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      const row = { id: idOf('withdrawal', n), provider_id, verification_id, reason: 'It ended.' };
      return writes
        .insertInto('withdrawal_requests')
        .values({ ...row, asked_by: staff, asked_at: at(n) })
        .execute();
    },
  },
  'issuances.list': {
    add: (writes, _, n) =>
      writes
        .insertInto('issuances')
        .values({
          ...{ id: idOf('issuance', n), provider_id: null, issuer_name: 'I', name: 'N', ticker: null },
          ...{ type: 'bond', status: 'ANNOUNCED', currency: 'EUR', amount: null, coupon_rate: null },
          ...{ price: null, announced_on: `2026-04-0${1 + (n % 3)}`, pricing_on: null },
          ...{ settles_on: null, source_url: null, updated_at: at(n) },
        })
        .execute(),
  },
  'incidents.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('incidents')
        .values({
          ...{ id: idOf('incident', n), title: 'T', detail: null, impact: 'degraded', started_at: at(n) },
          ...{ ended_at: null, opened_by: staff, updated_at: at(n) },
        })
        .execute(),
  },
  'verifications.list': {
    add: (writes, { staff }, n) =>
      writes
        .insertInto('verifications')
        .values({
          ...{ id: idOf('verification', n), started_at: at(n), started_by: staff, seen_at: at(n), done: 0 },
          ...{ total: 0, finished_at: null, result: null, failure: null },
        })
        .execute(),
  },
  'score_requests.list': {
    add: (writes, _, n) =>
      writes
        .insertInto('score_requests')
        .values({
          ...{ id: idOf('score request', n), provider_name: 'P', provider_url: null, message: null },
          ...{ planner_type: null, contact_email: null, status: 'received', received_at: at(n) },
          ...{ decided_at: null, decided_by: null, provider_id: null },
        })
        .execute(),
  },
  'audit.list': {
    input: { action: 'rule.set' },
    idOf: ({ seq }) => seq,
    add: (writes, { story, staff }) =>
      recordAct(story.world.desk, writes, { id: staff }, 'rule.set', 'rules/x', null, null),
  },
  'workspaces.audit': {
    by: 'member',
    input: { action: 'key.revoked', newest_first: true },
    idOf: ({ seq }) => seq,
    add: (writes, { story, member, key }) =>
      recordAct(story.world.desk, writes, { id: member }, 'key.revoked', `keys/${key}`, null, null),
  },
};

async function addKey(writes: Writes, { story, workspace, member }: Place, name: string): Promise<string> {
  const key = { workspace_id: workspace, name, tier: 'FREE', agent_scope: 0, hourly_limit: null } as const;
  const rest = { created_by: member, expires_at: null, replaces: null };
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

async function addProvider(writes: Writes, staff: string, n: number): Promise<string> {
  const id = idOf('provider', n);
  const slug = `p-${id.slice(0, 8)}`;
  await writes
    .insertInto('providers')
    .values({ id, slug, created_at: at(n), retired_at: null })
    .execute();
  await writes.insertInto('provider_slugs').values({ slug, provider_id: id }).execute();
  const version = { provider_id: id, version: 1, recorded_at: at(n), recorded_by: staff, name: slug };
  await writes
    .insertInto('provider_versions')
    .values({ ...version, aliases: '[]', subtype: 'exchange', website: null })
    .execute();
  return id;
}

function addEvidence(writes: Writes, staff: string, id: string, n: number) {
  const evidence = { id, kind: 'website', title: 'T', url: null, page: null, quote: null, sha256: null };
  return writes
    .insertInto('evidence')
    .values({ ...evidence, evidence_date: '2026-04-01', grade: 'D', recorded_at: at(n), recorded_by: staff })
    .execute();
}

function firstOf<Table extends 'methodologies' | 'configurations'>(writes: Writes, table: Table) {
  return writes
    .selectFrom(table as 'methodologies')
    .select('digest')
    .orderBy('digest')
    .executeTakeFirstOrThrow();
}

async function placeOf(story: Story): Promise<Place> {
  const { desk, people, masterKey, store } = story.world;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, { name: 'Acorn', tier: 'FREE' });
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  story.callers.member = { kind: 'member', member, from: 'a test' };
  const workspace = member.workspace.id;
  const place = { story, member: member.id, workspace, staff: people.operator.id, key: '' };
  const endpoints = [idOf('endpoint', 1), idOf('endpoint', 2)] as const;
  const key = await store.transaction(async (writes) => {
    for (const id of endpoints) {
      const row: Database['webhook_endpoints'] = {
        ...{ id, workspace_id: workspace, url: `https://${id}.test/`, description: '', event_types: '[]' },
        ...{ provider_ids: '[]', from_seq: 0, created_at: FIRST_DAY, created_by: member.id },
        ...{ disabled_at: null, disabled_because: null, failing_since: null, removed_at: null },
      };
      await writes.insertInto('webhook_endpoints').values(row).execute();
    }
    return addKey(writes, { ...place, endpoints }, 'first');
  });
  return { ...place, key, endpoints };
}

test('every list that answers in pages is walked below, and takes a limit and a cursor', () => {
  const paged = ACT_NAMES.filter((name) => 'next_cursor' in ACTS[name].answer.properties);
  assert.deepEqual(Object.keys(CASES).sort(), paged.sort());
  for (const name of paged) assert.ok('cursor' in ACTS[name].input.properties, name);
});

const ADDED_FIRST = 7;
const ADDED_MEANWHILE = 3;

async function walk<Name extends PagedName>(place: Place, name: Name): Promise<void> {
  const { by = 'operator', input, add, idOf: identify, limit = 2 } = CASES[name] as Case<Name>;
  const { story } = place;
  const { store } = story.world;
  const idText = (item: AnswerOf<Name>['data'][number]) =>
    JSON.stringify(identify === undefined ? (item as { id: string }).id : identify(item));
  const read = async (page: { limit: number; cursor?: string }) => {
    const answer = await performAct(story.services, story.callers[by]!, name, {
      ...input,
      ...page,
    } as unknown as InputOf<Name>);
    return answer as { data: AnswerOf<Name>['data']; next_cursor: string | null };
  };
  const addOne = (n: number) => store.transaction((writes) => add(writes, place, n));
  for (let n = 0; n < ADDED_FIRST; n += 1) await addOne(n);
  const before = (await read({ limit: 1000 })).data.map(idText);
  assert.ok(before.length > limit * 2, `${name}: has several pages`);
  assert.equal(new Set(before).size, before.length, name);
  const seen: string[] = [];
  let added = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ limit, ...(cursor === undefined ? {} : { cursor }) });
    assert.ok(page.data.length <= limit, name);
    seen.push(...page.data.map(idText));
    cursor = page.next_cursor;
    if (added < ADDED_MEANWHILE) {
      await addOne(ADDED_FIRST + added);
      added += 1;
    }
  }
  assert.equal(new Set(seen).size, seen.length, `${name}: none comes twice`);
  const known = new Set(before);
  assert.deepEqual(
    seen.filter((id) => known.has(id)),
    before,
    `${name}: all that were there come, in their order`,
  );
  for (const cursor of ['x', Buffer.from('["other",1,"x"]').toString('base64url')]) {
    await assert.rejects(read({ limit, cursor }), (error) => {
      assert.ok(error instanceof Refusal && error.code === 'validation_failed', String(error));
      assert.deepEqual(
        error.details.map(({ place: where, code }) => [where, code]),
        [['/cursor', 'invalid_cursor']],
      );
      return true;
    });
  }
}

onEitherStore('pages are complete and without repetition while entries are added', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const place = await placeOf(storyOf(world));
  for (const name of Object.keys(CASES) as PagedName[]) await walk(place, name);
});
