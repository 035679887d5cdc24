// Policies on both databases: what decisions read, requests that are made at once, and rows that somebody else wrote.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { addMember, authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { activateAsked, askForActivation, stopPolicy } from '@rf-indicators/core/policies/activation';
import { savePolicy, setShadow } from '@rf-indicators/core/policies/drafts';
import { changeSettings, readSettings } from '@rf-indicators/core/policies/settings';
import { activeVersion, shadowDrafts, versionByDigest } from '@rf-indicators/core/policies/versions';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { policyDigest } from '@rf-indicators/engine';
import { Forger } from '../../../../test/support/forger.ts';
import { type PolicyParts, policyDocument } from '../../../../test/support/policies.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { atOnce, claimed, customers } from '../../../../test/support/workspace-fixture.ts';

const EXCEPTION: PolicyParts = { exceptions: ['brindlewick-vaults'] };

/** A workspace with two people who decide about policies, and another workspace. */
async function place(kind: StoreKind, t: TestContext) {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  const { token } = await addMember(desk, ada, { name: 'Rio', role: 'risk_officer' });
  const { member: bea } = await claimed(given, { name: 'Birch' });
  const save = (by: Member, parts: PolicyParts = {}) =>
    savePolicy(desk, by, { document: policyDocument(parts) });
  return { desk, db: desk.store.db, ada, rio: await authenticateMember(desk, token), bea, save };
}

onEitherStore(
  'decisions read the active version by name, any version by digest, and drafts in the shadow',
  async (kind, t) => {
    const { desk, db, ada, rio, bea, save } = await place(kind, t);
    const id = ada.workspace.id;
    const first = await save(rio);
    assert.equal(await activeVersion(db, id, 'lender'), null, 'a draft decides nothing');
    await askForActivation(desk, rio, { name: 'lender' });
    const second = await save(rio, { below: '70.00' });
    assert.deepEqual(await shadowDrafts(db, id, 'lender'), []);
    await setShadow(desk, rio, { name: 'lender' });
    const active = await activeVersion(db, id, 'lender');
    assert.deepEqual([active?.version, active?.digest, active?.state], [1, first.digest, 'active']);
    assert.equal(await policyDigest(active!.policy), first.digest);
    const drafts = await shadowDrafts(db, id, 'lender');
    assert.deepEqual(
      drafts.map(({ version, digest }) => [version, digest]),
      [[2, second.digest]],
    );
    await askForActivation(desk, rio, { name: 'lender' });
    assert.deepEqual(await shadowDrafts(db, id, 'lender'), []);
    assert.equal((await versionByDigest(db, id, first.digest))?.state, 'replaced');
    assert.equal((await versionByDigest(db, id, second.digest))?.state, 'active');
    assert.equal(await versionByDigest(db, bea.workspace.id, second.digest), null);
    assert.equal(await activeVersion(db, bea.workspace.id, 'lender'), null);
    await stopPolicy(desk, ada, { name: 'lender' });
    assert.equal(await activeVersion(db, id, 'lender'), null);
  },
);

onEachStore('of two activations that are asked for at once, one version is active', async (kind, t) => {
  const { desk, db, ada, rio, save } = await place(kind, t);
  await save(rio);
  await askForActivation(desk, rio, { name: 'lender' });
  await save(rio, { below: '70.00' });
  const asked = await atOnce(
    askForActivation(desk, rio, { name: 'lender' }),
    askForActivation(desk, ada, { name: 'lender' }),
  );
  assert.equal(asked.won.length, 1, String(asked.lost));
  const { digest } = await save(rio, EXCEPTION);
  await askForActivation(desk, rio, { name: 'lender' });
  const activated = await atOnce(
    activateAsked(desk, ada, { name: 'lender', digest }),
    activateAsked(desk, ada, { name: 'lender', digest }),
    save(rio, { below: '80.00' }),
  );
  const rows = await db
    .selectFrom('policy_versions')
    .select(['version', 'state'])
    .orderBy('version')
    .execute();
  const active = rows.filter(({ state }) => state === 'active');
  assert.equal(active.length, 1, JSON.stringify([rows, activated.lost.map(String)]));
  assert.equal(new Set(rows.map(({ version }) => version)).size, rows.length);
});

onEachStore(
  'of two first drafts that are saved at once, one takes the place of the other',
  async (kind, t) => {
    const { db, ada, rio, save } = await place(kind, t);
    const { won, lost } = await atOnce(save(rio), save(ada, { below: '70.00' }));
    assert.deepEqual([won.length, lost.map(String)], [2, []]);
    const rows = await db.selectFrom('policy_versions').select(['version', 'state']).execute();
    assert.deepEqual(
      rows.map(({ version, state }) => [version, state]),
      [[1, 'draft']],
    );
  },
);

onEitherStore('a version that somebody wrote to the database decides nothing', async (kind, t) => {
  const { desk, db, ada, rio, save } = await place(kind, t);
  const id = ada.workspace.id;
  const { digest } = await save(rio);
  await askForActivation(desk, rio, { name: 'lender' });
  await save(rio, EXCEPTION);
  const forger = await Forger.at(desk.store);
  const [active, draft] = (await forger.rowsOf('policy_versions')).sort(
    (one, other) => Number(one.version) - Number(other.version),
  );
  await forger.insert('policy_versions', { ...draft, name: 'other', state: 'active' });
  assert.equal(await activeVersion(db, id, 'other'), null);
  await forger.change('policy_versions', active!, { document: draft!.document });
  assert.equal(await activeVersion(db, id, 'lender'), null);
  assert.equal(await versionByDigest(db, id, digest), null);
  await forger.change('policy_versions', active!, { document: active!.document });
  assert.equal((await activeVersion(db, id, 'lender'))?.digest, digest);
});

onEitherStore('four eyes stay where their row was removed or changed in the database', async (kind, t) => {
  const { desk, db, ada, rio, save } = await place(kind, t);
  const id = ada.workspace.id;
  await changeSettings(desk, rio, { second_person: 'always' });
  const forger = await Forger.at(desk.store);
  const [row] = await forger.rowsOf('policy_settings');
  await forger.change('policy_settings', row!, { needs_second: 0 });
  assert.equal((await readSettings(db, id)).second_person, 'always');
  await forger.remove('policy_settings', row!);
  assert.equal((await readSettings(db, id)).second_person, 'always');
  assert.equal((await save(rio)).second_person, 'four_eyes');
});
