// Random rules over random histories: a cause never has two alerts, an alert ends with its cause, and nobody sees what they may not.

import assert from 'node:assert/strict';
import { giveRights, takeRights } from '@rf-indicators/core/books/rights';
import { acknowledgeAlert, closeAlert } from '@rf-indicators/core/watch/handling';
import { switchRule } from '@rf-indicators/core/watch/rules';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { evaluate, watchers } from '../../../../test/support/watch.ts';
import { DAY, MINUTE, publishedWorld, type World } from '../../../../test/support/world.ts';

const SAMPLES = ['FX-01', 'FX-02', 'FX-03'];
const BANDS = [
  { below: 4000, band: 'HIGH' },
  { below: 6000, band: 'ELEVATED' },
  { below: 8000, band: 'MEDIUM' },
  { below: 10_001, band: 'LOW' },
];

type Step =
  | { do: 'score'; sample: number; score: number }
  | { do: 'stale' | 'review'; sample: number; on: boolean }
  | { do: 'wait'; days: number }
  | { do: 'acknowledge' | 'close'; which: number }
  | { do: 'switch'; on: boolean };

const sample = fc.integer({ min: 0, max: SAMPLES.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('score' as const),
      sample,
      score: fc.integer({ min: 0, max: 10_000 }),
    }),
  },
  fc.record({ do: fc.constantFrom('stale' as const, 'review' as const), sample, on: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ do: fc.constantFrom('acknowledge' as const, 'close' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('switch' as const), on: fc.boolean() }),
);

const history = fc.record({
  limit: fc.integer({ min: 1000, max: 9900 }),
  points: fc.integer({ min: 100, max: 3000 }),
  days: fc.integer({ min: 1, max: 30 }),
  isBook: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
});

/** As a publication, a sweep or a review leaves it: the row that is served, the changelog and the event, in one transaction. */
async function publish(world: World, id: string, change: Partial<Record<string, unknown>>): Promise<void> {
  const { desk, store } = world;
  const now = desk.clock();
  await store.transaction(async (writes) => {
    const before = await writes
      .selectFrom('served_indicators')
      .selectAll()
      .where('provider_id', '=', id)
      .executeTakeFirstOrThrow();
    await writes.updateTable('served_indicators').set(change).where('provider_id', '=', id).execute();
    const [score, band] = [change.final_score ?? before.final_score, change.risk_band ?? before.risk_band];
    const { seq } = await writes
      .selectFrom('events')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    const scores = {
      ...{ previous_score: before.final_score, new_score: score as number },
      ...{ previous_band: before.risk_band, new_band: band as string },
    };
    const type = before.risk_band === band ? 'score.changed' : 'band.changed';
    await writes
      .insertInto('events')
      .values({
        ...{ seq: Number(seq) + 1, id: desk.newId(), type, provider_id: id, workspace_id: null },
        ...{ created_at: now, data: JSON.stringify(scores) },
      })
      .execute();
    const last = await writes
      .selectFrom('changelog')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    await writes
      .insertInto('changelog')
      .values({
        ...{ seq: Number(last.seq) + 1, id: desk.newId(), provider_id: id, provider_name: before.name },
        ...{ planner_type: before.planner_type, kind: 'score_change', ...scores, reason: 'A test.' },
        ...{
          framework_version: 'RF Framework v1.0',
          verification_id: before.verification_id,
          changed_at: now,
        },
      })
      .execute();
  });
}

/** What must be open, by the conditions alone: the whole history is read each time. */
class Model {
  readonly #given: { limit: number; points: number; days: number };
  readonly #past = new Map<string, { score: number; until: number }[]>();
  readonly now = new Map<string, { score: number; stale: boolean; review: boolean }>();

  constructor(given: { limit: number; points: number; days: number }) {
    this.#given = given;
  }

  score(id: string, score: number, at: number): void {
    const known = this.now.get(id)!;
    this.#past.set(id, [...(this.#past.get(id) ?? []), { score: known.score, until: at }]);
    known.score = score;
  }

