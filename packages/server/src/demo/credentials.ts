// API keys for trying the demo: fictional customers, whose workspaces, terms and keys are created in the same way as
// those of real customers, and a file with their keys and secrets. This never runs on a store that is not a demo.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import { claimWorkspace, issueClaimCode } from '@rf-indicators/core/accounts/claim';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey, listKeys } from '@rf-indicators/core/accounts/keys';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, issueMemberToken, type Member } from '@rf-indicators/core/accounts/members';
import { readSigningSecret } from '@rf-indicators/core/accounts/signing-secret';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import {
  createWorkspace,
  enablePilot,
  findWorkspace,
  setTier,
  type Workspace,
} from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import { requireDemo } from '@rf-indicators/core/context/beginning';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { hashToken } from '@rf-indicators/core/secrets/tokens';
import { type DemoCredentials, readCredentialsFile, writeCredentialsFile } from './credentials-file.ts';
import { demoStaffTokens } from './staff-tokens.ts';
import { ENTERPRISE_CUSTOMER, PEOPLE } from './story.ts';

export type DemoKey = keyof DemoCredentials['keys'];

interface Customer {
  name: string;
  contractAdmin: string;
  tier: Tier;
  entitlements: Entitlement[];
  pilot: boolean;
  keys: { name: DemoKey; tier: Tier }[];
}

/** All fictional. No two keys share both workspace and tier, so that none uses up the hourly quota of another. */
const CUSTOMERS: readonly Customer[] = [
  {
    name: 'Larkfield Demo',
    contractAdmin: 'Ada Wren',
    tier: 'PROFESSIONAL',
    entitlements: [],
    pilot: false,
    keys: [{ name: 'PROFESSIONAL', tier: 'PROFESSIONAL' }],
  },
  {
    name: ENTERPRISE_CUSTOMER,
    contractAdmin: 'Bea Thorn',
    tier: 'ENTERPRISE',
    entitlements: [],
    pilot: false,
    // A FREE workspace cannot issue keys, so the FREE key comes from another workspace.
    keys: [
      { name: 'ENTERPRISE', tier: 'ENTERPRISE' },
      { name: 'FREE', tier: 'FREE' },
    ],
  },
  {
    name: 'Thistlewick Demo',
    contractAdmin: 'Cleo Marl',
    tier: 'CUSTOM',
    entitlements: ['scores', 'methodology'],
    pilot: false,
    keys: [{ name: 'CUSTOM', tier: 'CUSTOM' }],
  },
  {
    name: 'Quillhaven Demo',
    contractAdmin: 'Della Finch',
    tier: 'PROFESSIONAL',
    entitlements: [],
    pilot: true,
    keys: [{ name: 'AGENT', tier: 'PROFESSIONAL' }],
  },
];

const ACCEPTED_FROM = 'the demo';

/**
 * Keeps credentials that are still valid. Otherwise issues new keys and revokes the old ones. Every step checks what
 * already exists, so that the next start completes one that was interrupted.
 */
export async function prepareDemoCredentials(
  context: Context,
  masterKey: MasterKey,
  dataDir: string,
  baseUrl: string,
): Promise<DemoCredentials> {
  await requireDemo(context.store.db);
  const written = readCredentialsFile(dataDir);
  const kept = written !== null && (await areValid(context, written.keys));
  const keys: Partial<DemoCredentials['keys']> = kept ? written.keys : {};
  const workspaces: DemoCredentials['workspaces'] = [];
  for (const customer of CUSTOMERS) {
    const admin = await contractAdminOf(context, masterKey, customer);
    if (!kept) Object.assign(keys, await reissueKeys(context, await demoOperator(context), admin, customer));
    const { id, name, tier } = (await findWorkspace(context.store.db, customer.name))!;
    const signing_secret = await readSigningSecret(context.store.db, masterKey, id);
    const member_token = await memberToken(context, admin, written);
    workspaces.push({ id, name, tier, signing_secret, member_token });
  }
  const { FREE, PROFESSIONAL, ENTERPRISE, CUSTOM, AGENT } = keys as DemoCredentials['keys'];
  const credentials: DemoCredentials = {
    base_url: baseUrl,
    keys: { FREE, PROFESSIONAL, ENTERPRISE, CUSTOM, AGENT },
    staff: await demoStaffTokens(context, written?.staff ?? {}),
    people: isOfThisStore(written, workspaces) ? (written!.people ?? []) : [],
    workspaces,
  };
  await writeCredentialsFile(dataDir, credentials);
  return credentials;
}

