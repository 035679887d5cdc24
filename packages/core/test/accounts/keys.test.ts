import assert from 'node:assert/strict';
import type { Tier } from '@rf-indicators/contract';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import {
  revokeKey,
  revokeKeyByOperator,
  rotateKey,
  upgradeKey,
} from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey, listKeys, type NewKey } from '@rf-indicators/core/accounts/keys';
import {
  addMember,
  authenticateMember,
  type Member,
  removeMember,
} from '@rf-indicators/core/accounts/members';
import { resumeWorkspace, suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { disablePilot, enablePilot, setTier } from '@rf-indicators/core/accounts/workspaces';
import { hashToken, isWellFormedToken } from '@rf-indicators/core/secrets/tokens';
import { person, START } from '../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  accept,
  actions,
  atOnce,
  type Customers,
  claimed,
  customers,
  HOUR,
  inPilot,
  ready,
} from '../../../../test/support/workspace-fixture.ts';

const backend: NewKey = { name: 'backend', tier: 'PROFESSIONAL' };
const agent: NewKey = { name: 'agent', tier: 'PROFESSIONAL', agent_scope: true };

async function colleague({ desk }: Customers, admin: Member, role: 'developer' | 'viewer'): Promise<Member> {
  const { token } = await addMember(desk, admin, { name: role, role });
  return authenticateMember(desk, token);
}

onEitherStore('a key is shown once and kept as a hash', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await ready(given);
  const dev = await colleague(given, ada, 'developer');
  const expires_at = START + 30 * 24 * HOUR;
  const issued = await createKey(desk, dev, { ...backend, hourly_limit: 500, expires_at });
  assert.ok(isWellFormedToken('rf_live_', issued.key));
  const { key_hash } = await desk.store.db
    .selectFrom('api_keys')
    .select('key_hash')
    .executeTakeFirstOrThrow();
  assert.equal(key_hash, hashToken(issued.key));
  assert.deepEqual(await listKeys(desk.store.db, ada.workspace.id), [
    {
      id: issued.id,
      prefix: issued.key.slice(0, 14),
      name: 'backend',
      tier: 'PROFESSIONAL',
      effective_tier: 'PROFESSIONAL',
      agent_scope: false,
      scope: null,
      hourly_limit: 500,
      created_at: START,
      created_by: dev.id,
      created_by_name: 'developer',
      expires_at,
      revoked_at: null,
      replaces: null,
      last_used_at: null,
    },
  ]);
});

onEitherStore('the newest use of a key is listed, and what it is worth today', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given);
  const { id } = await createKey(desk, ada, { name: 'audit', tier: 'ENTERPRISE' });
  const usage = { key_id: id, accepted: 1, refused: 0 };
  await desk.store.db
    .insertInto('key_usage')
    .values([
      { ...usage, hour: START, operation: 'scores', last_at: START + 7 },
      { ...usage, hour: START, operation: 'status', last_at: START + 9 },
    ])
    .execute();
  const listed = async () => (await listKeys(desk.store.db, ada.workspace.id))[0]!;
  assert.equal((await listed()).last_used_at, START + 9);
  await setTier(desk, operator, 'Acorn', 'PROFESSIONAL');
  assert.deepEqual(
    [(await listed()).tier, (await listed()).effective_tier],
    ['ENTERPRISE', 'PROFESSIONAL'],
    'keys fall with their workspace',
  );
});

onEitherStore('a key is made only after the current API terms were accepted', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  const refused = { code: 'terms_not_accepted', message: /the current API terms.*rf terms show --kind api/ };
  await assert.rejects(createKey(desk, ada, backend), refused);
  await accept(given, ada, 'agent');
  await assert.rejects(createKey(desk, ada, backend), refused);
  const { member: other } = await claimed(given, { name: 'Birch' });
  await accept(given, other, 'api');
  await assert.rejects(createKey(desk, ada, backend), refused);
  await accept(given, ada, 'api');
  assert.equal((await createKey(desk, ada, backend)).name, 'backend');

  const { member: free } = await claimed(given, { name: 'Cedar', tier: 'FREE' });
  await assert.rejects(
    createKey(desk, free, backend),
    {
      code: 'workspace_not_eligible',
      message: /Workspaces with the PROFESSIONAL, ENTERPRISE, CUSTOM tier can/,
    },
    'the refusal does not ask for terms that would not help',
  );
});

