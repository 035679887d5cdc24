// Every list that is read in pages, walked while entries are added: no entry comes twice, and none that was there at the
// start is missed. The rows are written directly, many of them at the same instant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACT_NAMES, ACTS, type AnswerOf, type InputOf } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import type { Database } from '@rf-indicators/core/store/schema';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { FIRST_DAY, publishedWorld } from '../../../../test/support/world.ts';
import { type Case, type Cases, idOf, type PagedName, type Place } from './pages/list-case.ts';
import { addKey, MEMBER_LISTS } from './pages/member-lists.ts';
import { STAFF_LISTS } from './pages/staff-lists.ts';
import { type Story, servicesFor, storyOf } from './story.ts';

const CASES: Cases = { ...STAFF_LISTS, ...MEMBER_LISTS };

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
    const answer = await performAct(servicesFor(story, name), story.callers[by]!, name, {
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
