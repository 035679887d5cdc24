import assert from 'node:assert/strict';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { instantText } from '@rf-indicators/core/context/times';
import {
  addScoreRequestNote,
  decideScoreRequest,
  markRequestScored,
} from '@rf-indicators/core/desk/market/score-request-decisions';
import {
  listScoreRequests,
  readScoreRequestOutcome,
} from '@rf-indicators/core/desk/market/score-request-records';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import type { ScoreRequestStatus } from '@rf-indicators/core/store/schema';
import { decideMatter } from '../../../../../test/support/deciding.ts';
import { fixtureDesk, person, START } from '../../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { foundedWorld, publishedWorld, publishNow } from '../../../../../test/support/world.ts';

const BODY = {
  provider_name: 'Northlight Savings',
  provider_url: 'https://example.com/northlight',
  planner_type: 'stablecoin',
  contact_email: 'asker@example.com',
  message: 'Two lines,\nplease.',
};

onEitherStore('a score request is received with an id and its instant', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const received = await receiveScoreRequest(desk, BODY);
  assert.deepEqual(received, {
    request_id: received.request_id,
    status: 'received',
    received_at: '2026-04-01T09:00:00Z',
  });
  desk.now += 1;
  await receiveScoreRequest(desk, { provider_name: 'x'.repeat(120) });
  const [first, second] = (await listScoreRequests(desk.store.db)).data;
  const undecided = { decided_at: null, decided_by: null, provider_id: null, slug: null, notes: [] };
  const asked = { expected_on: null, demand: { requesters: 1, workspaces: 0, others: 1 } };
  const stored = { id: received.request_id, ...BODY, status: 'received', received_at: desk.now - 1 };
  assert.deepEqual({ ...first }, { ...stored, ...undecided, ...asked });
  assert.equal(second?.provider_url, null);
});

onEitherStore(
  'the audit record of a request contains nothing about the person who sent it',
  async (kind, t) => {
    const desk = await fixtureDesk(kind, t);
    await receiveScoreRequest(desk, BODY);
    const [act] = await desk.store.db.selectFrom('audit').selectAll().execute();
    assert.equal(act?.actor, 'service');
    assert.ok(!JSON.stringify(act).includes('asker@'));
    assert.ok(!JSON.stringify(act).includes('please'));
  },
);

const WRONG: [unknown, string][] = [
  [{ ...BODY, provider_name: undefined }, 'missing'],
  [{ ...BODY, provider_name: ' ' }, 'empty'],
  [{ ...BODY, provider_name: 'x'.repeat(121) }, 'too_long'],
  [{ ...BODY, provider_name: 7 }, 'not_text'],
  [{ ...BODY, provider_url: 'http://example.com' }, 'not_https'],
  [{ ...BODY, provider_url: 'example.com' }, 'not_https'],
  [{ ...BODY, planner_type: 'equity' }, 'unknown_planner_type'],
  [{ ...BODY, contact_email: 'nobody' }, 'not_email'],
  [{ ...BODY, message: 'x'.repeat(2001) }, 'too_long'],
  [{ ...BODY, message: 'a\u0000b' }, 'control_character'],
  [{ ...BODY, priority: 'high' }, 'unknown_member'],
  [[], 'not_object'],
  [null, 'not_object'],
];

onEitherStore('an invalid request is refused and not stored', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  for (const [body, code] of WRONG) {
    await assert.rejects(receiveScoreRequest(desk, body), (error: Refusal) => {
      assert.equal(error.code, 'validation_failed');
      assert.equal(error.details[0]?.code, code, JSON.stringify(body));
      return true;
    });
  }
  assert.deepEqual((await listScoreRequests(desk.store.db)).data, []);
});

