// Each step of the replacement of the master key: what it says, what it refuses, and what one person can do alone.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { createBook, deleteBook } from '@rf-indicators/core/books/books';
import { openBook } from '@rf-indicators/core/books/open-book';
import { adviceOn } from '@rf-indicators/core/resealing/key-advice';
import { isApproved, keyState } from '@rf-indicators/core/resealing/key-state';
import { continueRotation } from '@rf-indicators/core/resealing/rotation';
import { keyTexts, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { addMasterKey, dropOlderKeys } from '@rf-indicators/core/secrets/master-key-file';
import { connectStore } from '@rf-indicators/core/store/connect';
import { Forger } from '../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  approve,
  as,
  giveSecret,
  idsOf,
  keysOf,
  left,
  place,
  problems,
  REASON,
  runs,
  stateWith,
} from './place.ts';

onEitherStore('a key that was replaced is never used again, whoever asks for it', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, store, services } = given;
  const { operator } = world.people;
  const file = masterKeyFile(location.dataDir);
  addMasterKey(location.dataDir);
  await approve(given);
  dropOlderKeys(location.dataDir);
  const second = readFileSync(file, 'utf8').trim();
  world.desk.moveTo(world.desk.clock() + 60_000);
  addMasterKey(location.dataDir);
  await approve(given);
  const [third] = keyTexts(readFileSync(file, 'utf8'));
  const [secondId, thirdId] = idsOf(second, third!);

  // An operator who kept the second key puts it first again, alone.
  writeFileSync(file, `${second} ${third}`, { mode: 0o600 });
  const before = await left(given);
  assert.ok(before > 0);
  await assert.rejects(
    performAct(services, as(operator), 'master_key.rotate', REASON),
    new RegExp(`key ${secondId} comes first, but was replaced by ${thirdId}\\. Put ${thirdId} first`),
  );
  await continueRotation({ context: world.desk, keys: keysOf(given) });
  assert.equal(await left(given), before);

  // Somebody with the database removes the last approval, so that the one before it would be the last.
  assert.equal(await isApproved(store.db, secondId!), false);
  const forger = await Forger.at(store);
  const [last] = (await forger.rowsOf('request_decisions')).toSorted(
    (a, b) => Number(b.decided_at) - Number(a.decided_at),
  );
  await forger.remove('request_decisions', last!);
  await assert.rejects(isApproved(store.db, secondId!), /request_decisions .* is missing/);
});

onEitherStore('what a slower node writes with the old key later is sealed again too', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, store } = given;
  addMasterKey(location.dataDir);
  await approve(given);
  assert.equal(await left(given), 0);
  const [fresh, old] = keyTexts(readFileSync(masterKeyFile(location.dataDir), 'utf8'));

  const slow = await connectStore({ ...location, masterKey: `${old} ${fresh}` });
  t.after(() => slow.close());
  await createWorkspace(
    { ...world.desk, store: slow },
    world.people.operator,
    readMasterKey('', `${old} ${fresh}`),
    { name: 'Birch', tier: 'PROFESSIONAL' },
  );
  const late = await keyState(world.desk, keysOf(given));
  assert.equal(late.stage, 'approved');
  assert.equal(late.older_secrets, 1);
  await continueRotation({ context: world.desk, keys: keysOf(given) });
  assert.equal(await left(given), 0);
  const ends = () =>
    store.db
      .selectFrom('audit')
      .select('before')
      .where('action', '=', 'master_key.rotated')
      .orderBy('seq')
      .execute();
  const { length, 1: again } = await ends();
  assert.equal(length, 2, 'the trail says that there was more');
  assert.deepEqual(JSON.parse(again!.before!), { secrets: 1, entries: late.older_entries });
  await continueRotation({ context: world.desk, keys: keysOf(given) });
  assert.equal((await ends()).length, 2, 'a look that finds nothing leaves no record');
  assert.deepEqual(await problems(store), []);
});

onEitherStore(
  'the key of a book is sealed again, and that of a deleted one is not missed',
  async (kind, t) => {
    const given = await place(kind, t);
    const { location, world, store, masterKey, member } = given;
    const create = async (name: string) =>
      (await createBook(world.desk, masterKey, member, { name, currency: 'EUR' })).id;
    const [kept, gone] = [await create('Treasury'), await create('Gone')];
    await deleteBook(world.desk, masterKey, member, { book: gone, name: 'Gone' });
    addMasterKey(location.dataDir);
    await approve(given);
    assert.equal(await left(given), 0);
    const [fresh] = keyTexts(readFileSync(masterKeyFile(location.dataDir), 'utf8'));
    const withNewest = readMasterKey('', fresh);
    const { settings } = await openBook(store.db, withNewest, member, kept, 'edit');
    assert.equal(settings.name, 'Treasury');
    assert.deepEqual(await problems(store), []);
  },
);

