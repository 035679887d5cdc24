import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVICE } from '@rf-indicators/core/context/actor';
import { recordAct } from '@rf-indicators/core/context/audit';
import { changeCount } from '@rf-indicators/core/store/change-counter';
import { watchChanges } from '@rf-indicators/core/store/change-watch';
import { openStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import { cleanUp } from './support/rf.ts';
import { emptyLocation, emptyStore, onEachStore } from './support/stores.ts';

let ids = 0;

function act(store: Store): Promise<void> {
  const newId = () => {
    ids += 1;
    return `id ${ids}`;
  };
  const desk = { store, clock: () => 1_775_000_000_000, newId };
  return store.transaction((writes) => recordAct(desk, writes, SERVICE, 'test', 'x', null, null));
}

onEachStore('a write through another connection is seen within a second', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const [serving, other] = [await openStore(location), await openStore(location)];
  cleanUp(t, () => serving.close());
  cleanUp(t, () => other.close());
  const seen: number[] = [];
  const since = await changeCount(serving.db);
  const stop = watchChanges(serving, (count) => seen.push(count), { since });
  cleanUp(t, stop);
  await act(other);
  const wrote = performance.now();
  while (seen.length === 0 && performance.now() - wrote < 1000) await wait(10);
  assert.deepEqual(seen, [1]);
  await stop();
  await act(other);
  await wait(600);
  assert.deepEqual(seen, [1], 'nothing is seen after the stop');
});

onEachStore('a handler that failed is called again, and no fault ends the watch', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const errors: unknown[] = [];
  let calls = 0;
  const handle = () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
  };
  const onError = (error: unknown) => errors.push(error);
  const stop = watchChanges(store, handle, { intervalMs: 10, since: 0, onError });
  cleanUp(t, stop);
  await act(store);
  const begun = performance.now();
  while (calls < 2 && performance.now() - begun < 2000) await wait(10);
  await wait(100);
  assert.equal(calls, 2);
  assert.deepEqual(
    errors.map((error) => (error as Error).message),
    ['not yet'],
  );
});

onEachStore('a store that cannot be asked is reported, not thrown', async (kind, t) => {
  const store = await openStore(await emptyLocation(kind, t));
  const errors: unknown[] = [];
  await store.close();
  const stop = watchChanges(store, () => assert.fail('there was no change'), {
    intervalMs: 10,
    onError: (error) => errors.push(error),
  });
  const begun = performance.now();
  while (errors.length < 2 && performance.now() - begun < 2000) await wait(10);
  await stop();
  assert.ok(errors.length >= 2);
});
