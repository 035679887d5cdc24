// Instants of acts: callers write and read texts (RFC 3339), and the domain has milliseconds since 1970. Nothing is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACT_NAMES, ACTS, type ActName } from '@rf-indicators/contract/acts';
import { checkedInput } from '@rf-indicators/core/acts/check-input';
import { answerForCallers, rewriteInstants } from '@rf-indicators/core/acts/instants';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { instantText, readInstantText } from '@rf-indicators/core/context/times';
import { Type } from 'typebox';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { storyOf } from './story.ts';

const INSTANT = Date.parse('2026-04-01T06:00:00.007Z');

test('a text gives the millisecond that it was made of', () => {
  for (const instant of [0, 1, 999, 1000, INSTANT, INSTANT - 7, Date.parse('9999-12-31T23:59:59.999Z')])
    assert.equal(readInstantText(instantText(instant)), instant);
  assert.equal(instantText(INSTANT), '2026-04-01T06:00:00.007Z');
  assert.equal(instantText(INSTANT - 7), '2026-04-01T06:00:00Z');
});

test('an instant in an input can have any offset, and becomes milliseconds', () => {
  const read = (since: string) => checkedInput('notices.list', { since }).since;
  assert.equal(read('2026-04-01T06:00:00.007Z'), INSTANT);
  assert.equal(read('2026-04-01T08:00:00.007+02:00'), INSTANT);
  // Digits after the milliseconds are of no account, as in the API.
  assert.equal(read('2026-04-01T06:00:00.007999Z'), INSTANT);
  assert.deepEqual(checkedInput('notices.list', {}), {});
});

test('what is not a date-time is refused at its place, with the format', () => {
  const message = 'must be a date-time with an offset (RFC 3339), such as 2026-04-01T06:00:00Z';
  const wrong: unknown[] = [
    ...['', 'yesterday', '1775023200000', '2026-04-01', '2026-04-01T06:00:00', '2026-04-01 06:00:00Z'],
    ...['2026-02-30T06:00:00Z', '2026-04-01T24:00:00Z', '2026-04-01T06:00:00+2:00', '0000-01-01T00:00:00Z'],
    // A leap second, a time zone by name, and a year that no answer could hold.
    ...['2016-12-31T23:59:60Z', '2026-04-01T06:00:00Z[UTC]', '9999-12-31T23:59:59-01:00'],
    ...[1775023200000, null, true, {}],
  ];
  for (const since of wrong) {
    const { details } = refusalOf(() => checkedInput('notices.list', { since }));
    assert.deepEqual(details, [{ place: '/since', code: 'not_instant', message }], JSON.stringify(since));
  }
  const { details } = refusalOf(() => checkedInput('notices.list', { since: 1, until: 'now', luck: 1 }));
  assert.deepEqual(details.map(({ place, code }) => `${place} ${code}`).sort(), [
    '/luck unknown_member',
    '/since not_instant',
    '/until not_instant',
  ]);
});

function refusalOf(check: () => unknown): Refusal {
  try {
    check();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  throw new assert.AssertionError({ message: 'It was not refused.' });
}

test('instants of an answer become texts at every depth, and the domain keeps its own object', () => {
  const at = Type.String({ format: 'date-time' });
  const schema = Type.Object({
    at,
    ended: Type.Union([at, Type.Null()]),
    list: Type.Array(Type.Object({ at, count: Type.Integer() })),
    map: Type.Unsafe({ type: 'object', additionalProperties: at }),
    other: Type.Object({ count: Type.Integer() }),
  });
  const rewrite = rewriteInstants(schema, (value) => instantText(value as number))!;
  const other = { count: INSTANT };
  const answer = { at: 0, ended: null, list: [{ at: INSTANT, count: 1 }], map: { a: 1000 }, other };
  const before = structuredClone(answer);
  const rewritten = rewrite(answer) as typeof answer;
  assert.deepEqual(rewritten, {
    at: '1970-01-01T00:00:00Z',
    ended: null,
    list: [{ at: '2026-04-01T06:00:00.007Z', count: 1 }],
    map: { a: '1970-01-01T00:00:01Z' },
    other: { count: INSTANT },
  });
  assert.deepEqual(answer, before);
  // What has no instants is not copied.
  assert.equal(rewritten.other, other);
  assert.equal(rewriteInstants(schema.properties.other, String), null);
});

test('the schema of every answer can be rewritten', () => {
  const written = ACT_NAMES.filter(
    (name: ActName) => rewriteInstants(ACTS[name].answer, (value) => value) !== null,
  );
  assert.ok(written.length > 70, String(written.length));
});

test('a member that is already a text stays as it is', () => {
  const page = { data: [], next_cursor: null };
  assert.deepEqual(answerForCallers('keys.list', page), page);
});

onEitherStore('what was read can be sent again, to the millisecond', async (kind, t) => {
  const { services, callers, world } = storyOf(await foundedWorld(kind, t));
  world.desk.moveTo(world.desk.clock() + 123);
  const started_at = instantText(world.desk.clock() - 7);
  const wanted = { title: 'Slow answers', impact: 'degraded', started_at } as const;
  const opened = await performAct(services, callers.operator!, 'incidents.open', wanted);
  assert.equal(opened.started_at, started_at);
  // The version of what was seen is its instant: any other one is refused.
  const change = (seen: string) =>
    performAct(services, callers.operator!, 'incidents.update', { id: opened.id, title: 'Slower', seen });
  await assert.rejects(change(instantText(readInstantText(opened.updated_at)! - 1)), /changed/);
  assert.equal((await change(opened.updated_at)).title, 'Slower');
});
