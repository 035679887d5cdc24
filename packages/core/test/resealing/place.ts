// A published store with a key file, whose master key two people replace.

import assert from 'node:assert/strict';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import type { Member } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Actor } from '@rf-indicators/core/context/actor';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { noteNode } from '@rf-indicators/core/nodes/registry';
import { keyState } from '@rf-indicators/core/resealing/key-state';
import { type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { masterKeyIds } from '@rf-indicators/core/store/records/chain-key';
import type { Store, StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { giveEndpointSecret } from '@rf-indicators/core/webhooks/endpoint-secrets';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { publishedPlace, type World } from '../../../../test/support/world.ts';

export const REASON = { reason: 'An operator who knew the key left.' };

export interface Place {
  location: StoreLocation;
  world: World;
  store: Store;
  /** Follows the key file, as in a running service. */
  masterKey: MasterKey;
  services: ActServices;
  workspaceId: string;
  member: Member;
}

export async function place(kind: StoreKind, t: Lifetime): Promise<Place> {
  const { location, world } = await publishedPlace(kind, t);
  const masterKey = readMasterKey(location.dataDir, undefined);
  const { desk, store, people } = world;
  desk.moveTo(desk.clock() + 60 * 60_000);
  const { claim } = await createWorkspace(desk, people.operator, masterKey, {
    name: 'Acorn',
    tier: 'PROFESSIONAL',
  });
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  const services = actServicesOf(desk, () => masterKey);
  return { location, world, store, masterKey, services, workspaceId: member.workspace.id, member };
}

export const as = (actor: Actor) => ({ kind: 'staff', actor }) as const;
export const keysOf = ({ masterKey, services }: Place) => ({
  masterKey,
  secondFactors: services.secondFactors,
});
export const left = async (given: Place) => {
  const { older_entries, older_secrets } = await keyState(given.world.desk, keysOf(given));
  return older_entries + older_secrets;
};
export const problems = async ({ db }: Store) =>
  (await verifyAll(db)).findings.map(({ record, problem }) => `${record}: ${problem}`);

/** A webhook endpoint gets a secret of its own. */
export async function giveSecret({ world, services, masterKey, member }: Place): Promise<string> {
  const { id } = await addEndpoint(world.desk, member, await services.targetRules(), {
    url: 'http://127.0.0.1:9/hook',
  });
  return (await giveEndpointSecret(world.desk, member, masterKey, id)).secret;
}

/** A node that is running, with these keys. */
export const runs = ({ store, world }: Place, name: string, keys: readonly string[]) =>
  store.transaction((writes) =>
    noteNode(writes, store.kind, { name, version: 'x', startedAt: 1 }, keys, world.desk.clock()),
  );
export const idsOf = (...texts: string[]) => masterKeyIds(readMasterKey('', texts.join(' ')));
/** As a process with these keys sees it. */
export const stateWith = ({ world, services }: Place, ...texts: string[]) =>
  keyState(world.desk, {
    masterKey: readMasterKey('', texts.join(' ')),
    secondFactors: services.secondFactors,
  });

/** Two people decide it. `isServed`: the rest is the work of a service. */
export async function approve(given: Place, { isServed = false } = {}): Promise<void> {
  const { operator, reviewer } = given.world.people;
  const services = isServed ? { ...given.services, isServed: true as const } : given.services;
  const asked = await performAct(services, as(operator), 'master_key.rotate', REASON);
  assert.equal(asked.done, false);
  await performAct(services, as(reviewer), 'requests.approve', { request: asked.request! });
}
