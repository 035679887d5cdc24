// Sign-offs of frameworks: whose keys count, and what is noticed if a framework or a sign-off was edited in the store.

import assert from 'node:assert/strict';
import {
  effectiveMethodology,
  importMethodology,
  listMethodologies,
  methodologyByDigest,
  recordSignOff,
  requireSigned,
} from '@rf-indicators/core/desk/methodology/registry';
import {
  dropTriggers,
  framework,
  keyOf,
  person,
  START,
  signed,
} from '../../../../../test/support/desk-fixture.ts';
import { enrolKey, retireKey } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { activate, assertUnusable, importSigned, openOffice, refused } from './methodology-office.ts';

onEitherStore('only public keys of chief risk officers can be enrolled', async (kind, t) => {
  const { desk, operator, officer, key } = await openOffice(kind, t);
  await person(desk, 'ann', 'analyst');
  const gone = await person(desk, 'gus', 'chief_risk_officer');
  await desk.store.transaction((writes) =>
    writes.updateTable('staff').set({ retired_at: START }).where('id', '=', gone.id).execute(),
  );
  const fresh = await keyOf('fresh', 2);
  const enrol = (staffId: string, publicKey: string) => enrolKey(desk, operator, { staffId, publicKey });
  for (const staffId of ['ann', 'gus', 'nobody']) {
    await assert.rejects(
      enrol(staffId, fresh.verifierKey),
      refused('conflict', /requires the chief_risk_officer role/),
    );
  }
  const secret = 'PRIVATE+KEY+fresh+00000000+AQID';
  await assert.rejects(enrol(officer.id, secret), refused('validation_failed', /must stay with its holder/));
  await assert.rejects(
    enrol(officer.id, 'fresh+00000000+AQID'),
    refused('validation_failed', /cannot be enrolled/),
  );
  await assert.rejects(enrol(officer.id, key.verifierKey), refused('conflict', /already enrolled/));
  await retireKey(desk, operator, key.id);
  await assert.rejects(retireKey(desk, operator, key.id), refused('conflict', /already retired/));
  const renamed = await keyOf('another-name', 1);
  await assert.rejects(
    enrol(officer.id, renamed.verifierKey),
    refused('conflict', /retired and cannot be enrolled again/),
  );
  assert.equal(await enrol(officer.id, fresh.verifierKey), fresh.id);
});

onEitherStore(
  'a sign-off is refused unless a current chief risk officer made it with an enrolled key that is not retired',
  async (kind, t) => {
    const office = await openOffice(kind, t);
    const { desk, operator, officer, key } = office;
    const document = framework();
    const signOff = await signed(document, key);
    await assert.rejects(recordSignOff(desk, operator, signOff), refused('not_found', /imported/));
    const digest = await importMethodology(desk, operator, document);
    const stranger = await signed(document, await keyOf('stranger', 3));
    await assert.rejects(recordSignOff(desk, operator, stranger), refused('conflict', /not enrolled/));
    const posing = { ...stranger, signature: { ...stranger.signature, key_id: key.id } };
    await assert.rejects(
      recordSignOff(desk, operator, posing),
      refused('validation_failed', /does not verify/),
    );
    const renamed = { ...signOff, name: 'Somebody else' };
    await assert.rejects(
      recordSignOff(desk, operator, renamed),
      refused('validation_failed', /does not verify/),
    );
    const elsewhere = { ...(await signed(framework('1.1'), key)), digest };
    await assert.rejects(
      recordSignOff(desk, operator, elsewhere),
      refused('validation_failed', /does not verify/),
    );
    for (const wrong of [null, 'x', {}, { ...signOff, extra: '1' }, { ...signOff, signature: null }]) {
      await assert.rejects(
        recordSignOff(desk, operator, wrong),
        refused('validation_failed', /not a valid sign-off/),
      );
    }
    const roles = desk.store.db.deleteFrom('staff_roles').where('staff_id', '=', officer.id);
    await roles.execute();
    await assert.rejects(
      recordSignOff(desk, operator, signOff),
      refused('conflict', /requires the chief_risk_officer role/),
    );
    await desk.store.transaction((writes) =>
      writes.insertInto('staff_roles').values({ staff_id: officer.id, role: 'chief_risk_officer' }).execute(),
    );
    await retireKey(desk, operator, key.id);
    await assert.rejects(recordSignOff(desk, operator, signOff), refused('conflict', /which is retired/));
    await assertUnusable(office, digest, /has not been signed/);
  },
);

