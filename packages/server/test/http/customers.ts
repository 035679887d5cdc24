// Customers of a running server: their workspaces and keys are made in its own store, as the command line would.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createKey, type IssuedKey, type NewKey } from '@rf-indicators/core/accounts/keys';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, type Member } from '@rf-indicators/core/accounts/members';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace, findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { readDatasetIndex } from '@rf-indicators/core/desk/datasets/read-datasets';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import { type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import type { StaffRole } from '@rf-indicators/core/store/schema';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { cleanUp, type Lifetime } from '../../../../test/support/lifetime.ts';
import { type PolicyParts, policyDocument } from '../../../../test/support/policies.ts';
import { renderDataset } from '../../src/rendering/datasets/csv.ts';

/** The desk of a server that is running, worked at from this process. */
export interface Office {
  desk: Context;
  masterKey: MasterKey;
  operator: Actor;
  analyst: Actor;
  reviewer: Actor;
}

export async function officeOf(location: StoreLocation, t: Lifetime): Promise<Office> {
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  const staff = await listStaff(store.db);
  const whoIs = (role: StaffRole) => staff.find(({ roles }) => roles.includes(role))!;
  return {
    desk: { store, clock: Date.now, newId: () => uuidV7(Date.now()) },
    masterKey: readMasterKey(location.dataDir, undefined),
    operator: whoIs('operator'),
    analyst: whoIs('analyst'),
    reviewer: whoIs('reviewer'),
  };
}

/** Seals the log as the service does, and returns the index of a leaf with a list. */
export async function sealedList({ desk, masterKey }: Office): Promise<string> {
  await sealRecords(desk, { masterKey, checkpointFile: null });
  const { idx } = await desk.store.db
    .selectFrom('log_leaves')
    .select('idx')
    .where('kind', '=', 'changelog')
    .executeTakeFirstOrThrow();
  return String(idx);
}

let customers = 0;

/** Somebody who issues keys in a workspace of their own. */
export async function customer(
  { desk, operator, masterKey }: Office,
  tier: Tier,
  entitlements: readonly Entitlement[] = [],
): Promise<Member> {
  customers += 1;
  const workspace = { name: `Customer ${customers}`, tier, entitlements };
  const { claim } = await createWorkspace(desk, operator, masterKey, workspace);
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  await acceptTerms(desk, member, { kind: 'api', digest: currentTerms('api').digest, from: 'a test' });
  return member;
}

/** From then on, the policy decides in the workspace of the member. */
export async function activatePolicy(
  { desk }: Office,
  member: Member,
  parts: PolicyParts = {},
): Promise<void> {
  const document = policyDocument(parts);
  await savePolicy(desk, member, { document });
  await askForActivation(desk, member, { name: document.name });
}

/** The Contract Admin of a workspace. */
export async function adminOf({ desk }: Office, workspace: string): Promise<Member> {
  const { db } = desk.store;
  const members = await listMembers(db, (await findWorkspace(db, workspace))!.id);
  return (await findMember(db, members.find(({ role }) => role === 'contract_admin')!.id))!;
}

let keys = 0;

export function issue({ desk }: Office, member: Member, wanted: Partial<NewKey> = {}): Promise<IssuedKey> {
  keys += 1;
  return createKey(desk, member, { name: `key ${keys}`, tier: member.workspace.tier, ...wanted });
}

/** Writes the dump of the first day, and gives its date. */
export async function firstDump({ desk, masterKey }: Office): Promise<string> {
  const { db } = desk.store;
  const reading = { db, snapshots: snapshotReader(db) };
  const clock = () => Date.parse('2026-04-02T06:00:00Z');
  await writeDueDatasets({ ...desk, clock }, { masterKey }, (day) => renderDataset(reading, day));
  return (await readDatasetIndex(db)).datasets[0]!.date;
}