onEitherStore('a viewer makes no keys, and neither does somebody who was removed', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await ready(given);
  const viewer = await colleague(given, ada, 'viewer');
  const { id } = await createKey(desk, ada, backend);
  const acts = (member: Member) => [
    () => createKey(desk, member, { ...backend, name: 'other' }),
    () => rotateKey(desk, member, id),
    () => upgradeKey(desk, member, id, 'ENTERPRISE'),
    () => revokeKey(desk, member, id),
  ];
  for (const act of acts(viewer)) {
    await assert.rejects(act(), {
      code: 'insufficient_role',
      message: /requires the contract_admin or developer role/,
    });
  }
  const dev = await colleague(given, ada, 'developer');
  await removeMember(desk, ada, dev.id);
  for (const act of acts(dev)) await assert.rejects(act(), { code: 'invalid_token' });
});

onEitherStore('a workspace issues keys of its own tier and below', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given);
  const tryTier = (tier: Tier) => createKey(desk, ada, { name: `${tier} ${desk.newId()}`, tier });
  const may: Record<Tier, Tier[]> = {
    FREE: [],
    PROFESSIONAL: ['FREE', 'PROFESSIONAL'],
    ENTERPRISE: ['FREE', 'PROFESSIONAL', 'ENTERPRISE'],
    CUSTOM: ['FREE', 'CUSTOM'],
  };
  for (const [workspaceTier, issuable] of Object.entries(may) as [Tier, Tier[]][]) {
    await setTier(desk, operator, 'Acorn', workspaceTier, workspaceTier === 'CUSTOM' ? ['scores'] : []);
    for (const tier of Object.keys(may) as Tier[]) {
      if (issuable.includes(tier)) assert.equal((await tryTier(tier)).tier, tier);
      else {
        const told =
          issuable.length === 0
            ? /cannot create keys/
            : new RegExp(`can have ${issuable.join(' and ')} keys, but not`);
        await assert.rejects(tryTier(tier), { code: 'workspace_not_eligible', message: told });
      }
    }
  }
  await assert.rejects(tryTier('GOLD' as Tier), {
    code: 'validation_failed',
    message: /"GOLD" is not a tier/,
  });
});

onEitherStore('the agent scope takes the pilot, its terms and a tier of its', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given);
  await assert.rejects(createKey(desk, ada, agent), { code: 'pilot_not_enabled' });
  await accept(given, ada, 'agent');
  await assert.rejects(createKey(desk, ada, agent), { code: 'pilot_not_enabled' });
  const { member: bea } = await claimed(given, { name: 'Birch' });
  await accept(given, bea, 'api');
  await enablePilot(desk, operator, 'Birch');
  const refused = { code: 'terms_not_accepted', message: /agent terms/ };
  await assert.rejects(createKey(desk, bea, agent), refused);
  await accept(given, bea, 'agent');
  await assert.rejects(createKey(desk, bea, { ...agent, tier: 'FREE' }), {
    code: 'validation_failed',
    message: /requires a PROFESSIONAL or ENTERPRISE key, not a FREE key/,
  });
  await createKey(desk, bea, agent);
  const [listed] = await listKeys(desk.store.db, bea.workspace.id);
  assert.equal(listed!.agent_scope, true);
});

onEitherStore('limit, expiry and name of a key are checked one by one', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await ready(given);
  const invalid = { code: 'validation_failed' };
  for (const hourly_limit of [0, -1, 1.5, 1001, Number.NaN]) {
    await assert.rejects(createKey(desk, ada, { ...backend, hourly_limit }), {
      ...invalid,
      message: /from 1 to 1000/,
    });
  }
  for (const expires_at of [START, START - 1, Number.NaN]) {
    await assert.rejects(createKey(desk, ada, { ...backend, expires_at }), { ...invalid, message: /future/ });
  }
  for (const name of ['', '  ', 'x'.repeat(81), 'a\nb']) {
    await assert.rejects(createKey(desk, ada, { ...backend, name }), {
      ...invalid,
      message: /1 to 80|one line|it contains U\+/,
    });
  }
  await createKey(desk, ada, { ...backend, hourly_limit: 1000, expires_at: START + 1, name: 'x'.repeat(80) });

  await createKey(desk, ada, { ...backend, expires_at: START + HOUR });
  await assert.rejects(createKey(desk, ada, { ...backend, name: ' backend ' }), { code: 'conflict' });
  desk.now += HOUR;
  const second = await createKey(desk, ada, backend);
  await revokeKey(desk, ada, second.id);
  await createKey(desk, ada, backend);
  const { member: bea } = await claimed(given, { name: 'Birch' });
  await accept(given, bea, 'api');
  await createKey(desk, bea, backend);
});

