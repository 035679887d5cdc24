// A provider among those of its type: compared with the list of all scores and with each snapshot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScoreRow } from '@rf-indicators/contract';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

const api = await startApi(wholeFile);
const key = api.keys.PROFESSIONAL;
const { json } = await api.get('/api/v1/scores?sort=-final_score', key);
const rows: ScoreRow[] = json.data;

test('peers are the nearest of the same type by score, with rank and modules', async () => {
  for (const { id, slug, planner_type } of rows) {
    const ofType = rows.filter((row) => row.planner_type === planner_type);
    const at = ofType.findIndex((row) => row.id === id);
    const rankOf = ({ final_score }: ScoreRow) =>
      1 + ofType.filter((other) => other.final_score > final_score).length;
    for (const limit of [1, 2, 25]) {
      const { json: peers } = await api.get(`/api/v1/scores/${slug}/peers?limit=${limit}`, key);
      const expected = ofType.slice(Math.max(0, at - limit), at + limit + 1);
      assert.deepEqual(
        [peers.provider_id, peers.planner_type, peers.rank, peers.count],
        [id, planner_type, rankOf(ofType[at]!), ofType.length],
      );
      assert.deepEqual(
        peers.data.map((peer: ScoreRow & { rank: number }) => [peer.id, peer.final_score, peer.rank]),
        expected.map((row) => [row.id, row.final_score, rankOf(row)]),
      );
    }
  }
});

test('the modules of a peer are those of its snapshot', async () => {
  const { slug } = rows[0]!;
  const { json: peers } = await api.get(`/api/v1/scores/${slug}/peers`, key);
  for (const { slug: of, modules, verification_id } of peers.data) {
    const { json: snapshot } = await api.get(`/api/v1/scores/${of}`, key);
    assert.deepEqual([modules, verification_id], [snapshot.modules, snapshot.verification_id]);
  }
});

test('an unknown provider, a limit out of range and a key without the entitlement are refused', async () => {
  const codeOf = async (path: string, given: string) => (await api.get(path, given)).json.code;
  assert.equal(await codeOf('/api/v1/scores/nobody/peers', key), 'provider_not_found');
  assert.equal(await codeOf(`/api/v1/scores/${rows[0]!.slug}/peers?limit=26`, key), 'invalid_parameter');
  assert.equal(await codeOf(`/api/v1/scores/${rows[0]!.slug}/peers`, api.keys.FREE), 'insufficient_tier');
});