onEitherStore('a request is accepted or declined, and an accepted one is scored', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people, idOf, slugOf } = world;
  const { analyst } = people;
  const decisions = ['accepted', 'declined', 'scored'] as const;
  const allowed = ['received>accepted', 'received>declined', 'accepted>scored'];
  const roads: Record<ScoreRequestStatus, (typeof decisions)[number][]> = {
    received: [],
    accepted: ['accepted'],
    declined: ['declined'],
    scored: ['accepted', 'scored'],
  };
  const move = (id: string, to: (typeof decisions)[number], note: string) =>
    to === 'scored'
      ? markRequestScored(desk, analyst, id, slugOf('FX-05'), note)
      : decideScoreRequest(desk, analyst, id, to, note);
  for (const [from, road] of Object.entries(roads)) {
    for (const to of decisions) {
      const { request_id: id } = await receiveScoreRequest(desk, BODY);
      for (const step of road) {
        await move(id, step, `is ${step}`);
        desk.moveTo(desk.clock() + 1);
      }
      const moved = move(id, to, `is ${to}`);
      if (allowed.includes(`${from}>${to}`)) await moved;
      else await assert.rejects(moved, (error: Refusal) => error.code === 'conflict');
    }
  }
  const { data: scored } = await listScoreRequests(world.store.db, { status: 'scored' });
  assert.ok(scored.length > 0);
  for (const { decided_by, decided_at, provider_id, slug, notes } of scored) {
    assert.equal(decided_by, analyst.id);
    assert.deepEqual([provider_id, slug], [idOf('FX-05'), slugOf('FX-05')]);
    const [first, second] = notes;
    assert.deepEqual(
      [first?.note, second?.note, second?.by, second?.at],
      ['is accepted', 'is scored', analyst.name, decided_at],
      'a note never takes the place of another',
    );
  }
});

onEitherStore(
  'a request is scored with a provider that exists and was published, now or in the past',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, people, store, idOf, slugOf } = world;
    const { request_id: id } = await receiveScoreRequest(desk, BODY);
    await decideScoreRequest(desk, people.analyst, id, 'accepted');
    const score = (provider: string) => markRequestScored(desk, people.analyst, id, provider);
    await assert.rejects(score('nobody'), { code: 'not_found', message: /the id or slug "nobody"/ });
    await assert.rejects(score(slugOf('FX-05')), {
      code: 'conflict',
      message: `${slugOf('FX-05')} has no published indicator yet. Publish one first.`,
    });
    assert.deepEqual(await readScoreRequestOutcome(store.db, id), {
      request_id: id,
      status: 'accepted',
      received_at: instantText(desk.clock()),
      decided_at: instantText(desk.clock()),
      provider_id: null,
      slug: null,
    });
    await publishNow(world);
    const request = { providerId: idOf('FX-05'), reason: 'It ended.' };
    const requestId = await askToWithdraw(desk, people.operator, request);
    await decideMatter(desk, requestId);
    await score(idOf('FX-05'));
    const outcome = await readScoreRequestOutcome(store.db, id);
    assert.deepEqual(
      [outcome?.status, outcome?.provider_id, outcome?.slug],
      ['scored', idOf('FX-05'), slugOf('FX-05')],
    );
    assert.equal(await readScoreRequestOutcome(store.db, 'another'), null);
  },
);

onEitherStore('notes are added to a request whatever its status', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const analyst = await person(desk, 'ann', 'analyst');
  const { request_id: id } = await receiveScoreRequest(desk, BODY);
  await addScoreRequestNote(desk, analyst, id, ' Looks fine. ');
  desk.now += 1;
  await decideScoreRequest(desk, analyst, id, 'declined', 'Out of scope.');
  desk.now += 1;
  await addScoreRequestNote(desk, analyst, id, 'They asked again.');
  const [request] = (await listScoreRequests(desk.store.db)).data;
  assert.deepEqual(
    request!.notes.map(({ at, note }) => [at - START, note]),
    [
      [0, 'Looks fine.'],
      [1, 'Out of scope.'],
      [2, 'They asked again.'],
    ],
  );
  for (const note of [' ', 'x'.repeat(2001)]) {
    await assert.rejects(addScoreRequestNote(desk, analyst, id, note), { code: 'validation_failed' });
  }
  await assert.rejects(addScoreRequestNote(desk, analyst, 'another', 'x'), { code: 'not_found' });
});

onEitherStore('deciding on requests requires the analyst or operator role', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { request_id: id } = await receiveScoreRequest(desk, BODY);
  const reviewer = await person(desk, 'rob', 'reviewer', 'chief_risk_officer');
  await assert.rejects(decideScoreRequest(desk, reviewer, id, 'accepted'), { code: 'insufficient_role' });
  const operator = await person(desk, 'olga', 'operator');
  await assert.rejects(decideScoreRequest(desk, operator, 'nothing', 'accepted'), { code: 'not_found' });
  await decideScoreRequest(desk, operator, id, 'declined', 'out of scope');
  const act = await desk.store.db
    .selectFrom('audit')
    .selectAll()
    .where('actor', '=', operator.id)
    .executeTakeFirstOrThrow();
  assert.equal(act.action, 'score_request.decline');
  assert.deepEqual(JSON.parse(act.before!), { status: 'received' });
  assert.deepEqual(JSON.parse(act.after!), { status: 'declined', note: 'out of scope' });
});
