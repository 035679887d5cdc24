import assert from 'node:assert/strict';
import { claimWorkspace, issueClaimCode } from '@rf-indicators/core/accounts/claim';
import { authenticateMember } from '@rf-indicators/core/accounts/members';
import { readSigningSecret } from '@rf-indicators/core/accounts/signing-secret';
import {
  createWorkspace,
  disablePilot,
  enablePilot,
  findWorkspace,
  listWorkspaces,
  setTier,
} from '@rf-indicators/core/accounts/workspaces';
import { person, START } from '../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { actions, atOnce, claimed, customers, inPilot } from '../../../../test/support/workspace-fixture.ts';
import { DAY } from '../../../../test/support/world.ts';

onEitherStore('operators make and change workspaces, and nobody else does', async (kind, t) => {
  const { desk, masterKey, operator } = await customers(kind, t);
  const acorn = {
    name: ' Acorn ',
    tier: 'CUSTOM',
    entitlements: ['methodology', 'scores', 'scores'],
  } as const;
  const { workspace } = await createWorkspace(desk, operator, masterKey, acorn);
  assert.deepEqual(
    [workspace.name, workspace.tier, workspace.entitlements, workspace.pilot_enabled_at],
    ['Acorn', 'CUSTOM', ['scores', 'methodology'], null],
  );
  assert.deepEqual(await findWorkspace(desk.store.db, 'Acorn'), workspace);
  assert.deepEqual(await findWorkspace(desk.store.db, workspace.id), workspace);
  assert.equal(await findWorkspace(desk.store.db, 'Birch'), null);

  const ann = await person(desk, 'ann', 'analyst', 'reviewer', 'chief_risk_officer');
  for (const act of [
    () => createWorkspace(desk, ann, masterKey, { name: 'Birch', tier: 'FREE' }),
    () => setTier(desk, ann, 'Acorn', 'FREE'),
    () => enablePilot(desk, ann, 'Acorn'),
    () => disablePilot(desk, ann, 'Acorn'),
    () => issueClaimCode(desk, ann, 'Acorn'),
  ]) {
    await assert.rejects(act(), { code: 'insufficient_role' });
  }

  const make = (name: string, tier: string, entitlements: string[] = []) =>
    createWorkspace(desk, operator, masterKey, { name, tier, entitlements } as never);
  await assert.rejects(make('Acorn', 'FREE'), { code: 'conflict' });
  await assert.rejects(make('', 'FREE'), /must have 1 to 120 characters/);
  await assert.rejects(make('A\u001bB', 'FREE'), /it contains U\+001B/);
  await assert.rejects(make('Birch', 'GOLD'), /"GOLD" is not a tier/);
  await assert.rejects(make('Birch', 'CUSTOM'), /at least one entitlement/);
  await assert.rejects(make('Birch', 'CUSTOM', ['all']), /"all" is not an entitlement/);
  await assert.rejects(make('Birch', 'PROFESSIONAL', ['computation']), /Only a CUSTOM contract/);
  await assert.rejects(setTier(desk, operator, 'Birch', 'FREE'), { code: 'not_found' });

  await setTier(desk, operator, 'Acorn', 'ENTERPRISE');
  const [listed, ...others] = await listWorkspaces(desk.store.db);
  assert.deepEqual(others, []);
  assert.deepEqual([listed!.tier, listed!.entitlements, listed!.claimed_at], ['ENTERPRISE', [], null]);
  assert.deepEqual(await actions({ desk }), ['workspace.created', 'workspace.tier_set']);
});

onEitherStore('the Contract Admin claims a workspace once, and sees its secret once', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey, operator } = given;
  const { workspace, claim } = await createWorkspace(desk, operator, masterKey, {
    name: 'Acorn',
    tier: 'PROFESSIONAL',
  });
  assert.equal(claim.expires_at, START + 14 * DAY);
  const shownAt = async () =>
    (await desk.store.db.selectFrom('workspace_secrets').selectAll().executeTakeFirstOrThrow()).shown_at;
  assert.equal(await shownAt(), null);
  await assert.rejects(
    claimWorkspace(desk, masterKey, { code: claim.code, name: ' ' }),
    /A name must have 1 to 120 characters/,
  );

  desk.now += DAY;
  const { member, token, signingSecret } = await claimWorkspace(desk, masterKey, {
    code: claim.code,
    name: 'Ada',
  });
  assert.deepEqual([member.name, member.role, member.workspace.id], ['Ada', 'contract_admin', workspace.id]);
  assert.deepEqual(await authenticateMember(desk, token), member);
  assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(await readSigningSecret(desk.store.db, masterKey, workspace.id), signingSecret);
  assert.equal(await shownAt(), START + DAY);
  assert.equal((await listWorkspaces(desk.store.db))[0]!.claimed_at, START + DAY);

  const again = claimWorkspace(desk, masterKey, { code: claim.code, name: 'Eve' });
  await assert.rejects(again, { code: 'conflict', message: /has already been used/ });
  await assert.rejects(issueClaimCode(desk, operator, 'Acorn'), {
    code: 'conflict',
    message: /already been claimed/,
  });
  assert.deepEqual(await actions(given), ['workspace.created', 'workspace.claimed']);
});

