import assert from 'node:assert/strict';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { disablePilot, setTier } from '@rf-indicators/core/accounts/workspaces';
import { hashToken } from '@rf-indicators/core/secrets/tokens';
import { START } from '../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { customers, HOUR, inPilot, ready } from '../../../../test/support/workspace-fixture.ts';

onEitherStore('the access table has one row for each key, with all that the door asks', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, operator } = given;
  const { db } = desk.store;
  assert.deepEqual(await readAccess(db), []);
  const ada = await inPilot(given);
  const bea = await ready(given, { name: 'Birch', tier: 'CUSTOM', entitlements: ['scores', 'methodology'] });
  const agent = await createKey(desk, ada, { name: 'agent', tier: 'PROFESSIONAL', agent_scope: true });
  const free = { name: 'free', tier: 'FREE', hourly_limit: 7, expires_at: START + HOUR } as const;
  const plain = await createKey(desk, bea, free);
  const [first, second, ...others] = await readAccess(db);
  assert.deepEqual(others, []);
  assert.deepEqual(first, {
    keyHash: hashToken(agent.key),
    keyId: agent.id,
    workspaceId: ada.workspace.id,
    workspaceName: 'Acorn',
    keyTier: 'PROFESSIONAL',
    workspaceTier: 'ENTERPRISE',
    entitlements: [],
    agentScope: true,
    scope: null,
    pilotEnabled: true,
    suspended: false,
    agentTermsAccepted: true,
    hourlyLimit: null,
    expiresAt: null,
    revokedAt: null,
    version: first!.version,
  });
  assert.deepEqual(second, {
    keyHash: hashToken(plain.key),
    keyId: plain.id,
    workspaceId: bea.workspace.id,
    workspaceName: 'Birch',
    keyTier: 'FREE',
    workspaceTier: 'CUSTOM',
    entitlements: ['scores', 'methodology'],
    agentScope: false,
    scope: null,
    pilotEnabled: false,
    suspended: false,
    agentTermsAccepted: false,
    hourlyLimit: 7,
    expiresAt: START + HOUR,
    revokedAt: null,
    version: first!.version + 1,
  });

  await disablePilot(desk, operator, 'Acorn');
  await setTier(desk, operator, 'Acorn', 'FREE');
  desk.now += 1;
  await revokeKey(desk, ada, agent.id);
  const [fallen] = await readAccess(db);
  const { workspaceTier, pilotEnabled, agentTermsAccepted, revokedAt } = fallen!;
  assert.deepEqual(
    [workspaceTier, pilotEnabled, agentTermsAccepted, revokedAt],
    ['FREE', false, true, START + 1],
  );
});

onEitherStore('an older text of the agent terms opens nothing', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const ada = await ready(given);
  const older = { id: 'older', workspace_id: ada.workspace.id, kind: 'agent', version: '0.9' } as const;
  await desk.store.transaction((writes) =>
    writes
      .insertInto('terms_acceptances')
      .values({ ...older, digest: 'd', accepted_by: ada.id, accepted_at: START, accepted_from: 'a test' })
      .execute(),
  );
  await createKey(desk, ada, { name: 'k', tier: 'FREE' });
  assert.equal((await readAccess(desk.store.db))[0]!.agentTermsAccepted, false);
});