onEitherStore('sign-offs made before a key was retired stay valid', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator, key } = office;
  const digest = await activate(office, framework());
  desk.now += 1000;
  await retireKey(desk, operator, key.id);
  assert.equal((await requireSigned(desk.store.db, digest)).digest, digest);
  assert.equal((await effectiveMethodology(desk.store.db, desk.now)).digest, digest);
});

onEitherStore('an edited framework is refused immediately, even if it was loaded before', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk } = office;
  const { db } = desk.store;
  const digest = await activate(office, framework());
  const row = await db.selectFrom('methodologies').selectAll().executeTakeFirstOrThrow();
  const edit = (change: Partial<typeof row>) =>
    db.updateTable('methodologies').set(change).where('digest', '=', digest).execute();
  await assert.rejects(edit({ version: '9.9' }), /append-only/);
  await dropTriggers(desk, 'methodologies');
  const changes: Partial<typeof row>[] = [
    { document: row.document.replace('"80.00"', '"79.00"') },
    { document: ` ${row.document}` },
    { document: '{}' },
    { document: 'not json' },
    { version: '1.1' },
    { framework_version: 'Other v1.0' },
    { effective_from: '2026-03-01' },
  ];
  for (const change of changes) {
    await edit(change);
    await assertUnusable(office, digest, /was edited/);
    await assert.rejects(methodologyByDigest(db, digest), refused('conflict', /was edited/));
    const [listed] = await listMethodologies(db, desk.now);
    assert.match(listed?.fault ?? '', /was edited/);
    await edit(row);
    await requireSigned(db, digest);
  }
});

onEitherStore('a sign-off that was replaced or edited in the store is detected', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator, key } = office;
  const { db } = desk.store;
  const digest = await activate(office, framework());
  await importSigned(office, framework('1.1', '2026-05-01'));
  await person(desk, 'mallory', 'operator');
  const stranger = await keyOf('stranger', 3);
  const row = await db
    .selectFrom('methodology_sign_offs')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  const { sign_off: other } = await db
    .selectFrom('methodology_sign_offs')
    .select('sign_off')
    .where('digest', '<>', digest)
    .executeTakeFirstOrThrow();
  await dropTriggers(desk, 'methodology_sign_offs');
  const edit = (change: Partial<typeof row>) =>
    db.updateTable('methodology_sign_offs').set(change).where('digest', '=', digest).execute();
  const changes: Partial<typeof row>[] = [
    { sign_off: other },
    { sign_off: JSON.stringify(await signed(framework(), stranger)) },
    { sign_off: row.sign_off.replace('An officer', 'No officer') },
    { sign_off: '{}' },
    { sign_off: 'null' },
    { sign_off: 'not json' },
    { staff_id: 'mallory' },
  ];
  for (const change of changes) {
    await edit(change);
    await assertUnusable(office, digest, /does not verify/);
    await edit(row);
  }
  const keys = (public_key: string) =>
    db.updateTable('officer_keys').set({ public_key }).where('key_id', '=', key.id).execute();
  await keys(stranger.verifierKey);
  await assertUnusable(office, digest, /does not verify/);
  await edit({ sign_off: JSON.stringify(await signed(framework(), stranger)) });
  await assertUnusable(office, digest, /does not verify/);
  await edit(row);
  await keys(key.verifierKey);
  desk.now += 1000;
  await retireKey(desk, operator, key.id);
  await edit({ recorded_at: desk.now });
  await assertUnusable(office, digest, /does not verify/);
});