onEitherStore('a code that is unknown, late or replaced is refused in clear words', async (kind, t) => {
  const { desk, masterKey, operator } = await customers(kind, t);
  const create = (name: string) => createWorkspace(desk, operator, masterKey, { name, tier: 'ENTERPRISE' });
  const first = (await create('Acorn')).claim;
  const claim = (code: string) => claimWorkspace(desk, masterKey, { code, name: 'Ada' });
  for (const wrong of ['', 'rf_claim_', first.code.slice(0, -1), first.code.replace('claim', 'staff')]) {
    await assert.rejects(claim(wrong), { code: 'invalid_token', message: /This is not a claim code/ });
  }
  const elsewhere = await customers(kind, t);
  const foreign = await createWorkspace(elsewhere.desk, elsewhere.operator, elsewhere.masterKey, {
    name: 'Acorn',
    tier: 'ENTERPRISE',
  });
  await assert.rejects(claim(foreign.claim.code), { code: 'invalid_token', message: /is not valid/ });

  const second = await issueClaimCode(desk, operator, 'Acorn');
  await assert.rejects(claim(first.code), {
    code: 'invalid_token',
    message: /expired, or a newer one was issued/,
  });
  desk.now = second.expires_at;
  await assert.rejects(claim(second.code), { code: 'invalid_token', message: /expired/ });
  const third = await issueClaimCode(desk, operator, 'Acorn');
  desk.now = third.expires_at - 1;
  assert.equal((await claim(third.code)).member.name, 'Ada');
});

onEitherStore('of two concurrent claims one succeeds, and the other is refused', async (kind, t) => {
  const { desk, masterKey, operator } = await customers(kind, t);
  const { claim } = await createWorkspace(desk, operator, masterKey, { name: 'Acorn', tier: 'ENTERPRISE' });
  const { won, lost } = await atOnce(
    ...['Ada', 'Bea', 'Cleo'].map((name) => claimWorkspace(desk, masterKey, { code: claim.code, name })),
  );
  assert.equal(won.length, 1);
  for (const reason of lost) assert.match(String(reason), /Refusal: This claim code has already been used/);
  const members = await desk.store.db.selectFrom('members').select('name').execute();
  assert.deepEqual(
    members.map(({ name }) => name),
    [won[0]!.member.name],
  );
});

onEitherStore('the pilot is for workspaces of its tiers, and ends with them', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const { workspace } = await inPilot(given);
  assert.equal((await findWorkspace(desk.store.db, workspace.id))!.pilot_enabled_at, START);
  await assert.rejects(enablePilot(desk, operator, 'Acorn'), { code: 'conflict' });
  assert.equal((await setTier(desk, operator, 'Acorn', 'PROFESSIONAL')).pilot_enabled_at, START);
  assert.equal((await setTier(desk, operator, 'Acorn', 'FREE')).pilot_enabled_at, null);
  const unfit = {
    code: 'workspace_not_eligible',
    message: /PROFESSIONAL or ENTERPRISE workspace, and Acorn is/,
  };
  await assert.rejects(enablePilot(desk, operator, 'Acorn'), unfit);
  await setTier(desk, operator, 'Acorn', 'CUSTOM', ['scores']);
  await assert.rejects(enablePilot(desk, operator, 'Acorn'), unfit);
  const back = await setTier(desk, operator, 'Acorn', 'ENTERPRISE');
  assert.equal(back.pilot_enabled_at, null, 'a part that ended is not taken up again by itself');
  await enablePilot(desk, operator, 'Acorn');
  assert.equal((await disablePilot(desk, operator, 'Acorn')).pilot_enabled_at, null);
  await assert.rejects(disablePilot(desk, operator, 'Acorn'), { code: 'conflict' });
});

onEitherStore('a sealed secret cannot be passed off as that of another workspace', async (kind, t) => {
  const given = await customers(kind, t);
  const acorn = (await claimed(given)).member.workspace;
  const birch = (await claimed(given, { name: 'Birch' })).member.workspace;
  const { db } = given.desk.store;
  const { sealed_secret } = await db
    .selectFrom('workspace_secrets')
    .select('sealed_secret')
    .where('workspace_id', '=', acorn.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('workspace_secrets')
    .set({ sealed_secret })
    .where('workspace_id', '=', birch.id)
    .execute();
  await assert.rejects(readSigningSecret(db, given.masterKey, birch.id), /is not the one that sealed/);
});
