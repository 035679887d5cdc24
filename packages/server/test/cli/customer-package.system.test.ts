// rf for customers, as a customer gets it: the packed file, installed with npm in an empty folder, against a running service.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { issueMemberToken } from '@rf-indicators/core/accounts/members';
import { startApi } from '../../../../test/support/api.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { RUN_MARK } from '../../../../test/support/rf-process.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, officeOf } from '../http/customers.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
const api = await startApi(wholeFile, { env: { RF_WEBHOOK_LOOPBACK: 'yes' } });
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const member = await customer(office, 'ENTERPRISE');
const token = (await issueMemberToken(office.desk, member, member.id)).token;

const home = temporaryFolder(wholeFile);
const user = path.join(home, 'user');
mkdirSync(user);
writeFileSync(path.join(user, 'package.json'), '{ "private": true }\n');

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: user,
      // Nothing of the repository but its Node.
      env: {
        PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        ...RUN_MARK,
        ...env,
      },
    });
    const outcome: Outcome = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => (outcome.out += chunk));
    child.stderr.on('data', (chunk) => (outcome.err += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...outcome, code }));
    child.stdin.end(input);
  });
}

const packages = JSON.parse(readFileSync(path.join(repository, 'dist/clients/packages.json'), 'utf8'));
const { file, size } = packages.find(({ name }: { name: string }) => name === '@rf-indicators/cli');
const tarball = path.join(home, file);
writeFileSync(tarball, Buffer.from(await (await fetch(`${api.url}/clients/${file}`)).arrayBuffer()));
const installed = await run('npm', ['install', '--offline', '--no-audit', tarball]);
assert.equal(installed.code, 0, installed.err);

const rf = (args: string[], env: Record<string, string> = { RF_URL: api.url }, input = '') =>
  run(path.join(user, 'node_modules/.bin/rf'), args, env, input);
const told = async (args: string[], env?: Record<string, string>, input?: string) => {
  const { code, out, err } = await rf(args, env, input);
  assert.equal(code, 0, `rf ${args.join(' ')}: ${err}`);
  return out;
};
const withKey = { RF_URL: api.url, RF_API_KEY: api.keys.ENTERPRISE };

test('it is one small package without dependencies', () => {
  assert.deepEqual(readdirSync(path.join(user, 'node_modules/@rf-indicators')), ['cli']);
  assert.deepEqual(
    readdirSync(path.join(user, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@rf-indicators'],
  );
  // Reading policies as YAML takes 30 KB of it, and the acts of books and of watch rules 10 KB each.
  assert.ok(size < 230 * 1024, `${size} bytes`);
});

test('a key reads scores, their history, their changes and what was withdrawn', async () => {
  const list = await told(['scores', 'list', '--include', 'withdrawn'], withKey);
  assert.match(list, /^SCORE +BAND +NAME +PROVIDER +SCORED$/m);
  assert.match(list, /^\d+\.\d\d +\w+ risk +Brindlewick Vaults +brindlewick-vaults +\d{4}-\d\d-\d\d/m);
  assert.match(list, /^WITHDRAWN +NAME +PROVIDER +REASON$/m);
  const three = await told(['scores', 'list', '--limit', '3', '--json'], withKey);
  assert.equal(JSON.parse(three).data.length, 3);
  const shown = await told(['scores', 'show', 'brindlewick-vaults'], withKey);
  assert.match(shown, /^Score +\d+\.\d\d, \w+ risk; .*points to|held at|lowest risk/m);
  assert.match(shown, /^Proof +http.*\/verify\/RF-/m);
  const history = await told(['scores', 'history', 'brindlewick-vaults', '--limit', '2'], withKey);
  assert.equal(history.trim().split('\n').length, 3);
  const changes = await told(['scores', 'changes', 'brindlewick-vaults'], withKey);
  assert.match(changes, /^\+\d+\.\d\d +caps +Hard rules: HR07 39\.99 -> none$/m);
  const byName = await rf(['scores', 'show', 'Brindlewick Vaults'], withKey);
  assert.equal(byName.code, 2);
  assert.match(byName.err, /^rf: provider is not valid\. .* rf scores list shows the slugs\.$/m);
  assert.match(await told(['scores', 'peers', 'brindlewick-vaults'], withKey), /^Rank \d+ of \d+/);
  const outlook = await told(['scores', 'outlook', 'brindlewick-vaults'], withKey);
  assert.match(outlook, /^FROM +TO +SCORE +BAND +STATE\n20.* lapses on 20.*not a forecast/s);
  assert.ok(JSON.parse(await told(['api', 'methodology'], withKey)).modules.length > 0);
  assert.equal(JSON.parse(await told(['api', 'usage'], withKey)).window.tier, 'ENTERPRISE');

  const { withdrawn } = JSON.parse(
    await told(['scores', 'list', '--include', 'withdrawn', '--json'], withKey),
  );
  const gone = await rf(['scores', 'show', withdrawn[0].slug], withKey);
  assert.equal(gone.code, 1);
  assert.match(gone.err, /^rf: The indicator was withdrawn at .*\(indicator_withdrawn\)$/m);
  const wrong = await rf(
    ['scores', 'history', 'brindlewick-vaults', '--from', '2026-06-02', '--to', '2026-06-01'],
    withKey,
  );
  assert.deepEqual([wrong.code, wrong.err.trim()], [2, 'rf: from is after to.']);
});

test('a member signs in, makes a key, uses it, and finds it in the audit trail', async () => {
  assert.match(await told(['login'], { RF_URL: api.url }, `${token}\n`), /^Signed in to .* as /);
  const made = JSON.parse(await told(['keys', 'create', 'backend', '--tier', 'ENTERPRISE', '--json']));
  const key = { RF_URL: api.url, RF_API_KEY: made.key };
  await until(
    'the new key works',
    async () => (await rf(['scores', 'list', '--limit', '1'], key)).code === 0,
  );
  assert.match(await told(['keys', 'list']), /backend/);
  await told(['webhooks', 'add', '--url', 'http://127.0.0.1:1/hook']);
  assert.match(await told(['webhooks', 'list']), /default types/);
  assert.match(await told(['members', 'list']), /contract_admin/);
  await told(['usage']);
  const audit = await told(['audit']);
  assert.match(audit, /key\.create/);
  assert.match(audit, /webhook/);
  const records = JSON.parse(await told(['audit', '--what', 'key.', '--json']));
  assert.ok(
    records.length > 0 && records.every(({ action }: { action: string }) => action.startsWith('key.')),
  );
  assert.match(await told(['logout']), /^Forgotten/);
});

test('what customers have no use for is not there, and what is missing is said', async () => {
  assert.equal((await rf(['publish', 'x'])).code, 2);
  const help = await told(['workspaces', '--help']);
  assert.doesNotMatch(help, /suspend|^ +create/m);
  const nowhere = await rf(['keys', 'list'], { RF_TOKEN: token });
  assert.deepEqual([nowhere.code, /set RF_URL/.test(nowhere.err)], [2, true], nowhere.err);
  const keyless = await rf(['scores', 'list']);
  assert.deepEqual([keyless.code, /set RF_API_KEY/.test(keyless.err)], [2, true], keyless.err);
});
