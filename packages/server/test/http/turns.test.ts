// Turns: how many work at a time, who is next, and who gets no place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoPlace, type Place, Turns } from '../../src/http/turns.ts';

/** Work that lasts until it is ended, in the order in which it began. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    take: (place: Place, name: string) =>
      place.take(
        () =>
          new Promise<void>((resolve) => {
            begun.push(name);
            ends.set(name, resolve);
          }),
      ),
    async end(name: string) {
      ends.get(name)!();
      // The turn is handed on in microtasks.
      await new Promise(setImmediate);
    },
  };
}

test('clients take turns, however much one of them sends; those that go first are next', async () => {
  const turns = new Turns({ atOnce: 1, perClient: 4, inAll: 10 });
  const { begun, take, end } = workshop();
  for (const name of ['a1', 'a2', 'a3']) void take(turns.enter('a'), name);
  void take(turns.enter('b'), 'b1');
  void take(turns.enter('c', { isFirst: true }), 'c1');
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['a1'], 'one at a time');
  for (const name of ['a1', 'c1', 'a2', 'b1', 'a3']) await end(name);
  assert.deepEqual(begun, ['a1', 'c1', 'a2', 'b1', 'a3']);
  void take(turns.enter('b'), 'b2');
  await new Promise(setImmediate);
  assert.equal(begun.at(-1), 'b2', 'an idle turn is taken at once');
});

test('a client has its share of the places, and those that go first have their own', () => {
  const turns = new Turns({ atOnce: 1, perClient: 2, inAll: 3 });
  const places = [turns.enter('a'), turns.enter('a')];
  const refusal = (client: string, isFirst = false) => {
    try {
      turns.enter(client, { isFirst }).leave();
      return null;
    } catch (error) {
      assert.ok(error instanceof NoPlace);
      return error.isOwnShare ? 'own share' : 'full';
    }
  };
  assert.deepEqual([refusal('a'), refusal('b')], ['own share', null]);
  places.push(turns.enter('b'));
  assert.deepEqual([refusal('b'), refusal('c'), refusal('c', true)], ['full', 'full', null]);
  places.pop()!.leave();
  assert.equal(refusal('c'), null);
  for (const place of places) place.leave();
  assert.equal(refusal('a'), null);
});

test('work that fails passes its turn on, and a place takes many turns', async () => {
  const turns = new Turns({ atOnce: 1, perClient: 1, inAll: 1 });
  const place = turns.enter('a');
  await assert.rejects(
    place.take(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await place.take(async () => 1), 1);
  assert.equal(await place.take(async () => 2), 2);
  place.leave();
  turns.enter('b').leave();
});