onEitherStore('each step says what is next, also while the new key comes second', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, services } = given;
  const { operator } = world.people;
  const file = masterKeyFile(location.dataDir);
  const old = readFileSync(file, 'utf8').trim();
  const fresh = Buffer.alloc(32, 77).toString('base64');
  const [freshId, oldId] = idsOf(fresh, old);
  const told = async (...texts: string[]) => {
    const state = await stateWith(given, ...texts);
    const { what, todo } = adviceOn(state);
    return `${state.stage}: ${what} / ${todo}`;
  };
  assert.match(await told(old), new RegExp(`^single: everything belongs to ${oldId}.* / null$`));

  writeFileSync(file, `${old} ${fresh}`, { mode: 0o600 });
  assert.match(
    await told(old, fresh),
    new RegExp(`^prepared: the key ${freshId} is not used yet.*put ${freshId} before ${oldId} on each`),
  );
  await assert.rejects(
    performAct(services, as(operator), 'master_key.rotate', REASON),
    new RegExp(`${freshId} is not used yet, because ${oldId} comes before it`),
  );

  writeFileSync(file, `${fresh} ${old}`, { mode: 0o600 });
  assert.match(await told(fresh, old), /^new: .*is not finished: .*rf master-key rotate --reason/);
  const { request } = await performAct(services, as(operator), 'master_key.rotate', REASON);
  assert.match(await told(fresh, old), new RegExp(`^new: .*rf approvals approve ${request}$`));
  const served = { ...services, isServed: true as const };
  const approved = await performAct(served, as(world.people.reviewer), 'requests.approve', {
    request: request!,
  });
  assert.equal(approved.done, false, 'the service goes on with it');
  assert.match(await told(fresh, old), /^approved: .*the service seals the rest/);
  assert.match(
    await told(old, fresh),
    new RegExp(`^replaced: the key ${oldId} comes first, but was replaced by ${freshId}`),
  );
  await continueRotation({ context: world.desk, keys: keysOf(given) });
  assert.match(await told(fresh, old), /^done: .*rf master-key drop/);
  assert.match(await told(fresh), /^single: everything belongs to .* \/ null$/);
  assert.match(
    await told(old),
    new RegExp(`entries of ${freshId}, a master key that this machine does not have`),
  );

  // The next replacement: the key that is current now was itself a new one.
  const next = Buffer.alloc(32, 88).toString('base64');
  assert.match(await told(fresh, next), /^prepared: /);
  assert.match(await told(next, fresh), /^new: /);
  // A node that is further writes with it. The leader, which is not, does not seal that again with the key before.
  const ahead = await connectStore({ ...location, masterKey: `${next} ${fresh}` });
  t.after(() => ahead.close());
  const ring = readMasterKey('', `${next} ${fresh}`);
  await createWorkspace({ ...world.desk, store: ahead }, operator, ring, {
    name: 'Cedar',
    tier: 'PROFESSIONAL',
  });
  const leading = { masterKey: readMasterKey('', `${fresh} ${next}`), secondFactors: services.secondFactors };
  // A process that has these keys.
  const leader = await connectStore({ ...location, masterKey: `${fresh} ${next}` });
  t.after(() => leader.close());
  await continueRotation({ context: { ...world.desk, store: leader }, keys: leading });
  assert.ok((await keyState(world.desk, leading)).older_entries > 0);
});

onEitherStore('before the approval, two people can go back to the old key', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, store } = given;
  const file = masterKeyFile(location.dataDir);
  addMasterKey(location.dataDir);
  const [fresh, old] = keyTexts(readFileSync(file, 'utf8'));
  const [freshId, oldId] = idsOf(fresh!, old!);
  await giveSecret(given);
  writeFileSync(file, `${old} ${fresh}`, { mode: 0o600 });
  const told = async () => adviceOn(await keyState(world.desk, keysOf(given)));
  const { what, todo } = await told();
  assert.match(
    what,
    new RegExp(`^1 secret and \\d+ entries .* belong to ${freshId}, but ${oldId} comes before`),
  );
  assert.match(todo!, new RegExp(`To go back to ${oldId}, run rf master-key rotate`));
  await approve(given);
  assert.match((await told()).todo!, /rf master-key drop/);
  dropOlderKeys(location.dataDir);
  assert.equal(readFileSync(file, 'utf8'), `${old}\n`);
  assert.deepEqual(await problems(store), []);
});

onEitherStore('nothing is sealed again while a running node uses another key', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, services } = given;
  const { operator, reviewer } = world.people;
  addMasterKey(location.dataDir);
  const [fresh, old] = keyTexts(readFileSync(masterKeyFile(location.dataDir), 'utf8'));
  const [freshId, oldId] = idsOf(fresh!, old!);
  const ask = () => performAct(services, as(operator), 'master_key.rotate', REASON);
  await runs(given, 'slow', [oldId!]);
  await assert.rejects(
    ask(),
    new RegExp(`a running node uses another key: slow \\(${oldId}\\)\\. Put ${freshId} first`),
  );
  await runs(given, 'slow', [oldId!, freshId!]);
  await assert.rejects(ask(), /a running node uses another key/);
  await runs(given, 'slow', [freshId!, oldId!]);
  const { request } = await ask();
  const approval = () => performAct(services, as(reviewer), 'requests.approve', { request: request! });
  await runs(given, 'late', []);
  await assert.rejects(approval(), /a running node uses another key: late \(no key\)/);
  assert.ok((await left(given)) > 0);
  await runs(given, 'late', [freshId!]);
  await approval();
  assert.equal(await left(given), 0);
  await runs(given, 'late', [oldId!, freshId!]);
  assert.match(
    adviceOn(await keyState(world.desk, keysOf(given))).what,
    /a running node uses another key: late/,
  );
});
