// Where a score is among all of its type: alone if there are few, otherwise in parts of the scale.

import assert from 'node:assert/strict';
import { emptyLocation, onEitherStore } from '../../../../../test/support/stores.ts';
import { MOST_ALONE, type PeerScores, readPeerScores } from '../../../src/desk/served/peer-scores.ts';
import { currentIndicators, type ServedRow } from '../../../src/desk/served/served.ts';
import { insertAll } from '../../../src/store/bulk.ts';
import { createStore } from '../../../src/store/open.ts';

const row = (at: number, final_score: number, planner_type = 'btc'): ServedRow => ({
  ...{
    provider_id: `p${at}`,
    slug: `p${at}`,
    name: `P${String(at).padStart(4, '0')}`,
    folded_name: `p${at}`,
  },
  ...{
    final_score,
    planner_type,
    risk_band: 'LOW',
    as_of: 1,
    subtype: '',
    identifiers: null,
    contested: '[]',
  },
  ...{ verification_id: `v${at}`, renews: null, package_hash: 'p', methodology_digest: 'm', published_at: 1 },
  ...{ verified_at: 1, confirmed_by: null, confirmed_at: null, stale_since: null, stale_reason: null },
  ...{ corrected_by: null, previous_id: null, previous_score: null, previous_band: null, changed_at: 1 },
  ...{ review_direction: null, review_since: null, review_until: null, review_reason: null },
  ...{ rationale_seq: null, disclosures_seq: null, next_lapse_at: null, stale_from: null },
});

onEitherStore(
  'few providers are all shown; many are counted in parts, and the nearest shown',
  async (kind, t) => {
    const store = await createStore(await emptyLocation(kind, t));
    t.after(() => store.close());
    const of = async (id: string): Promise<PeerScores> => {
      const [served] = await currentIndicators(store.db, [id]);
      return readPeerScores(store.db, served!);
    };
    const rows = [row(0, 9000), row(1, 7000), row(2, 7000), row(3, 1000), row(4, 5000, 'fiat')];
    await store.transaction((writes) => insertAll(writes, 'served_indicators', rows));
    const few = await of('p2');
    assert.deepEqual([few.count, few.rank, few.median, few.parts], [4, 2, 7000, []]);
    assert.deepEqual(
      few.shown.map(({ served, rank }) => `${rank} ${served.providerId}`),
      ['1 p0', '2 p1', '2 p2', '4 p3'],
    );
    assert.equal((await of('p4')).count, 1);

    const more = Array.from({ length: MOST_ALONE - 4 }, (_, at) => row(100 + at, 100 * (at % 50)));
    await store.transaction((writes) => insertAll(writes, 'served_indicators', more));
    assert.equal((await of('p1')).shown.length, MOST_ALONE, 'as many as are shown alone');
    await store.transaction((writes) => insertAll(writes, 'served_indicators', [row(999, 10_000)]));
    const many = await of('p1');
    assert.equal(many.count, MOST_ALONE + 1);
    assert.equal(many.rank, 3);
    assert.equal(many.shown.length, 3 + 5, 'all that are safer or as safe, and the five nearest below');
    assert.equal(
      many.parts.reduce((sum, { count }) => sum + count, 0),
      many.count,
    );
    assert.deepEqual(many.parts.slice(-3), [
      { part: 35, count: 2 },
      { part: 45, count: 1 },
      { part: 50, count: 1 },
    ]);
    const scores = [...rows, ...more, row(999, 10_000)]
      .filter(({ planner_type }) => planner_type === 'btc')
      .map(({ final_score }) => final_score)
      .sort((a, b) => a - b);
    assert.equal(many.median, scores[(scores.length - 1) / 2]);
  },
);
