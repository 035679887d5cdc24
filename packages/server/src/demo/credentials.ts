// Keys to try the demo with: fictional customers, whose workspaces, terms and keys came about as everybody's do, and
// a file that names their keys and secrets. Nothing here runs on a store that is not a demo.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import type { Actor, Desk } from '../publishing/desk.ts';
import { listStaff } from '../publishing/staff.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { hashToken } from '../secrets/tokens.ts';
import { claimWorkspace, issueClaimCode } from '../workspaces/claim.ts';
import { revokeKey } from '../workspaces/key-lifecycle.ts';
import { createKey, listKeys } from '../workspaces/keys.ts';
import { listMembers } from '../workspaces/member-list.ts';
import { issueMemberToken } from '../workspaces/member-tokens.ts';
import { findMember, type Member } from '../workspaces/members.ts';
import { readSigningSecret } from '../workspaces/signing-secret.ts';
import { acceptTerms, currentTerms } from '../workspaces/terms.ts';
import {
  createWorkspace,
  enablePilot,
  findWorkspace,
  setTier,
  type Workspace,
} from '../workspaces/workspaces.ts';
import { type DemoCredentials, readCredentialsFile, writeCredentialsFile } from './credentials-file.ts';
import { PEOPLE } from './story.ts';

export type DemoKey = keyof DemoCredentials['keys'];

interface Customer {
  name: string;
  contractAdmin: string;
  tier: Tier;
  entitlements: Entitlement[];
  pilot: boolean;
  keys: { name: DemoKey; tier: Tier }[];
}

/** All invented. No two keys share a workspace and a tier, so none uses up the hour of another. */
const CUSTOMERS: readonly Customer[] = [
  {
    name: 'Larkfield Demo',
    contractAdmin: 'Demo Admin of Larkfield',
    tier: 'PROFESSIONAL',
    entitlements: [],
    pilot: false,
    keys: [{ name: 'PROFESSIONAL', tier: 'PROFESSIONAL' }],
  },
  {
    name: 'Brackenmoor Demo',
    contractAdmin: 'Demo Admin of Brackenmoor',
    tier: 'ENTERPRISE',
    entitlements: [],
    pilot: false,
    // A FREE workspace issues no keys, so the FREE key comes from a workspace that does.
    keys: [
      { name: 'ENTERPRISE', tier: 'ENTERPRISE' },
      { name: 'FREE', tier: 'FREE' },
    ],
  },
  {
    name: 'Thistlewick Demo',
    contractAdmin: 'Demo Admin of Thistlewick',
    tier: 'CUSTOM',
    entitlements: ['scores', 'methodology'],
    pilot: false,
    keys: [{ name: 'CUSTOM', tier: 'CUSTOM' }],
  },
  {
    name: 'Quillhaven Demo',
    contractAdmin: 'Demo Admin of Quillhaven',
    tier: 'PROFESSIONAL',
    entitlements: [],
    pilot: true,
    keys: [{ name: 'AGENT', tier: 'PROFESSIONAL' }],
  },
];

const ACCEPTED_FROM = 'the demo';

/**
 * Credentials that are in force are kept; otherwise the keys are made anew and the old ones end. Each step looks at
 * what is there, so a start that was cut short is made good by the next.
 */
export async function prepareDemoCredentials(
  desk: Desk,
  masterKey: MasterKey,
  dataDir: string,
  baseUrl: string,
): Promise<DemoCredentials> {
  const written = readCredentialsFile(dataDir);
  const kept = written !== null && (await areInForce(desk, written.keys));
  const keys: Partial<DemoCredentials['keys']> = kept ? written.keys : {};
  const workspaces: DemoCredentials['workspaces'] = [];
  for (const customer of CUSTOMERS) {
    const admin = await contractAdminOf(desk, masterKey, customer);
    if (!kept) Object.assign(keys, await issueAnew(desk, await demoOperator(desk), admin, customer));
    const { id, name, tier } = (await findWorkspace(desk.store.db, customer.name))!;
    const signing_secret = await readSigningSecret(desk.store.db, masterKey, id);
    const member_token = await memberToken(desk, admin, written);
    workspaces.push({ id, name, tier, signing_secret, member_token });
  }
  const { FREE, PROFESSIONAL, ENTERPRISE, CUSTOM, AGENT } = keys as DemoCredentials['keys'];
  const credentials: DemoCredentials = {
    base_url: baseUrl,
    keys: { FREE, PROFESSIONAL, ENTERPRISE, CUSTOM, AGENT },
    workspaces,
  };
  await writeCredentialsFile(dataDir, credentials);
  return credentials;
}

