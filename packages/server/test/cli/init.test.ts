import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { createMasterKeyFile, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { readTopics } from '@rf-indicators/core/store/topics';
import { fixtureDesk } from '../../../../test/support/desk-fixture.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { emptyLocation, onEitherStore } from '../../../../test/support/stores.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { envOf, runCommand } from './run-command.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

onEitherStore('rf init creates keys, the first operator and the default configuration', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const env = envOf(location);
  const args = ['--name', 'log.example', '--operator', 'Olga', '--json'];
  const told = JSON.parse((await runCommand(initCommand, args, { env })).out.join('\n'));
  const file = masterKeyFile(location.dataDir);
  assert.equal(told.master_key_file, file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  const signer = await currentSigner(store.db, readMasterKey(location.dataDir, undefined));
  assert.equal(signer.verifierKey, told.public_key);
  assert.equal(signer.name, 'log.example');
  const desk = { store, clock: Date.now, newId: () => 'x' };
  const operator = await authenticate(desk, told.operator.token);
  assert.deepEqual(operator, { id: told.operator.id, name: 'Olga', roles: ['operator'] });
  const configurations = await store.db.selectFrom('configurations').selectAll().execute();
  assert.deepEqual(
    configurations.map(({ name, digest }) => [name, digest]),
    [['default', told.configuration]],
  );
  const actions = await store.db.selectFrom('audit').select('action').orderBy('seq').execute();
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['staff.created', 'founding.began', 'signing_key.create', 'configuration.record', 'sign_in.invited'],
  );
  assert.deepEqual(await readTopics(store.db), {
    ...{ published: 1, access: 0, events: 0, desk: 1 },
    ...{ status: 0, log: 0, datasets: 0 },
  });
});

onEitherStore('rf init a second time is refused and changes nothing', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const env = envOf(location);
  await runCommand(initCommand, [], { env });
  // Even where the master key is lost: a new one would not open what the old one sealed.
  rmSync(masterKeyFile(location.dataDir));
  await assert.rejects(runCommand(initCommand, [], { env }), /already initialised/);
  assert.equal(existsSync(masterKeyFile(location.dataDir)), false);
});

test('the plain output shows the token once and lists the next steps', async (t) => {
  const { out } = await runCommand(initCommand, [], { env: { RF_DATA_DIR: temporaryFolder(t) } });
  const text = out.join('\n');
  assert.equal(text.match(/rf_staff_/g)?.length, 1);
  assert.match(text, /Next steps/);
  assert.match(text, /http:\/\/\S+\/sign-in\/invitation#rf_signin_\w+\n {2}It works once\. operator signs in as operator@localhost/);
  assert.match(text, /^Public key {3}rf-indicators\+/m);
});

test('a master key from the environment is used, and no file is created', async (t) => {
  const dataDir = path.join(temporaryFolder(t), 'new');
  const env = { RF_DATA_DIR: dataDir, RF_MASTER_KEY: MASTER_KEY };
  await runCommand(initCommand, [], { env });
  assert.equal(existsSync(masterKeyFile(dataDir)), false);
  const store = await openStore({ dataDir, databaseUrl: null });
  cleanUp(t, () => store.close());
  await currentSigner(store.db, readMasterKey(dataDir, MASTER_KEY));
});

test('an invalid key name is refused before anything is created', async (t) => {
  const dataDir = path.join(temporaryFolder(t), 'new');
  const args = ['--name', 'two words'];
  await assert.rejects(runCommand(initCommand, args, { env: { RF_DATA_DIR: dataDir } }), {
    name: 'UsageError',
  });
  assert.equal(existsSync(dataDir), false);
});

onEitherStore('an init that fails half-way leaves nothing in the store', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const folder = temporaryFolder(t);
  createMasterKeyFile(folder);
  const masterKey = readMasterKey(folder, undefined);
  await assert.rejects(initialise(desk, masterKey, { name: 'two words' }));
  assert.deepEqual(await desk.store.db.selectFrom('staff').selectAll().execute(), []);
  const seed = new Uint8Array(32).fill(1);
  const { publicKey } = await initialise(desk, masterKey, { seed });
  assert.match(publicKey, /^rf-indicators\+/);
});
