import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { Refusal } from '@rf-indicators/core/context/refusal';
import {
  draftImpactReport,
  effectiveMethodology,
  findEffectiveMethodology,
  impactReport,
  importMethodology,
  listMethodologies,
  methodologyByDigest,
  recordSignOff,
  requireSigned,
} from '@rf-indicators/core/desk/methodology/registry';
import type { StoreKind } from '@rf-indicators/core/store/store';
import {
  digestOf,
  loadMethodology,
  type MethodologyDocument,
  type Signer,
  score,
} from '@rf-indicators/engine';
import {
  addProvider,
  addSamples,
  dropTriggers,
  fixtureDesk,
  framework,
  keyOf,
  person,
  START,
  samples,
  signed,
} from '../../../../../test/support/desk-fixture.ts';
import { activate as activateFramework, enrolKey, retireKey } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

interface Office {
  desk: Context & { now: number };
  operator: Actor;
  officer: Actor;
  key: Signer;
}

/** An operator and a chief risk officer whose key is enrolled. */
async function openOffice(kind: StoreKind, t: TestContext): Promise<Office> {
  const desk = await fixtureDesk(kind, t);
  const operator = await person(desk, 'olga', 'operator');
  const officer = await person(desk, 'cora', 'chief_risk_officer');
  const key = await keyOf('cora-key', 1);
  await enrolKey(desk, operator, { staffId: officer.id, publicKey: key.verifierKey });
  return { desk, operator, officer, key };
}

async function importSigned({ desk, officer, key }: Office, document: MethodologyDocument): Promise<string> {
  const digest = await importMethodology(desk, officer, document);
  await recordSignOff(desk, officer, await signed(document, key));
  return digest;
}

async function activate(office: Office, document: MethodologyDocument): Promise<string> {
  const digest = await importSigned(office, document);
  await activateFramework(office.desk, office.operator, digest, 'A new version.');
  return digest;
}

function refused(code: string, message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

/** No road leads from this framework to a publication. */
async function assertUnusable({ desk, operator }: Office, digest: string, why: RegExp): Promise<void> {
  const { db } = desk.store;
  await assert.rejects(requireSigned(db, digest), refused('conflict', why));
  await assert.rejects(activateFramework(desk, operator, digest, 'x'), refused('conflict', why));
  const { activations } = await db
    .selectFrom('methodology_activations')
    .select(({ fn }) => fn.countAll<number>().as('activations'))
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  if (Number(activations) > 0)
    await assert.rejects(effectiveMethodology(db, desk.now), refused('conflict', why));
}

function events({ store }: Context) {
  return store.db.selectFrom('events').selectAll().orderBy('seq').execute();
}

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

onEitherStore('only public keys of chief risk officers can be enrolled', async (kind, t) => {
  const { desk, operator, officer, key } = await openOffice(kind, t);
  await person(desk, 'ann', 'analyst');
  const gone = await person(desk, 'gus', 'chief_risk_officer');
  await desk.store.db.updateTable('staff').set({ retired_at: START }).where('id', '=', gone.id).execute();
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
    await desk.store.db
      .insertInto('staff_roles')
      .values({ staff_id: officer.id, role: 'chief_risk_officer' })
      .execute();
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

onEitherStore('an impact report has the scores of the engine for every provider', async (kind, t) => {
  const office = await openOffice(kind, t);
  const { desk, operator } = office;
  const analyst = await person(desk, 'ann', 'analyst');
  await addSamples(desk, analyst, await person(desk, 'rob', 'reviewer'));
  const crowd = 400;
  for (let index = 0; index < crowd; index += 1) {
    await addProvider(desk, analyst, {
      ...samples[0]!,
      provider_id: `crowd-${index}`,
      name: `Crowd ${index}`,
    });
  }
  await addProvider(desk, analyst, { ...samples[0]!, provider_id: 'retired', name: 'Retired' });
  await desk.store.db
    .updateTable('providers')
    .set({ retired_at: START })
    .where('id', '=', 'retired')
    .execute();
  const first = framework();
  const digest = await activate(office, first);
  const draft = framework('1.1', '2026-05-01');
  draft.modules[0]!.weight = 21;
  draft.modules[1]!.weight = 16;
  draft.bands[0]![1] = '81.00';

  const told: number[] = [];
  const report = await draftImpactReport(desk, loadMethodology(draft), desk.now, (done) => told.push(done));
  assert.equal(report.sign_off, 'unsigned');
  assert.equal(report.compared_with?.digest, digest);
  assert.equal(report.framework.digest, await digestOf(draft));
  assert.equal(report.differences.length, 5);
  assert.deepEqual(told, [0, 200, 400, 412]);
  assert.equal(report.providers.length, crowd + samples.length);

  const [before, after] = [loadMethodology(first), loadMethodology(draft)];
  const counts = { higher: 0, lower: 0, unchanged: 0, newly_scored: 0, no_longer_scored: 0, unscored: crowd };
  let bands = 0;
  for (const sample of samples) {
    const [was, is] = [score(before, sample), score(after, sample)];
    const impact = report.providers.find(({ provider_id }) => provider_id === sample.provider_id);
    assert.equal(impact?.before?.status, was.status);
    if (was.status !== 'SCORED' || is.status !== 'SCORED') {
      counts.unscored += 1;
      continue;
    }
    assert.equal(impact?.before?.final_score, was.result.final_score);
    assert.equal(impact?.after.final_score, is.result.final_score);
    assert.equal(impact?.after.risk_band, is.result.band);
    const delta = is.trace.final - was.trace.final;
    assert.equal(Math.round(Number(impact?.delta) * 100), delta);
    counts[delta === 0 ? 'unchanged' : delta > 0 ? 'higher' : 'lower'] += 1;
    if (is.result.band !== was.result.band) bands += 1;
  }
  assert.deepEqual(report.counts, { providers: crowd + samples.length, ...counts, band_changed: bands });

  const second = await importSigned(office, draft);
  const stored = await activateFramework(desk, operator, second, 'Reserves count more.');
  assert.deepEqual(stored, { ...report, sign_off: 'signed' });
  const { impact } = await desk.store.db
    .selectFrom('methodology_activations')
    .select('impact')
    .where('digest', '=', second)
    .executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(impact), stored);
});

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
