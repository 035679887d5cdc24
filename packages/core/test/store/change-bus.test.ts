import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { TopicVersions } from '@rf-indicators/core/store/change-bus';
import { createStore } from '@rf-indicators/core/store/open';
import type { Topic } from '@rf-indicators/core/store/schema';
import type { Store } from '@rf-indicators/core/store/store';
import { moveTopic, readTopics } from '@rf-indicators/core/store/topics';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { emptyLocation, emptyStore, onEachStore } from '../../../../test/support/stores.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';

function move(store: Store, topic: Topic): Promise<number> {
  return store.transaction((writes) => moveTopic(writes, topic));
}

onEachStore('a move through another connection is seen', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const [serving, other] = [await createStore(location), await createStore(location)];
  cleanUp(t, () => serving.close());
  cleanUp(t, () => other.close());
  const seen: number[] = [];
  const since = await readTopics(serving.db);
  const bus = serving.changeBus();
  bus.subscribe(['access'], ({ access }: TopicVersions) => seen.push(access), { since });
  await move(other, 'access');
  await until('it is seen', () => seen.length > 0);
  assert.deepEqual(seen, [1]);
  await bus.stop();
  await move(other, 'access');
  await wait(600);
  assert.deepEqual(seen, [1], 'nothing is seen after the stop');
});

onEachStore('a subscriber is notified of its own topics only', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const bus = store.changeBus({ intervalMs: 10 });
  cleanUp(t, bus.stop);
  const since = await readTopics(store.db);
  const heard: string[] = [];
  bus.subscribe(['published'], () => heard.push('published'), { since });
  bus.subscribe(['access', 'events'], () => heard.push('access or events'), { since });
  await move(store, 'desk');
  await wait(100);
  assert.deepEqual(heard, []);
  await move(store, 'events');
  await until('it is seen', () => heard.length > 0);
  await wait(50);
  assert.deepEqual(heard, ['access or events']);
});

onEachStore('a subscriber that asks for every poll is called although no topic moves', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const bus = store.changeBus({ intervalMs: 10 });
  cleanUp(t, bus.stop);
  const since = await readTopics(store.db);
  let calls = 0;
  let moves = 0;
  bus.subscribe(['access'], () => calls++, { since, atEveryPoll: true });
  bus.subscribe(['access'], () => moves++, { since });
  await until('it is called', () => calls > 3);
  assert.equal(moves, 0);
});

onEachStore(
  'a busy subscriber does not delay others, and is notified of moves it missed',
  async (kind, t) => {
    const store = await emptyStore(kind, t);
    const bus = store.changeBus({ intervalMs: 10 });
    cleanUp(t, bus.stop);
    const since = await readTopics(store.db);
    const released = Promise.withResolvers<void>();
    const slow: number[] = [];
    const quick: number[] = [];
    bus.subscribe(
      ['published'],
      async ({ published }: TopicVersions) => {
        slow.push(published);
        await released.promise;
      },
      { since },
    );
    bus.subscribe(['access'], ({ access }: TopicVersions) => quick.push(access), { since });
    await move(store, 'published');
    await until('it is seen', () => slow.length > 0);
    await move(store, 'published');
    await move(store, 'access');
    await until('it is seen', () => quick.length > 0);
    assert.deepEqual([slow, quick], [[1], [1]]);
    released.resolve();
    await until('it is seen', () => slow.length > 1);
    assert.deepEqual(slow, [1, 2]);
  },
);

onEachStore('a handler that failed is called again, and no error ends the subscription', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const errors: unknown[] = [];
  let calls = 0;
  const handle = () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
  };
  const onError = (error: unknown) => errors.push(error);
  const bus = store.changeBus({ intervalMs: 10 });
  cleanUp(t, bus.stop);
  bus.subscribe(['desk'], handle, { since: await readTopics(store.db), onError });
  await move(store, 'desk');
  await until('it is seen', () => calls > 1);
  await wait(100);
  assert.equal(calls, 2);
  assert.deepEqual(
    errors.map((error) => (error as Error).message),
    ['not yet'],
  );
});

onEachStore('a store that cannot be asked is reported, not thrown', async (kind, t) => {
  const store = await createStore(await emptyLocation(kind, t));
  const errors: unknown[] = [];
  await store.close();
  const bus = store.changeBus({ intervalMs: 10 });
  bus.subscribe(['desk'], () => assert.fail('nothing moved'), { onError: (error) => errors.push(error) });
  await until('it is seen', () => errors.length >= 2);
  await bus.stop();
  assert.ok(errors.length >= 2);
});

test('PostgreSQL tells of a move at once, long before the next poll', async (t) => {
  const store = await emptyStore('postgres', t);
  const bus = store.changeBus({ intervalMs: 10 * PATIENCE_MS });
  cleanUp(t, bus.stop);
  const seen: number[] = [];
  bus.subscribe(['events'], ({ events }: TopicVersions) => seen.push(events), {
    since: await readTopics(store.db),
  });
  // The connection that listens needs a moment.
  await until('it listens', async () => {
    await move(store, 'events');
    return seen.length > 0;
  });
  await move(store, 'desk');
  const version = await move(store, 'events');
  await until('the last move is seen', () => seen.at(-1) === version);
});