onEitherStore('a rotated key leaves its place to another and lives on for its grace', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await inPilot(given);
  const far = START + 1000 * HOUR;
  const old = await createKey(desk, ada, { ...agent, hourly_limit: 5, expires_at: far });
  const { issued, replaced } = await rotateKey(desk, ada, old.prefix);
  assert.equal(replaced.expires_at, START + 24 * HOUR);
  assert.notEqual(issued.key, old.key);
  const [before, after] = await listKeys(desk.store.db, ada.workspace.id);
  const { id, prefix, expires_at, replaces, ...attributes } = after!;
  assert.deepEqual([id, prefix, expires_at, replaces], [issued.id, issued.prefix, far, old.id]);
  const { id: _, prefix: _prefix, expires_at: grace, replaces: none, ...had } = before!;
  assert.deepEqual([grace, none], [replaced.expires_at, null]);
  assert.deepEqual(attributes, had);

  const rotated = { code: 'conflict', message: /has already been rotated/ };
  await assert.rejects(rotateKey(desk, ada, old.id), rotated);
  const which = { code: 'conflict', message: new RegExp(`Choose one: ${old.prefix}…`) };
  await assert.rejects(revokeKey(desk, ada, 'agent'), which);
  for (const hours of [-1, 169, 0.5, Number.NaN]) {
    await assert.rejects(rotateKey(desk, ada, issued.id, hours), { code: 'validation_failed' });
  }
  assert.equal((await rotateKey(desk, ada, issued.id, 0)).replaced.expires_at, START, 'no grace');
  await assert.rejects(rotateKey(desk, ada, issued.id), { code: 'not_found' });
  const soon = await createKey(desk, ada, { ...backend, expires_at: START + HOUR });
  const short = await rotateKey(desk, ada, soon.id, 168);
  assert.equal(short.replaced.expires_at, START + HOUR, 'a grace lengthens nothing');
});

onEitherStore('a rotation issues a key, so it takes what issuing takes', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await inPilot(given);
  const { id } = await createKey(desk, ada, agent);
  await disablePilot(desk, operator, 'Acorn');
  await assert.rejects(rotateKey(desk, ada, id), { code: 'pilot_not_enabled' });
  const high = await createKey(desk, ada, { name: 'high', tier: 'ENTERPRISE' });
  await setTier(desk, operator, 'Acorn', 'PROFESSIONAL');
  await assert.rejects(rotateKey(desk, ada, high.id), { code: 'workspace_not_eligible' });
  await revokeKey(desk, ada, 'high');
});

onEitherStore('a key is raised in place, never lowered and never above its workspace', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given, { tier: 'PROFESSIONAL' });
  const { id, key } = await createKey(desk, ada, { name: 'k', tier: 'FREE' });
  const tierOf = async () => (await listKeys(desk.store.db, ada.workspace.id))[0]!.tier;
  const above = {
    code: 'workspace_not_eligible',
    message: /can have FREE and PROFESSIONAL keys, but not ENTERPRISE keys/,
  };
  await assert.rejects(upgradeKey(desk, ada, id, 'ENTERPRISE'), above);
  await assert.rejects(upgradeKey(desk, ada, id, 'FREE'), { code: 'conflict', message: /is not higher/ });
  await assert.rejects(upgradeKey(desk, ada, id, 'GOLD' as Tier), { code: 'validation_failed' });
  await upgradeKey(desk, ada, key.slice(0, 14), 'PROFESSIONAL');
  assert.equal(await tierOf(), 'PROFESSIONAL');
  await assert.rejects(upgradeKey(desk, ada, 'k', 'FREE'), { code: 'conflict' });
  await setTier(desk, operator, 'Acorn', 'ENTERPRISE');
  await upgradeKey(desk, ada, 'k', 'ENTERPRISE');
  await assert.rejects(upgradeKey(desk, ada, 'k', 'CUSTOM'), { code: 'workspace_not_eligible' });
  await setTier(desk, operator, 'Acorn', 'CUSTOM', ['scores']);
  await upgradeKey(desk, ada, 'k', 'CUSTOM');
  await assert.rejects(upgradeKey(desk, ada, 'k', 'CUSTOM'), { code: 'conflict' });
  await setTier(desk, operator, 'Acorn', 'PROFESSIONAL');
  await upgradeKey(desk, ada, 'k', 'PROFESSIONAL');
  assert.equal(await tierOf(), 'PROFESSIONAL');
});

