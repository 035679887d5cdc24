// Faults while the service runs: what it still serves, what it says, and that it recovers without a restart.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { masterKeyFile } from '@rf-indicators/core/secrets/master-key';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { FaultKeeper } from '../../src/service/faults.ts';

const failedChecks = async (api: Api) => {
  const { status, json } = await api.get('/readyz');
  const failed = json.checks.filter(({ ok }: { ok: boolean }) => !ok);
  return { status, readiness: json.status, failed };
};
const isDegraded = async (api: Api) => (await failedChecks(api)).readiness === 'degraded';
const isReady = async (api: Api) => (await failedChecks(api)).readiness === 'ready';

test('while every write fails, reads go on and writes are 503, and the cause is shown until it ends', async (t) => {
  const api = await startApi(t, { ownProcess: true });
  // The kernel refuses writes beyond the limit, in this process only.
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(api.pid), `--fsize=${bytes}:unlimited`]);
  const request = () =>
    api.call('POST', '/api/public/score-request', { body: { provider_name: 'Some Provider' } });
  limitFiles('1');
  await until('the fault is seen', () => isDegraded(api));
  const detail = 'The disk reports an input or output error.';
  assert.deepEqual(await failedChecks(api), {
    status: 200,
    readiness: 'degraded',
    failed: [{ name: 'store_writes', ok: false, detail }],
  });
  const { json: status } = await api.get('/api/v1/status');
  assert.equal(status.status, 'degraded');
  assert.deepEqual(status.components, [
    { name: 'api', status: 'operational' },
    { name: 'store', status: 'degraded', detail },
    { name: 'publishing', status: 'outage', detail },
  ]);
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  assert.match(metrics, /^rf_store_up 1$/m);
  assert.match(metrics, /^rf_store_writable 0$/m);
  assert.equal((await api.get('/api/v1/scores', api.keys.ENTERPRISE)).status, 200);
  const refused = await request();
  assert.deepEqual([refused.status, refused.json.code], [503, 'service_unavailable']);
  assert.match(refused.json.detail, /^The store is unavailable\./);
  assert.equal(refused.headers['retry-after'], '1');
  limitFiles('unlimited');
  await until('the fault is over', () => isReady(api));
  assert.equal((await request()).status, 202);
  assert.equal(await api.stop(), 0);
  const lines = api
    .errors()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message);
  assert.match(lines[0], /^store_writes failed: The disk reports .* Advice: /);
  assert.ok(lines.includes('store_writes works again.'), lines.join('\n'));
  assert.ok(lines.length < 10, `${lines.length} lines`);
});

test('with the master key of another store the service does not start', async (t) => {
  const env = { RF_DATA_DIR: temporaryFolder(t), PORT: '0' };
  assert.equal((await rf(['init'], { env })).code, 0);
  const { code, stderr } = await rf(['serve'], {
    env: { ...env, RF_MASTER_KEY: Buffer.alloc(32).toString('base64') },
  });
  assert.equal(code, 2);
  assert.match(stderr, /^rf: The store was written with another master key\. .* Advice: set the master key/m);
});

test('a store whose records were altered is not served', async (t) => {
  const dataDir = temporaryFolder(t);
  assert.equal((await rf(['init'], { env: { RF_DATA_DIR: dataDir } })).code, 0);
  const database = new DatabaseSync(sqliteFile(dataDir));
  database.exec('drop trigger record_chain_no_update');
  database.exec("update record_chain set digest = '' where authority_seq = 1");
  database.close();
  await assert.rejects(startInProcess(t, { dataDir, demo: false }), /is not what its link covers/);
});

test('a master key that goes missing is shown, and published indicators are served on', async (t) => {
  const dataDir = temporaryFolder(t);
  assert.equal((await rf(['init'], { env: { RF_DATA_DIR: dataDir } })).code, 0);
  const api = await startApi(t, { dataDir, demo: false });
  assert.ok(await isReady(api));
  const file = masterKeyFile(dataDir);
  renameSync(file, `${file}.gone`);
  await until('the missing key is seen', () => isDegraded(api));
  assert.match((await failedChecks(api)).failed[0].detail, /missing/);
  assert.equal((await api.get('/api/public/scores')).status, 200);
  renameSync(`${file}.gone`, file);
  await until('the key is back', () => isReady(api));
});

test('damage stays known, although requests that touch intact pages succeed', () => {
  const said: string[] = [];
  const faults = new FaultKeeper({
    error: (message) => said.push(String(message)),
    info: (message) => said.push(message),
    request: () => undefined,
    close: () => undefined,
  });
  faults.beginStoreFault('store_reads', 'damaged');
  faults.beginStoreFault('store_reads', 'damaged');
  faults.end('store_reads');
  const message = 'The store is damaged.';
  assert.deepEqual(faults.current, { store_integrity: message, store_reads: message });
  assert.equal(said.length, 2);
  assert.match(said[0]!, /rf restore/);
});

test('a store that is found damaged at the start is not served, and the process does not wait for it', async (t) => {
  const dataDir = temporaryFolder(t);
  await copyDemo(dataDir);
  const file = sqliteFile(dataDir);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)));
  await assert.rejects(startInProcess(t, { dataDir, demo: false }), /database disk image is malformed/);
});

test('without a master key, rf serve exits with code 2 and names the setting and the file', async (t) => {
  const env = { RF_DATA_DIR: temporaryFolder(t), PORT: '0' };
  assert.equal((await rf(['init'], { env })).code, 0);
  const file = masterKeyFile(env.RF_DATA_DIR);
  rmSync(file);
  const { code, stderr } = await rf(['serve'], { env });
  assert.equal(code, 2);
  assert.ok(stderr.includes('RF_MASTER_KEY') && stderr.includes(file), stderr);
});