/** Keys and tokens are looked up; passwords are not, because that would take as long as signing in. */
function isOfThisStore(written: DemoCredentials | null, workspaces: DemoCredentials['workspaces']): boolean {
  return written?.workspaces?.some(({ id }) => workspaces.some((one) => one.id === id)) ?? false;
}

/** A token for managing the workspace, for example its webhooks. A token that is still valid is kept. */
async function memberToken(
  context: Context,
  admin: Member,
  written: DemoCredentials | null,
): Promise<string> {
  const known = written?.workspaces.find(({ id }) => id === admin.workspace.id)?.member_token;
  const held =
    known === undefined
      ? undefined
      : await context.store.db
          .selectFrom('member_tokens')
          .select('member_id')
          .where('token_hash', '=', hashToken(known))
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
  return held?.member_id === admin.id ? known! : (await issueMemberToken(context, admin, admin.id)).token;
}

/** Whether every demo key is valid and has the expected tier and workspace. */
async function areValid({ store, clock }: Context, keys: DemoCredentials['keys']): Promise<boolean> {
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

/** The contract admin of the customer, in a workspace that has accepted the current terms. */
async function contractAdminOf(context: Context, masterKey: MasterKey, customer: Customer): Promise<Member> {
  const workspace = await findWorkspace(context.store.db, customer.name);
  const existing = workspace === null ? null : await findAdmin(context, workspace);
  const admin = existing ?? (await claimAsAdmin(context, masterKey, customer, workspace));
  for (const kind of customer.pilot ? (['api', 'agent'] as const) : (['api'] as const)) {
    await acceptTerms(context, admin, { kind: kind, digest: currentTerms(kind).digest, from: ACCEPTED_FROM });
  }
  return admin;
}

/** Claims the workspace with a code from the operator. An interrupted start may have created the workspace already. */
async function claimAsAdmin(
  context: Context,
  masterKey: MasterKey,
  { name, contractAdmin, tier, entitlements }: Customer,
  workspace: Workspace | null,
): Promise<Member> {
  const operator = await demoOperator(context);
  const { code } =
    workspace === null
      ? (await createWorkspace(context, operator, masterKey, { name, tier, entitlements })).claim
      : await issueClaimCode(context, operator, workspace.id);
  return (await claimWorkspace(context, masterKey, { code, name: contractAdmin })).member;
}

async function findAdmin({ store }: Context, { id }: Workspace): Promise<Member | null> {
  const admin = (await listMembers(store.db, id)).find(
    ({ role, removed_at }) => role === 'contract_admin' && removed_at === null,
  );
  return admin === undefined ? null : findMember(store.db, admin.id);
}

/** Resets the tier and pilot of the workspace, which someone may have changed, so that its keys can be issued again. */
async function reissueKeys(
  context: Context,
  operator: Actor,
  admin: Member,
  { name: workspaceName, tier, entitlements, pilot, keys }: Customer,
): Promise<Partial<DemoCredentials['keys']>> {
  let workspace = (await findWorkspace(context.store.db, workspaceName))!;
  const isUnchanged = workspace.tier === tier && workspace.entitlements.join() === entitlements.join();
  if (!isUnchanged) workspace = await setTier(context, operator, workspaceName, tier, entitlements);
  if (pilot && workspace.pilot_enabled_at === null) await enablePilot(context, operator, workspaceName);
  const issued: Partial<DemoCredentials['keys']> = {};
  for (const { name, tier: keyTier } of keys) {
    const now = context.clock();
    const old = (await listKeys(context.store.db, workspace.id)).filter(
      (key) =>
        key.name === labelOf(name) &&
        key.revoked_at === null &&
        (key.expires_at === null || key.expires_at > now),
    );
    for (const { id } of old) await revokeKey(context, admin, id);
    const { key } = await createKey(context, admin, {
      name: labelOf(name),
      tier: keyTier,
      agent_scope: pilot,
    });
    issued[name] = key;
  }
  return issued;
}

/** As the console shows it: demo-professional. */
function labelOf(key: DemoKey): string {
  return `demo-${key.toLowerCase()}`;
}

async function demoOperator({ store }: Context): Promise<Actor> {
  return (await listStaff(store.db)).find(({ name }) => name === PEOPLE.operator.name)!;
}
