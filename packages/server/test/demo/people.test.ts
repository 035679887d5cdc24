// The people of the demo who can sign in, and their passwords.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { MEMBER_ROLES, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { verifyPassword } from '@rf-indicators/core/identity/passwords';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { prepareDemoCredentials } from '../../src/demo/credentials.ts';
import { credentialsFile, type DemoCredentials, type DemoPerson } from '../../src/demo/credentials-file.ts';
import { prepareDemoPeople } from '../../src/demo/people.ts';
import { consoleClient, cookiesOf } from '../console/client.ts';
import { demoDesk } from './demo-desk.ts';

function written(dataDir: string): DemoCredentials {
  return JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8'));
}

test('every person of the demo has the roles of the file, and signs in with the password of the file', async (t: TestContext) => {
  const { url, dataDir, errors } = await startInProcess(t);
  const { people, workspaces } = written(dataDir);
  assert.equal(statSync(credentialsFile(dataDir)).mode & 0o777, 0o600);
  assert.deepEqual(
    people.map(({ roles, workspace }) => [roles.join(), workspace]),
    [
      ...STAFF_ROLES.map((role) => [role, undefined]),
      // The second voter of the committee.
      ['reviewer', undefined],
      ...MEMBER_ROLES.map((role) => [role, workspaces[0]!.name]),
      ['contract_admin', workspaces.find(({ tier }) => tier === 'ENTERPRISE')!.name],
    ],
  );
  const client = await consoleClient(url, t);
  const signIn = async ({ email, password }: Pick<DemoPerson, 'email' | 'password'>) =>
    client.auth('POST', '/sign-in/email', { body: { email, password } });
  for (const person of people) {
    const answer = await signIn(person);
    assert.equal(answer.status, 200, person.email);
    const { json } = await client.auth('GET', '/session', { cookie: cookiesOf(answer) });
    assert.deepEqual(
      [json.people[0].roles, json.people[0].workspace ?? undefined],
      [person.roles, person.workspace],
    );
  }
  const [first, second] = people as [DemoPerson, DemoPerson];
  assert.equal((await signIn({ email: first.email, password: second.password })).status, 401);
  assert.equal(errors(), '');
});

onEitherStore('passwords are kept with the file, and are new without it', async (kind, t) => {
  const { desk, masterKey } = await demoDesk(kind, t);
  const dataDir = temporaryFolder(t);
  const prepare = async () => {
    await prepareDemoCredentials(desk, masterKey, dataDir, 'http://localhost:8080');
    await prepareDemoPeople(desk, dataDir);
    return written(dataDir).people.map(({ password }) => password);
  };
  const assertStored = async () => {
    const rows = await desk.store.db
      .selectFrom('user_credentials')
      .innerJoin('users', 'users.id', 'user_credentials.user_id')
      .select(['email', 'user_credentials.password'])
      .execute();
    const { people } = written(dataDir);
    assert.equal(rows.length, people.length);
    for (const { email, password } of people) {
      const row = rows.find((one) => one.email === email)!;
      assert.ok(await verifyPassword(password, row.password!), email);
    }
  };
  const first = await prepare();
  assert.equal(new Set(first).size, 9);
  await assertStored();
  assert.deepEqual(await prepare(), first);

  rmSync(credentialsFile(dataDir));
  const second = await prepare();
  assert.equal(new Set([...first, ...second]).size, 18);
  await assertStored();

  // One who lost the password, for example in a start that was interrupted.
  const { email } = written(dataDir).people[5]!;
  const user = desk.store.db.selectFrom('users').select('id').where('email', '=', email);
  await desk.store.transaction((writes) =>
    writes.deleteFrom('user_credentials').where('user_id', 'in', user).execute(),
  );
  const third = await prepare();
  assert.deepEqual(
    third.map((password, at) => password === second[at]),
    [true, true, true, true, true, false, true, true, true],
  );
});
