// rf with RF_URL: customers and staff need an address and a token, and no file of the server.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { remoteShell } from './remote-shell.ts';

const { url, dataDir } = await startInProcess(wholeFile);
const { staff, workspaces } = readCredentialsFile(dataDir)!;
const larkfield = workspaces[0]!.member_token;
const shell = remoteShell(wholeFile, { RF_URL: url });

async function as(token: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await shell.rf(args, { env: { RF_TOKEN: token } });
  assert.equal(code, 0, `rf ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

test('from a new workspace to a revoked key, without a file of the server', async (t) => {
  const created = JSON.parse(
    await as(staff.operator, 'workspaces', 'create', 'Acorn', '--tier', 'PROFESSIONAL', '--json'),
  );
  // Neither needs a token.
  const claim = ['workspaces', 'claim', '--code', created.claim_code, '--name', 'Ada', '--json'];
  const ada = JSON.parse(await as('', ...claim)).member.token;
  const { digest } = JSON.parse(await as('', 'terms', 'show', '--kind', 'api', '--json'));
  assert.match(
    await as(ada, 'terms', 'accept', '--kind', 'api', '--accept-digest', digest),
    /^Ada accepted the api terms, .*, for Acorn$/m,
  );
  assert.match(await as(ada, 'terms', 'list'), /^api .* current +Ada +\S+Z +127\.0\.0\.1 /m);

  const key = JSON.parse(await as(ada, 'keys', 'create', 'backend', '--tier', 'PROFESSIONAL', '--json'));
  const call = async (sent: string) =>
    (await fetch(`${url}/api/v1/scores`, { headers: { 'x-api-key': sent } })).status;
  assert.equal(await call(key.key), 200);
  assert.match(await as(ada, 'keys', 'list'), new RegExp(`^backend +${key.prefix}… +PROFESSIONAL`, 'm'));
  assert.match(await as(ada, 'usage'), /^DAY +NAME +KEY/);

  let status = 500;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.after(() => receiver.close());
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  // --url of this command is the endpoint; the server is given by RF_URL.
  const { id } = JSON.parse(await as(ada, 'webhooks', 'add', '--url', hook, '--json'));
  const failed = await shell.rf(['webhooks', 'test', id], { env: { RF_TOKEN: ada } });
  assert.match(failed.stdout, /^Not delivered \(.*\): 500, \d+ ms\n$/);
  assert.equal(failed.code, 1);
  const [delivery] = JSON.parse(await as(ada, 'webhooks', 'deliveries', '--endpoint', id, '--json'));
  status = 204;
  await as(ada, 'webhooks', 'redeliver', delivery.id);
  const shown = async () => JSON.parse(await as(ada, 'webhooks', 'deliveries', delivery.id, '--json'));
  await until('it is delivered', async () => (await shown()).status === 'delivered');
  assert.deepEqual(
    (await shown()).attempts.map(({ code }: { code: number }) => code),
    [500, 204],
  );

  const rotate = ['keys', 'rotate', 'backend', '--grace-hours', '0', '--json'];
  const rotated = JSON.parse(await as(ada, ...rotate));
  assert.equal(await call(rotated.key), 200);
  await as(ada, 'keys', 'revoke', rotated.prefix);
  await until('the key is refused', async () => (await call(rotated.key)) === 401);
  assert.deepEqual([await call(rotated.key), await call(key.key)], [401, 401]);
  assert.ok(!shell.hasStore());
});

test('staff read and act with a staff token; a member token says what is missing', async () => {
  assert.match(await as(staff.analyst, 'providers', 'list'), /^brindlewick-vaults +Brindlewick Vaults/m);
  assert.match(
    await as(staff.operator, 'keys', 'list', '--workspace', 'Larkfield Demo'),
    /^demo-professional +rf_live_/m,
  );
  const run = JSON.parse(await as(staff.operator, 'run', 'brindlewick-vaults', '--everything', '--json'));
  assert.equal(run.items[0].slug, 'brindlewick-vaults');
  assert.match(await as(staff.analyst, 'diff', run.run.id), /^run .*: draft/);
  const audit = JSON.parse(await as(staff.reviewer, 'audit', '--what', 'run.', '--json'));
  assert.equal(audit.at(-1).subject, run.run.id);
  for (const token of ['', larkfield]) {
    const refused = await shell.rf(['providers', 'list'], { env: { RF_TOKEN: token } });
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /^rf: Reading this from http:\S+ requires a staff token\. Set RF_TOKEN, or /,
    );
  }
});

test('invitations to sign in, on a server and on the store', async () => {
  const onStore = remoteShell(wholeFile, { RF_DATA_DIR: dataDir });
  for (const [place, { rf }] of Object.entries({ server: shell, store: onStore })) {
    const by = async (token: string, ...args: string[]) => {
      const { stdout, stderr, code } = await rf(args, { env: { RF_TOKEN: token } });
      return { code, text: `${stdout}${stderr}` };
    };
    const bea = ['Bea', place].join(' ');
    const email = `bea@${place}.example`;
    const invited = await by(larkfield, 'members', 'invite', bea, '--role', 'developer', '--email', email);
    assert.match(
      invited.text,
      new RegExp(`^${bea} is invited at ${email} until .*\n.*rf sign-ins show-link`),
    );
    assert.ok((await by(staff.reviewer, 'sign-ins', 'list')).text.includes(` ${email} `));
    const again = await by(larkfield, 'members', 'invite-again', bea, '--email', email, '--json');
    const { invitation } = JSON.parse(again.text);
    const listed = await by(staff.reviewer, 'sign-ins', 'list');
    assert.match(
      listed.text,
      new RegExp(`^${bea} +Larkfield Demo +${email} +not claimed .*${invitation}$`, 'm'),
    );
    const link = await by(staff.operator, 'sign-ins', 'show-link', invitation);
    assert.match(link.text, /^https?:\/\/\S+\nPass it on to the person with the address bea@/);
    const early = await by(larkfield, 'members', 'confirm', bea, '--check', '123456');
    assert.equal(early.code, 1);
    const itself = await by(staff.reviewer, 'sign-ins', 'confirm', invitation, '--check', '123456');
    assert.equal(itself.code, 1);
    const colleague = ['sign-ins', 'invite-staff', 'Demo Analyst', '--email', `ana@${place}.example`];
    assert.match((await by(staff.operator, ...colleague)).text, /^Demo Analyst is invited at ana@/);
    await by(staff.operator, 'workspaces', 'create', `New ${place}`, '--tier', 'FREE');
    const admin = ['sign-ins', 'invite-admin', `New ${place}`, '--name', 'Cy', '--email', 'cy@new.example'];
    assert.match((await by(staff.operator, ...admin)).text, /^Cy is invited at cy@new\.example/);
    const recover = ['sign-ins', 'recover', 'Larkfield Demo', bea, '--email', email];
    assert.match((await by(staff.operator, ...recover)).text, /^Requested\. A second person must approve it/);
  }
});

test('a refusal is printed as it is on the store, with its places', async (t) => {
  const onStore = remoteShell(t, { RF_DATA_DIR: dataDir });
  const csv = path.join(temporaryFolder(t), 'providers.csv');
  writeFileSync(csv, 'name,planner_type,colour\nA,none,\n,fiat,red\n');
  const cases: [string, string[]][] = [
    [larkfield, ['keys', 'create', 'demo-professional', '--tier', 'PROFESSIONAL']],
    [larkfield, ['keys', 'create', 'x'.repeat(501), '--tier', 'FREE']],
    [larkfield, ['keys', 'revoke', 'nothing']],
    [larkfield, ['webhooks', 'deliveries', '--type', 'x'.repeat(101)]],
    [larkfield, ['usage', '--workspace', 'Another']],
    [larkfield, ['webhooks', 'add', '--url', 'ftp://example.org/']],
    [staff.analyst, ['providers', 'import', csv]],
    [staff.analyst, ['workspaces', 'suspend', 'Larkfield Demo', '--reason', 'x']],
    [`${larkfield.slice(0, -1)}_`, ['keys', 'list']],
    ['rf_staff_nobody', ['inputs', 'list']],
  ];
  for (const [token, args] of cases) {
    const [here, there] = await Promise.all(
      [onStore, shell].map(({ rf }) => rf(args, { env: { RF_TOKEN: token } })),
    );
    assert.deepEqual(there, here, args.join(' '));
    assert.equal(there!.code, 1, args.join(' '));
  }
});

test('a request whose answer is lost is repeated, and done once', async (t) => {
  const proxy = await cuttingProxy(t, url);
  const through = { env: { RF_URL: proxy.url, RF_TOKEN: larkfield } };

  proxy.cutNext('/api/console/keys/create');
  const key = await shell.rf(['keys', 'create', 'once', '--tier', 'FREE'], through);
  assert.equal(key.code, 1);
  assert.match(
    key.stderr,
    /^rf: It was done \(keys\.create\), but the connection broke .* rf keys revoke ([0-9a-f-]{36})$/m,
  );
  const keys = JSON.parse(await as(larkfield, 'keys', 'list', '--all', '--json'));
  const made = keys.filter(({ name }: { name: string }) => name === 'once');
  assert.deepEqual(
    made.map(({ id }: { id: string }) => id),
    [/revoke (\S+)$/m.exec(key.stderr)![1]],
  );

  proxy.cutNext('/api/console/webhooks/add');
  const added = await shell.rf(['webhooks', 'add', '--url', 'http://127.0.0.1:1/once', '--json'], through);
  assert.equal(added.code, 0, added.stderr);
  assert.match(await as(larkfield, 'webhooks', 'list'), / default types /, 'as the console says');
  const endpoints = JSON.parse(await as(larkfield, 'webhooks', 'list', '--json'));
  assert.deepEqual(
    endpoints.flatMap((one: { id: string; url: string }) => (one.url.endsWith('/once') ? [one.id] : [])),
    [JSON.parse(added.stdout).id],
  );

  proxy.cutNext('/api/console/keys/list');
  assert.equal((await shell.rf(['keys', 'list'], through)).code, 0);
  assert.deepEqual(proxy.requests('/api/console/keys/list'), 2);

  // An act that creates nothing has no Idempotency-Key, so it is not repeated.
  proxy.cutNext('/api/console/keys/revoke');
  const revoked = await shell.rf(['keys', 'revoke', 'once'], through);
  assert.equal(revoked.code, 75);
  assert.match(
    revoked.stderr,
    /^rf: The connection to http:\S+ broke before .* look before you repeat it\.$/m,
  );
  assert.equal(proxy.requests('/api/console/keys/revoke'), 1);
});
