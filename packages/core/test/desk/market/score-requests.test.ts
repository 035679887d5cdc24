import assert from 'node:assert/strict';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import {
  listScoreRequests,
  receiveScoreRequest,
  triageScoreRequest,
} from '@rf-indicators/core/desk/market/score-requests';
import type { ScoreRequestStatus } from '@rf-indicators/core/store/schema';
import { fixtureDesk, person } from '../../../../../test/support/desk-fixture.ts';
import { onEachStore } from '../../../../../test/support/stores.ts';

const BODY = {
  provider_name: 'Northlight Savings',
  provider_url: 'https://example.com/northlight',
  planner_type: 'stablecoin',
  contact_email: 'asker@example.com',
  message: 'Two lines,\nplease.',
};

onEachStore('a score request is received with an id and its instant', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const received = await receiveScoreRequest(desk, BODY);
  assert.deepEqual(received, {
    request_id: received.request_id,
    status: 'received',
    received_at: '2026-04-01T09:00:00Z',
  });
  desk.now += 1;
  await receiveScoreRequest(desk, { provider_name: 'x'.repeat(120) });
  const [first, second] = await listScoreRequests(desk.store.db);
  const undecided = { decided_at: null, decided_by: null, note: null };
  const stored = { id: received.request_id, ...BODY, status: 'received', received_at: desk.now - 1 };
  assert.deepEqual({ ...first }, { ...stored, ...undecided });
  assert.equal(second?.provider_url, null);
});

onEachStore(
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

onEachStore('an invalid request is refused and not stored', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  for (const [body, code] of WRONG) {
    await assert.rejects(receiveScoreRequest(desk, body), (error: Refusal) => {
      assert.equal(error.code, 'validation_failed');
      assert.equal(error.details[0]?.code, code, JSON.stringify(body));
      return true;
    });
  }
  assert.deepEqual(await listScoreRequests(desk.store.db), []);
});

onEachStore('a request is accepted or declined, and an accepted one is scored', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const analyst = await person(desk, 'ann', 'analyst');
  const decisions = ['accepted', 'declined', 'scored'] as const;
  const allowed = ['received>accepted', 'received>declined', 'accepted>scored'];
  const roads: Record<ScoreRequestStatus, (typeof decisions)[number][]> = {
    received: [],
    accepted: ['accepted'],
    declined: ['declined'],
    scored: ['accepted', 'scored'],
  };
  for (const [from, road] of Object.entries(roads)) {
    for (const to of decisions) {
      const { request_id: id } = await receiveScoreRequest(desk, BODY);
      for (const step of road) await triageScoreRequest(desk, analyst, id, step, `was ${step}`);
      const move = triageScoreRequest(desk, analyst, id, to);
      if (allowed.includes(`${from}>${to}`)) await move;
      else await assert.rejects(move, (error: Refusal) => error.code === 'conflict');
    }
  }
  const scored = await listScoreRequests(desk.store.db, { status: 'scored' });
  assert.ok(scored.length > 0);
  for (const { decided_by, decided_at, note } of scored) {
    assert.deepEqual([decided_by, decided_at], ['ann', desk.now]);
    assert.match(note ?? '', /^was (accepted|scored)$/, 'a note stays until another takes its place');
  }
});

onEachStore('deciding on requests requires the analyst or operator role', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { request_id: id } = await receiveScoreRequest(desk, BODY);
  const reviewer = await person(desk, 'rob', 'reviewer', 'chief_risk_officer');
  await assert.rejects(triageScoreRequest(desk, reviewer, id, 'accepted'), { code: 'insufficient_role' });
  const operator = await person(desk, 'olga', 'operator');
  await assert.rejects(triageScoreRequest(desk, operator, 'nothing', 'accepted'), { code: 'not_found' });
  await triageScoreRequest(desk, operator, id, 'declined', 'out of scope');
  const act = await desk.store.db
    .selectFrom('audit')
    .selectAll()
    .where('actor', '=', operator.id)
    .executeTakeFirstOrThrow();
  assert.equal(act.action, 'score_request.decline');
  assert.deepEqual(JSON.parse(act.before!), { status: 'received', note: null });
  assert.deepEqual(JSON.parse(act.after!), { status: 'declined', note: 'out of scope' });
});
