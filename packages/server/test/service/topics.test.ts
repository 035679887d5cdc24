// What a serving process does, and does not do, when others change the store: it counts its renderings and its
// readings of keys, and shows both in its metrics.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Member } from '@rf-indicators/core/accounts/members';
import { civilDate } from '@rf-indicators/core/context/times';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { fictionalEvidence } from '../../src/demo/evidence.ts';
import { shippedFramework } from '../../src/demo/founding.ts';
import { renderDataset } from '../../src/rendering/datasets/csv.ts';
import { customer, issue, officeOf } from '../http/customers.ts';
import { publishValue } from '../http/newsroom.ts';

const ACTS = cases(40, 1000);

const api = await startApi(wholeFile, {
  env: { RF_LIMIT_SCORE_REQUESTS: '1000000', RF_LIMIT_SCORE_REQUESTS_IN_ALL: '1000000', RF_DAILY_RUN: 'off' },
});
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);

/** How often documents were rendered and keys were read, and how many keys. */
interface Work {
  swaps: number;
  keyReads: number;
  keyRows: number;
}

async function work(): Promise<Work> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1]);
  return {
    swaps: figure('rf_swaps'),
    keyReads: figure('rf_key_reads'),
    keyRows: figure('rf_key_rows_read'),
  };
}

/** The work once the service has seen all that happened before: it has read a key that was issued last. */
async function workAfterKey(member: Member): Promise<Work> {
  const { keyRows } = await work();
  await issue(office, member);
  await until('the key is read', async () => (await work()).keyRows > keyRows);
  return work();
}

const onlyOneKeyAfter = ({ swaps, keyReads, keyRows }: Work): Work => ({
  ...{ swaps, keyReads: keyReads + 1, keyRows: keyRows + 1 },
});

test(`${ACTS} score requests and ${ACTS} proposals cause no rendering and no reading of keys`, async () => {
  const member = await customer(office, 'ENTERPRISE');
  const before = await workAfterKey(member);
  for (let at = 0; at < ACTS; at += 1) {
    const { status } = await api.call('POST', '/api/public/score-request', {
      body: { provider_name: `Wanted ${at}` },
    });
    assert.equal(status, 202);
  }
  const { methodology } = shippedFramework();
  for (let at = 0; at < ACTS; at += 1) {
    const value = `5.${10 + at}`;
    const evidence = fictionalEvidence(`proposal ${at}`, civilDate(Date.now()), 'A');
    const rows = asRows([{ provider: 'cobaltine-markets', input: 'equity_ratio', value, evidence }]);
    await proposeInputs(office.desk, office.analyst, methodology, rows);
  }
  assert.deepEqual(await workAfterKey(member), onlyOneKeyAfter(before));
});

test('a new key is read alone, and renders nothing', async () => {
  const member = await customer(office, 'ENTERPRISE');
  const before = await workAfterKey(member);
  const after = await workAfterKey(member);
  assert.deepEqual(after, onlyOneKeyAfter(before));
  assert.deepEqual(await workAfterKey(member), onlyOneKeyAfter(after), 'nothing was read again later');
});

test('a publication is rendered, and reads no key', async () => {
  const before = await work();
  await publishValue(office, 'cobaltine-markets', 'equity_ratio', '9.10');
  await until('it is rendered', async () => (await work()).swaps > before.swaps);
  const { keyReads, keyRows } = await work();
  assert.deepEqual([keyReads, keyRows], [before.keyReads, before.keyRows]);
});

test('a draft, a seal and a daily dump render no indicator again, and their own news is served', async () => {
  const { desk, operator, masterKey } = office;
  const text = async (path: string) => (await fetch(`${api.url}${path}`)).text();
  const status = async () => JSON.parse(await text('/api/v1/status')).freshness.last_run_at as string;
  const dumps = async () => JSON.parse(await text('/datasets/index.json')).data.length as number;
  // A kept list is marked as such.
  const list = '/api/v1/scores?limit=3&sort=-name';
  const isKept = async () => (await api.get(list, api.keys.ENTERPRISE)).json.cached as boolean;
  await until('the list is kept', isKept);
  const [before, checkpoint, lastRun, written] = [
    await work(),
    await text('/log/checkpoint'),
    await status(),
    await dumps(),
  ];
  await computeRun(desk, operator, { kind: 'manual', asOf: desk.clock() });
  await until('the status has the run', async () => (await status()) !== lastRun);
  assert.equal(await sealRecords(desk, { masterKey, checkpointFile: null }), true);
  await until('the new checkpoint is served', async () => (await text('/log/checkpoint')) !== checkpoint);
  const { db } = desk.store;
  const reading = { db, snapshots: snapshotReader(db) };
  // The service writes those of past days itself.
  const tomorrow = { ...desk, clock: () => Date.now() + 24 * 60 * 60 * 1000 };
  const made = await writeDueDatasets(tomorrow, { masterKey }, (day) => renderDataset(reading, day));
  assert.ok(made > 0);
  await until('the new dumps are listed', async () => (await dumps()) > written);
  assert.equal((await work()).swaps, before.swaps);
  assert.equal(await isKept(), true);
});
