// The samples of the API reference: those for JavaScript run as they are written, those for curl ask for the same, and
// those for Python name methods and parameters that the client has.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { addressOf, type DescribedCall, sampleOf } from '@rf-indicators/contract/call-samples';
import { RfClient } from '../packages/sdk/src/index.ts';
import { readCredentialsFile } from '../packages/server/src/demo/credentials-file.ts';
import { startInProcess } from './support/in-process.ts';
import { wholeFile } from './support/lifetime.ts';
import { repository } from './support/repository.ts';

let url: string;
let key: string;
/** Ids of the demo depend on its dates, so samples for a reader's own values are run. */
let values: Record<string, string>;

before(async () => {
  const started = await startInProcess(wholeFile);
  url = started.url;
  key = readCredentialsFile(started.dataDir)!.keys.ENTERPRISE;
  const { data } = (await (await fetch(`${url}/api/public/scores`)).json()) as {
    data: { verification_id: string }[];
  };
  const id = data[0]!.verification_id;
  values = { id, verification_id: id };
});

function callOf(page: string): DescribedCall {
  const file = path.join(repository, `dist/reference/${page}.json`);
  const { side } = JSON.parse(readFileSync(file, 'utf8')) as { side: string };
  const written = /data-call="([^"]*)"/.exec(side)![1]!;
  return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

const KEYED = [
  ...['list-scores', 'get-score', 'get-score-history', 'get-score-changes', 'get-score-peers'],
  ...['get-methodology', 'get-computation', 'list-issuances', 'list-events', 'get-usage'],
];
const PUBLIC = [
  ...['verify-indicator', 'get-status', 'list-public-scores', 'get-public-history', 'get-changelog'],
  ...['list-signing-keys', 'get-checkpoint', 'get-tile', 'get-badge', 'get-atom-feed', 'get-agent-manifest'],
];

test('samples for JavaScript run as they are written, and curl asks for the same', async () => {
  for (const page of [...KEYED, ...PUBLIC]) {
    const call = callOf(page);
    const sample = sampleOf(call, 'javascript', { values });
    const body = sample.replace(/^import .*\n/, '').replaceAll('process.env', 'env');
    const run = new Function('RfClient', 'env', `return (async () => { ${body}; return answer; })();`);
    const answer = await run(RfClient, { RF_URL: url, RF_KEY: key });
    const address = addressOf(call, { values });
    const response = await fetch(url + address, { headers: { 'x-api-key': key } });
    assert.equal(response.status, 200, page);
    if (call.answer === 'json')
      assert.deepEqual(Object.keys(answer), Object.keys((await response.json()) as object), page);
    assert.ok(sampleOf(call, 'curl', { values }).includes(`"$RF_URL${address}"`), page);
    assert.equal(call.proof, KEYED.includes(page) ? 'key' : 'none', page);
  }
});

test('what a reader enters stands in the samples', () => {
  const call = callOf('list-scores');
  const entered = { values: { planner_type: 'btc', limit: '20', as_of: '2026-11-01T00:00:00+01:00' } };
  assert.equal(
    addressOf(call, entered),
    '/api/v1/scores?planner_type=btc&limit=20&as_of=2026-11-01T00%3A00%3A00%2B01%3A00',
  );
  assert.match(sampleOf(call, 'javascript', entered), /limit: 20,/);
  assert.match(sampleOf(call, 'python', entered), /planner_type="btc"/);
  const hostile = { values: { providerId: `a'b"c\\` } };
  const written = sampleOf(callOf('get-score'), 'javascript', hostile);
  assert.ok(written.includes(String.raw`client.getScore('a\'b"c\\')`), written);
});

test('samples for Python name methods of the client, with parameters that these have', () => {
  const folder = path.join(repository, 'python/src/rf_indicators/client');
  const client = ['sync_operations.py', 'sync_client.py'].map((name) =>
    readFileSync(path.join(folder, name), 'utf8'),
  );
  for (const page of [...KEYED, ...PUBLIC, 'request-score', 'call-agent-tool']) {
    const call = callOf(page);
    if (call.python === null) continue;
    const { method } = call.python;
    const declared = new RegExp(`def ${method}\\(([^)]*)\\)`).exec(client.join('\n'))?.[1];
    assert.ok(declared !== undefined, `${page}: ${method}`);
    for (const { python, isRequired } of call.parameters)
      if (!isRequired) assert.match(declared, new RegExp(`\\b${python}: `), `${page} ${python}`);
  }
});