onEitherStore('a key is revoked at once, by its own workspace only, and on record', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await ready(given);
  const bea = await ready(given, { name: 'Birch' });
  const { id, prefix } = await createKey(desk, ada, { name: 'k', tier: 'FREE' });
  for (const which of [id, prefix, 'k']) {
    for (const act of [
      () => revokeKey(desk, bea, which),
      () => rotateKey(desk, bea, which),
      () => upgradeKey(desk, bea, which, 'ENTERPRISE'),
    ]) {
      await assert.rejects(act(), { code: 'not_found' });
    }
  }
  await rotateKey(desk, ada, 'k');
  await upgradeKey(desk, ada, prefix, 'PROFESSIONAL');
  desk.now += 5;
  await revokeKey(desk, ada, prefix);
  assert.equal((await listKeys(desk.store.db, ada.workspace.id))[0]!.revoked_at, START + 5);
  await assert.rejects(revokeKey(desk, ada, prefix), { code: 'not_found' });
  assert.deepEqual((await actions(given)).slice(6), [
    'key.created',
    'key.rotated',
    'key.created',
    'key.raised',
    'key.revoked',
  ]);
  const acts = await desk.store.db
    .selectFrom('audit')
    .select(['actor'])
    .where('action', 'like', 'key.%')
    .execute();
  assert.ok(acts.every(({ actor }) => actor === ada.id));
});

onEitherStore('of acts that exclude each other, done at once, one goes through', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given);
  const created = await atOnce(createKey(desk, ada, backend), createKey(desk, ada, backend));
  assert.deepEqual([created.won.length, created.lost.length], [1, 1]);
  const { id } = created.won[0]!;
  const rotated = await atOnce(rotateKey(desk, ada, id), rotateKey(desk, ada, id));
  assert.equal(rotated.won.length, 1);
  assert.match(String(rotated.lost[0]), /Refusal: .* has already been rotated/);

  const fallen = setTier(desk, operator, 'Acorn', 'FREE');
  const late = createKey(desk, ada, { name: 'late', tier: 'FREE' });
  await atOnce<unknown>(fallen, late);
  const acts = await actions(given);
  const afterTheFall = acts.slice(acts.lastIndexOf('workspace.tier_set'));
  assert.deepEqual(afterTheFall, ['workspace.tier_set'], 'no key is made after the tier fell');
});

onEitherStore('an operator revokes a key of any workspace, with a reason and for ever', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const ada = await ready(given);
  const bea = await ready(given, { name: 'Birch' });
  const mine = await createKey(desk, ada, { name: 'k', tier: 'FREE' });
  const theirs = await createKey(desk, bea, { name: 'k', tier: 'FREE' });
  const revoke = (which: string, reason = 'It was published.') =>
    revokeKeyByOperator(desk, operator, which, reason);
  await assert.rejects(revoke('k'), { code: 'not_found' });
  await assert.rejects(revoke(mine.id, ' '), { code: 'validation_failed' });
  const analyst = await person(desk, 'ann', 'analyst');
  await assert.rejects(revokeKeyByOperator(desk, analyst, mine.id, 'why'), { code: 'insufficient_role' });
  await suspendWorkspace(desk, operator, 'Acorn', 'a leaked key');
  assert.deepEqual(await revoke(mine.prefix), { workspace: 'Acorn', key: mine.id });
  await assert.rejects(revoke(mine.id), { code: 'conflict', message: /already been revoked/ });
  await resumeWorkspace(desk, operator, 'Acorn');
  const access = await readAccess(desk.store.db);
  const revokedAt = new Map(access.map((row) => [row.keyId, row.revokedAt]));
  assert.deepEqual([revokedAt.get(mine.id), revokedAt.get(theirs.id)], [desk.now, null]);
  const { actor, after } = await desk.store.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'key.revoked')
    .executeTakeFirstOrThrow();
  assert.deepEqual([actor, JSON.parse(after!)], [operator.id, { reason: 'It was published.' }]);
});
