// Two nodes on one PostgreSQL database: whoever loses access through one of them has lost it on the other too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { consoleClient } from './client.ts';
import { serveSmallStore } from './served.ts';

const REVOCATIONS = 20;

const databaseUrl = (await emptyLocation('postgres', wholeFile)).databaseUrl!;
const served = await serveSmallStore(wholeFile, { databaseUrl, env: { RF_NODE: 'one' } });
const second = await startInProcess(wholeFile, {
  dataDir: served.server.dataDir,
  demo: false,
  env: {
    DATABASE_URL: databaseUrl,
    RF_NODE: 'two',
    RF_LIMIT_FAILED_KEYS: '1000000',
  },
});
const { client: one } = served;
const two = await consoleClient(second.url, wholeFile);
const { operator } = served.staff;

test('a session that ends on one node has ended on the other, and its stream of news ends', async (t) => {
  const cookie = await served.sessionOf(served.members.Acorn.viewer);
  const read = () => two.act('deliveries.list', {}, { cookie });
  assert.equal((await read()).status, 200);
  const stream = await fetch(`${two.url}/console/events`, { headers: { cookie } });
  assert.equal(stream.status, 200);
  const ended = (async () => {
    let text = '';
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    return text;
  })();
  const out = await one.auth('POST', '/sign-out', { cookie });
  assert.equal(out.status, 200, out.text);
  const begun = performance.now();
  assert.equal((await read()).status, 401, 'at once');
  assert.match(await ended, /event: ended/);
  const took = performance.now() - begun;
  t.diagnostic(`the stream ended after ${Math.round(took)} ms`);
});

test('a member who is removed and a workspace that is suspended on one node are refused by the other at once', async () => {
  const { contract_admin, developer } = served.members.Birch;
  const [admin, removed] = [await served.sessionOf(contract_admin), await served.sessionOf(developer)];
  const read = async (cookie: string) => (await two.act('deliveries.list', {}, { cookie })).status;
  assert.deepEqual([await read(admin), await read(removed)], [200, 200]);
  const person = developer.name;
  const remove = await one.act('members.remove', { person }, { token: contract_admin.token });
  assert.equal(remove.status, 200, remove.text);
  assert.equal(await read(removed), 401);
  const suspended = { workspace: 'Birch', reason: 'A test.' };
  const suspend = await one.act('workspaces.suspend', suspended, { token: operator.token });
  assert.equal(suspend.status, 200, suspend.text);
  assert.notEqual(await read(admin), 200);
});

test(`${REVOCATIONS} keys that are revoked on one node are refused by the other`, async (t) => {
  const { developer, contract_admin } = served.members.Acorn;
  const { digest } = (await one.act('terms.show', { kind: 'api' }, { token: contract_admin.token })).json;
  const terms = { kind: 'api', digest };
  const accepted = await one.act('terms.accept', terms, { token: contract_admin.token });
  assert.equal(accepted.status, 200, accepted.text);
  const times: number[] = [];
  for (let at = 0; at < REVOCATIONS; at += 1) {
    const issued = await one.act(
      'keys.create',
      { name: `key ${at}`, tier: 'ENTERPRISE' },
      { token: developer.token },
    );
    assert.equal(issued.status, 200, issued.text);
    const read = async () =>
      (await fetch(`${two.url}/api/v1/issuances`, { headers: { 'x-api-key': issued.json.key } })).status;
    assert.equal(await read(), 200);
    const revoked = await one.act('keys.revoke', { key: issued.json.id }, { token: developer.token });
    assert.equal(revoked.status, 200, revoked.text);
    times.push(await until('it is refused', async () => (await read()) === 401));
  }
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  t.diagnostic(`median ${sorted[REVOCATIONS / 2]} ms, longest ${sorted.at(-1)} ms`);
});