/** With which its people act: to register a webhook, say. One that is in force is kept. */
async function memberToken(desk: Desk, admin: Member, written: DemoCredentials | null): Promise<string> {
  const known = written?.workspaces.find(({ id }) => id === admin.workspace.id)?.member_token;
  const held =
    known === undefined
      ? undefined
      : await desk.store.db
          .selectFrom('member_tokens')
          .select('member_id')
          .where('token_hash', '=', hashToken(known))
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
  return held?.member_id === admin.id ? known! : (await issueMemberToken(desk, admin, admin.id)).token;
}

/** Every key of the story is in force, with its tier and in its workspace. */
async function areInForce({ store, clock }: Desk, keys: DemoCredentials['keys']): Promise<boolean> {
  for (const customer of CUSTOMERS) {
    for (const { name, tier } of customer.keys) {
      const found = await store.db
        .selectFrom('api_keys')
        .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
        .select(['expires_at', 'revoked_at'])
        .where('key_hash', '=', hashToken(keys[name]))
        .where('api_keys.tier', '=', tier)
        .where('workspaces.name', '=', customer.name)
        .executeTakeFirst();
      if (found === undefined || found.revoked_at !== null) return false;
      if (found.expires_at !== null && found.expires_at <= clock()) return false;
    }
  }
  return true;
}

/** Who acts for the customer, in a workspace where the current terms are accepted. */
async function contractAdminOf(desk: Desk, masterKey: MasterKey, customer: Customer): Promise<Member> {
  const workspace = await findWorkspace(desk.store.db, customer.name);
  const known = workspace === null ? null : await knownAdmin(desk, workspace);
  const admin = known ?? (await letIn(desk, masterKey, customer, workspace));
  for (const kind of customer.pilot ? (['api', 'agent'] as const) : (['api'] as const)) {
    await acceptTerms(desk, admin, kind, currentTerms(kind).digest, ACCEPTED_FROM);
  }
  return admin;
}

/** With the code that an operator hands over; an earlier start may have got no further than the workspace. */
async function letIn(
  desk: Desk,
  masterKey: MasterKey,
  { name, contractAdmin, tier, entitlements }: Customer,
  workspace: Workspace | null,
): Promise<Member> {
  const operator = await demoOperator(desk);
  const { code } =
    workspace === null
      ? (await createWorkspace(desk, operator, masterKey, { name, tier, entitlements })).claim
      : await issueClaimCode(desk, operator, workspace.id);
  return (await claimWorkspace(desk, masterKey, { code, name: contractAdmin })).member;
}

async function knownAdmin({ store }: Desk, { id }: Workspace): Promise<Member | null> {
  const admin = (await listMembers(store.db, id)).find(
    ({ role, removed_at }) => role === 'contract_admin' && removed_at === null,
  );
  return admin === undefined ? null : findMember(store.db, admin.id);
}

/** Whatever somebody tried out on the workspace gives way to the story: its keys must be issuable again. */
async function issueAnew(
  desk: Desk,
  operator: Actor,
  admin: Member,
  { name: workspaceName, tier, entitlements, pilot, keys }: Customer,
): Promise<Partial<DemoCredentials['keys']>> {
  let workspace = (await findWorkspace(desk.store.db, workspaceName))!;
  const isAsTold = workspace.tier === tier && workspace.entitlements.join() === entitlements.join();
  if (!isAsTold) workspace = await setTier(desk, operator, workspaceName, tier, entitlements);
  if (pilot && workspace.pilot_enabled_at === null) await enablePilot(desk, operator, workspaceName);
  const issued: Partial<DemoCredentials['keys']> = {};
  for (const { name, tier: keyTier } of keys) {
    const now = desk.clock();
    const old = (await listKeys(desk.store.db, workspace.id)).filter(
      (key) =>
        key.name === name && key.revoked_at === null && (key.expires_at === null || key.expires_at > now),
    );
    for (const { id } of old) await revokeKey(desk, admin, id);
    const { key } = await createKey(desk, admin, { name, tier: keyTier, agentScope: pilot });
    issued[name] = key;
  }
  return issued;
}

async function demoOperator({ store }: Desk): Promise<Actor> {
  return (await listStaff(store.db)).find(({ name }) => name === PEOPLE.operator.name)!;
}
