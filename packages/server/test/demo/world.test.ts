import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isDemo } from '@rf-indicators/core/context/beginning';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { cases } from '../../../../test/support/counts.ts';
import { emptyStore, STORE_KINDS } from '../../../../test/support/stores.ts';
import { DAY, newMasterKey } from '../../../../test/support/world.ts';
import { HISTORIES } from '../../src/demo/histories.ts';
import { LATE, REINSTATEMENT, WITHDRAWAL } from '../../src/demo/story.ts';
import { simulateUntil } from '../../src/demo/world.ts';
import { NOW, toldStore } from './told-store.ts';

async function headlines({ db }: Store, until = NOW): Promise<string[]> {
  const rows = await db
    .selectFrom('indicators')
    .select(['verification_id', 'log_index'])
    .where('published_at', '<=', until)
    .orderBy('log_index')
    .execute();
  return rows.map(({ verification_id }) => verification_id);
}

/** The store has the story until then as it is told without a break. The short form has it from the demo that is kept. */
async function assertToldUntil(end: number, told: Store, t: TestContext): Promise<void> {
  const found = await headlines(told);
  if (cases(false, true)) {
    const atOnce = await emptyStore('sqlite', t);
    await simulateUntil(atOnce, newMasterKey(), end);
    assert.deepEqual(found, await headlines(atOnce));
    return;
  }
  const demo = await toldStore('sqlite', t);
  assert.deepEqual(found, (await headlines(demo)).slice(0, found.length));
  // A week is told once it is over.
  const expected = await headlines(demo, end - 7 * DAY);
  assert.ok(found.length >= expected.length, `${found.length} of ${expected.length} indicators`);
}

/** The providers that failed, in the order in which they did. */
const ENDED = HISTORIES.filter(({ withdrawn }) => withdrawn !== undefined).sort((a, b) =>
  a.withdrawn!.date < b.withdrawn!.date ? -1 : 1,
);

/** The story takes half a minute on PostgreSQL; shorter parts of it are told there by other tests. */
const KINDS = cases<readonly StoreKind[]>(['sqlite'], STORE_KINDS);

for (const kind of KINDS)
  test(`the demo world contains the whole story, and everything in it verifies (${kind})`, async (t) => {
    const store = await toldStore(kind, t);
    const news = await store.db.selectFrom('changelog').selectAll().orderBy('seq').execute();
    const kinds = new Set(news.map(({ kind: what }) => what));
    assert.deepEqual([...kinds].sort(), [
      'band_change',
      'correction',
      'drift',
      'initial',
      'reinstatement',
      'review_ended',
      'review_started',
      'score_change',
      'stale',
      'stale_ended',
      'withdrawal',
    ]);
    const bands = news
      .filter(({ kind: what }) => what === 'band_change')
      .map(({ previous_band, new_band }) => `${previous_band} ${new_band}`);
    assert.ok(bands.includes('ELEVATED MEDIUM'), 'a band change up');
    assert.ok(bands.includes('MEDIUM ELEVATED'), 'and one down');
    const reasons = news.map(({ reason }) => reason).join(' ');
    assert.match(reasons, /a cap was applied/);
    assert.match(reasons, /a cap was lifted/);
    assert.doesNotMatch(reasons, /HR\d/);
    assert.deepEqual(
      news.filter(({ kind: what }) => what === 'withdrawal').map(({ reason }) => reason),
      [
        REINSTATEMENT.withdrawnBecause,
        WITHDRAWAL.reason,
        ...ENDED.map(({ withdrawn }) => withdrawn!.reason),
      ].map((reason) => `Withdrawn: ${reason}`),
    );
    const states = await store.db.selectFrom('provider_states').selectAll().execute();
    assert.equal(states.filter(({ contested }) => contested !== '[]').length, 1, 'a contested cure');
    assert.ok(
      states.some(({ confirmed_by }) => confirmed_by !== null),
      'confirmations',
    );
    const renewals = await store.db
      .selectFrom('indicators')
      .select('kind')
      .where('kind', '=', 'renewal')
      .execute();
    assert.ok(renewals.length > 100, 'renewals');

    const withdrawn = states.filter(({ verification_id }) => verification_id === null);
    assert.equal(withdrawn.length, 1 + ENDED.length);
    const stale = states.filter(({ stale_since }) => stale_since !== null);
    assert.equal(stale.length, 1, `one stands stale since ${LATE.from}`);

    const issuances = await store.db.selectFrom('issuances').select('status').execute();
    assert.equal(issuances.length, 8);
    assert.equal(new Set(issuances.map(({ status }) => status)).size, 4);
    assert.equal((await store.db.selectFrom('score_requests').select('id').execute()).length, 3);
    assert.deepEqual((await verifyAll(store.db)).findings, []);
    assert.equal(await isDemo(store.db), true);
  });

test('a world that is extended later equals a world that is simulated in one go', async (t) => {
  const inSteps = await emptyStore('sqlite', t);
  // The short form ends soon after the first one-off events, which lie in its second half.
  const half = Date.parse(cases('2026-05-10T12:00:00Z', '2026-05-20T12:00:00Z'));
  const end = Date.parse(cases('2026-05-13T12:00:00Z', '2026-07-01T12:00:00Z'));
  const masterKey = newMasterKey();
  await simulateUntil(inSteps, masterKey, half);
  await simulateUntil(inSteps, masterKey, end);
  await simulateUntil(inSteps, masterKey, end);
  await assertToldUntil(end, inSteps, t);
});

test('a start that is interrupted at any moment is completed by the next', async (t) => {
  const end = Date.parse('2026-04-15T12:00:00Z');
  for (const stopAfter of cases([3], [1, 2, 3])) {
    const store = await emptyStore('sqlite', t);
    const masterKey = newMasterKey();
    let left = stopAfter;
    const cut: Store = {
      ...store,
      transaction: (work) => {
        left -= 1;
        if (left === 0) throw new Error('cut short');
        return store.transaction(work);
      },
    };
    await assert.rejects(async () => simulateUntil(cut, masterKey, end), /cut short/);
    await simulateUntil(store, masterKey, end);
    await assertToldUntil(end, store, t);
  }
});
