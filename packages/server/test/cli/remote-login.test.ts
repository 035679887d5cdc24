// rf login and logout: where tokens are kept, who can read them, and when they are used.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { remoteShell } from './remote-shell.ts';

const { url, dataDir } = await startInProcess(wholeFile);
const { staff, workspaces } = readCredentialsFile(dataDir)!;
const member = workspaces[0]!.member_token;

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('login keeps both kinds of token, readable by nobody else, and commands with the address use them', async (t) => {
  const { rf, config } = remoteShell(t);
  const folder = path.join(config, 'rf');
  const file = path.join(folder, 'credentials.json');
  // As an older program or a careless copy might have left it.
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);

  const first = await rf(['login', '--url', `${url}/`], { input: `${member}\n` });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^Signed in to http:\S+ as Ada Wren, contract_admin of Larkfield Demo\.\n/);
  assert.ok(!first.stdout.includes(member));
  const second = await rf(['login', '--token', staff.operator], { env: { RF_URL: url } });
  assert.match(second.stdout, /^Signed in to http:\S+ as Demo Operator, operator\.\n/);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    servers: { [url]: { member, staff: staff.operator } },
  });
  assert.deepEqual([modeOf(folder), modeOf(file), readdirSync(folder)], ['700', '600', ['credentials.json']]);

  for (const args of [
    ['keys', 'list'],
    ['providers', 'list'],
    ['keys', 'list', '--workspace', 'Larkfield Demo'],
  ]) {
    assert.equal((await rf([...args, '--url', url])).code, 0, args.join(' '));
  }
  // A token that is given comes first.
  const other = await rf(['keys', 'list', '--token', 'rf_member_other'], { env: { RF_URL: url } });
  assert.match(other.stderr, /^rf: This is not a member token/);
  const fromEnvironment = await rf(['keys', 'list'], { env: { RF_URL: url, RF_TOKEN: 'rf_member_other' } });
  assert.match(fromEnvironment.stderr, /^rf: This is not a member token/);
  // Without an address, rf does not use a server.
  const local = await rf(['keys', 'list']);
  assert.equal(local.code, 2);
  assert.match(local.stderr, /^rf: Say who acts: give your member token in RF_TOKEN or with --token\.$/m);

  assert.equal(
    (await rf(['logout', '--kind', 'staff', '--url', url])).stdout,
    `Forgotten for ${url}: staff token.\n`,
  );
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { servers: { [url]: { member } } });
  assert.equal((await rf(['logout', '--url', url])).stdout, `Forgotten for ${url}: member token.\n`);
  assert.equal((await rf(['logout', '--url', url])).stdout, `No token is kept for ${url}.\n`);
  assert.match((await rf(['keys', 'list', '--url', url])).stderr, /, or keep it with rf login --url http:/);
});

test('a token that is not valid is not kept, and a missing address says what to do', async (t) => {
  const { rf, config } = remoteShell(t);
  const wrong = await rf(['login', '--url', url], { input: `${member.slice(0, -4)}AAAA` });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /^rf: .*token/);
  for (const [input, message] of [
    ['', /^rf: No token was given\./],
    ['rf_live_x', /^rf: This is not a token\. Tokens begin with rf_member_ or rf_staff_/],
  ] as const) {
    const refused = await rf(['login', '--url', url], { input });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, message);
  }
  assert.ok(!existsSync(config));
  for (const command of ['login', 'logout']) {
    const nowhere = await rf([command]);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, new RegExp(`^rf: Say which server: rf ${command} --url https://`));
  }
});

test('a file that rf login did not write is named', async (t) => {
  const { rf, config } = remoteShell(t);
  mkdirSync(path.join(config, 'rf'), { recursive: true });
  for (const text of ['null', '{}', 'token']) {
    writeFileSync(path.join(config, 'rf', 'credentials.json'), text);
    const refused = await rf(['keys', 'list', '--url', url]);
    assert.equal(refused.code, 2, text);
    assert.match(refused.stderr, /credentials\.json is not a file that rf login wrote\. Remove it/);
  }
});
