// Frameworks in the store: imported, activated, and in effect from their date.

import assert from 'node:assert/strict';
import type { Context } from '@rf-indicators/core/context/context';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import {
  effectiveMethodology,
  findEffectiveMethodology,
  impactReport,
  importMethodology,
  listMethodologies,
  methodologyByDigest,
  recordSignOff,
  requireSigned,
} from '@rf-indicators/core/desk/methodology/registry';
import { framework, person, signed } from '../../../../../test/support/desk-fixture.ts';
import { activate as activateFramework } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { activate, assertUnusable, events, importSigned, openOffice, refused } from './methodology-office.ts';

onEitherStore('a framework is imported, signed, activated and then in effect', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, officer, key } = office;
  const { db } = desk.store;
  assert.equal(await findEffectiveMethodology(db, desk.now), null);
  await assert.rejects(
    effectiveMethodology(db, desk.now),
    refused('conflict', /No framework is in effect on 2026-04-01/),
  );
  const digest = await activate(office, framework());
  assert.equal(digest, '61506689445271c9abd75d92f2a4f0035255fc5c783e224d7f919ee21f749726');
  const effective = await effectiveMethodology(db, desk.now);
  assert.equal(effective.digest, digest);
  assert.equal(effective.methodology.version, '1.0');
  assert.equal(effective.signOff.signature.key_id, key.id);
  assert.equal((await requireSigned(db, digest)).methodology, effective.methodology, 'loaded once');

  const [event] = await events(desk);
  assert.equal(event?.type, 'methodology.published');
  assert.deepEqual(JSON.parse(event!.data), {
    sequence: 1,
    version: '1.0',
    framework_version: 'RF Framework v1.0',
    digest,
    effective_from: '2026-04-01',
    notes: 'A new version.',
    urgent_reason: null,
    differences: null,
  });
  const acts = await db.selectFrom('audit').select(['action', 'actor']).orderBy('seq').execute();
  assert.deepEqual(
    acts.map(({ action, actor }) => `${action} ${actor}`),
    [
      'officer_key.enrol olga',
      `methodology.import ${officer.id}`,
      `methodology.sign_off ${officer.id}`,
      'methodology.activate olga',
      'founding.ended olga',
    ],
  );
});

onEitherStore('importing, signing and activating require the right roles', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator, officer, key } = office;
  const analyst = await person(desk, 'ann', 'analyst', 'reviewer');
  const other = await person(desk, 'carl', 'chief_risk_officer');
  const document = framework();
  const role = (message: RegExp) => refused('insufficient_role', message);
  await assert.rejects(
    importMethodology(desk, analyst, document),
    role(/This requires the operator or chief_risk_officer role, which ann does not have/),
  );
  const digest = await importMethodology(desk, operator, document);
  const signOff = await signed(document, key);
  await assert.rejects(
    recordSignOff(desk, analyst, signOff),
    role(/This requires the chief_risk_officer or operator role, which ann does not have/),
  );
  await assert.rejects(recordSignOff(desk, other, signOff), role(/the officer whose key made it/));
  await recordSignOff(desk, operator, signOff);
  await assert.rejects(recordSignOff(desk, officer, signOff), refused('conflict', /already signed/));
  await assert.rejects(
    activateFramework(desk, operator, digest, ' '),
    refused('validation_failed', /what this version changes/),
  );
  await activateFramework(desk, operator, digest, 'x');
  await assert.rejects(
    activateFramework(desk, operator, digest, 'x'),
    refused('conflict', /already been activated/),
  );
});

onEitherStore('the text of an activated version can never change', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator } = office;
  const document = framework();
  const digest = await activate(office, document);
  assert.equal(await importMethodology(desk, operator, document), digest, 'the same text again is no fault');
  const edited = { ...document, listed_factors: 4 };
  await assert.rejects(importMethodology(desk, operator, edited), refused('conflict', /never changes/));
  const { framework_name: _, ...nameless } = framework('1.1');
  await assert.rejects(importMethodology(desk, operator, nameless), refused('validation_failed', /no name/));
  await assert.rejects(
    importMethodology(desk, operator, { ...framework('1.2'), bands: [] }),
    (error: Refusal) => {
      assert.ok(error.details.some(({ place }) => place.startsWith('/bands')));
      return refused('validation_failed', /not valid/)(error);
    },
  );
  assert.equal((await listMethodologies(desk.store.db, desk.now)).length, 1);
  const { methodology } = await methodologyByDigest(desk.store.db, digest);
  assert.deepEqual(methodology.document, document);
});

onEitherStore('an unsigned framework can be read and compared, but not activated', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator } = office;
  const digest = await importMethodology(desk, operator, framework());
  await assertUnusable(office, digest, /has not been signed/);
  assert.equal((await impactReport(desk, digest, desk.now)).sign_off, 'unsigned');
  await assert.rejects(requireSigned(desk.store.db, 'no-such-digest'), refused('not_found', /imported/));
  assert.deepEqual(await events(desk), []);
});

onEitherStore(
  'the framework in effect is the one with the latest effective date that is not in the future, in UTC',
  async (kind, t) => {
    const office = await openOffice(kind, t);
    const { desk } = office;
    const first = await activate(office, framework());
    const second = await activate(office, framework('1.1', '2026-05-01'));
    const at = async (instant: string) =>
      (await findEffectiveMethodology(desk.store.db, Date.parse(instant)))?.digest;
    assert.equal(await at('2026-03-31T23:59:59.999Z'), undefined);
    assert.equal(await at('2026-04-01T00:00:00Z'), first);
    assert.equal(await at('2026-04-30T23:59:59.999Z'), first);
    assert.equal(await at('2026-05-01T00:00:00Z'), second);
    assert.equal(await at('2026-05-01T01:00:00+02:00'), first, 'still April in UTC');
    const third = await activate(office, framework('1.2', '2026-05-01'));
    assert.equal(await at('2026-05-01T00:00:00Z'), third, 'of one date, the one activated last');
    await importSigned(office, framework('1.3', '2026-04-15'));
    assert.equal(await at('2026-04-20T00:00:00Z'), first, 'signed is not activated');
  },
);

onEitherStore('a failed activation writes no event and uses up no sequence number', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator } = office;
  const digest = await importSigned(office, framework());
  let fails = true;
  const failing: Context = {
    ...desk,
    store: {
      ...desk.store,
      transaction: (work) =>
        desk.store.transaction(async (writes) => {
          const result = await work(writes);
          if (fails) throw new Error('the disk is full');
          return result;
        }),
    },
  };
  await assert.rejects(activateFramework(failing, operator, digest, 'x'), /the disk is full/);
  assert.deepEqual(await events(desk), []);
  assert.equal(await findEffectiveMethodology(desk.store.db, desk.now), null);
  fails = false;
  await activateFramework(failing, operator, digest, 'x');
  assert.deepEqual(
    (await events(desk)).map(({ seq }) => seq),
    [1],
  );
});