  holding(at: number): string[] {
    const { limit, points, days } = this.#given;
    return [...this.now]
      .flatMap(([id, { score, stale, review }]) => {
        const past = (this.#past.get(id) ?? []).filter(({ until }) => until > at - days * DAY);
        return [
          ...(score < limit ? [`below_score ${id}`] : []),
          ...(past.some((one) => one.score - score >= points) ? [`fell ${id}`] : []),
          ...(stale ? [`stale ${id}`] : []),
          ...(review ? [`under_review ${id}`] : []),
        ];
      })
      .sort();
  }
}

onEitherStore('alerts are what the conditions say, whatever happens', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, idOf, store } = world;
  const customers = await watchers(world);
  const { ada, rio } = customers;
  const stranger = (await watchers(world, 'Birch')).ada;
  const ids = SAMPLES.map(idOf);
  await evaluate(world);
  const book = await customers.book(rio, ids);
  // The model knows nothing of what happened before.
  desk.moveTo(desk.clock() + 200 * DAY);
  const startsAt = desk.clock();
  let begin = startsAt;
  await fc.assert(
    fc.asyncProperty(history, async ({ limit, points, days, isBook, steps }) => {
      begin += 400 * DAY;
      desk.moveTo(begin);
      const model = new Model({ limit, points, days });
      for (const id of ids) {
        await publish(world, id, {
          final_score: 5000,
          risk_band: 'ELEVATED',
          stale_since: null,
          review_since: null,
        });
        model.now.set(id, { score: 5000, stale: false, review: false });
      }
      desk.moveTo(desk.clock() + 100 * DAY);
      const rule = await customers.rule(rio, {
        ...(isBook ? { book } : { providers: ids }),
        conditions: [
          { kind: 'below_score', score: limit / 100 },
          { kind: 'fell', points: points / 100, days },
          { kind: 'band_change' },
          { kind: 'stale' },
          { kind: 'under_review' },
        ],
      });
      let isOn = true;
      for (const one of steps) {
        desk.moveTo(desk.clock() + MINUTE);
        const now = desk.clock();
        if (one.do === 'score') {
          const band = BANDS.find(({ below }) => one.score < below)!.band;
          await publish(world, ids[one.sample]!, { final_score: one.score, risk_band: band });
          model.score(ids[one.sample]!, one.score, now);
        } else if (one.do === 'wait') desk.moveTo(now + one.days * DAY);
        else if (one.do === 'switch') {
          await switchRule(desk, masterKey, rio, { rule, on: one.on });
          isOn = one.on;
        } else if ('which' in one) {
          const lasting = (await customers.alerts(rio)).filter(({ state }) => state !== 'resolved');
          const alert = lasting[one.which % Math.max(lasting.length, 1)]?.id;
          if (alert !== undefined)
            await (one.do === 'close' ? closeAlert : acknowledgeAlert)(desk, masterKey, rio, { alert });
        } else {
          const column = one.do === 'stale' ? 'stale_since' : 'review_since';
          await publish(world, ids[one.sample]!, { [column]: one.on ? now : null });
          model.now.get(ids[one.sample]!)![one.do] = one.on;
        }
        await evaluate(world);
        assert.deepEqual(await evaluate(world), { rules: 0, alerts: 0 }, 'a second evaluation finds nothing');
        const rows = (await customers.alerts(rio)).filter((alert) => alert.rule.id === rule);
        const going = rows.filter(({ cause_ended_at }) => cause_ended_at === null);
        const keys = going.map((alert) => `${alert.kind} ${alert.names[0]!.provider}`).sort();
        assert.equal(new Set(keys).size, keys.length, 'a cause has one alert');
        const expected: string[] = isOn ? model.holding(desk.clock()) : [];
        assert.deepEqual(
          keys.filter((key) => !key.startsWith('band_change')),
          expected,
          JSON.stringify(one),
        );
        for (const { state, cause_ended_at } of rows)
          assert.ok(cause_ended_at === null || state === 'resolved', 'what ended is resolved');
        assert.deepEqual(await customers.alerts(stranger), [], 'of another workspace');
        const ofAda = (await customers.alerts(ada)).filter((alert) => alert.rule.id === rule);
        assert.equal(ofAda.length, isBook ? 0 : rows.length, 'who may not see the book');
      }
      await switchRule(desk, masterKey, rio, { rule, on: false });
    }),
    { numRuns: cases(12, 300) },
  );
  await giveRights(desk, ada, { book, person: 'Ada', rights: ['see'] });
  const all = await store.db.selectFrom('alerts').select('id').where('book_id', '=', book).execute();
  const seen = async () => (await customers.alerts(ada)).filter((alert) => alert.book?.id === book).length;
  assert.equal(await seen(), Math.min(all.length, 100));
  await takeRights(desk, ada, { book, person: 'Ada', rights: ['see'] });
  assert.equal(await seen(), 0);
});
