// A customer's workspace: its tier, the entitlements of a CUSTOM contract, and whether it takes part in the agent pilot.
// Operators create and change workspaces; the customer manages its members.

import { ENTITLEMENTS, type Entitlement, TIER_TERMS, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { type Portion, timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { anyContains } from '../store/text-match.ts';
import { type IssuedCode, issueCode } from './one-time-codes.ts';
import { createSigningSecret } from './signing-secret.ts';

const LONGEST_NAME = 120;

export interface Workspace {
  id: string;
  name: string;
  tier: Tier;
  /** Of a CUSTOM contract; the other tiers have fixed entitlements. */
  entitlements: Entitlement[];
  pilot_enabled_at: number | null;
  suspended_at: number | null;
  /** For operators; null unless it is suspended. */
  suspended_reason: string | null;
  created_at: number;
}

export interface NewWorkspace {
  name: string;
  tier: Tier;
  entitlements?: readonly Entitlement[];
}

export type ListedWorkspace = Workspace & { claimed_at: number | null };

/** Also creates the signing secret, which is first shown to the Contract Admin, and a claim code. */
export async function createWorkspace(
  context: Context,
  actor: Actor,
  masterKey: MasterKey,
  { name: given, tier, entitlements: listed = [] }: NewWorkspace,
): Promise<{ workspace: Workspace; claim: IssuedCode }> {
  const name = readName(given, LONGEST_NAME);
  const entitlements = readEntitlements(tier, listed);
  return actAs(context, actor, 'workspaces.create', async (writes) => {
    if ((await findWorkspace(writes, name)) !== null) {
      throw new Refusal('conflict', `There is already a workspace called ${name}. Use a different name.`);
    }
    const row: Database['workspaces'] = {
      id: context.newId(),
      name,
      tier,
      entitlements: JSON.stringify(entitlements),
      pilot_enabled_at: null,
      created_at: context.clock(),
      created_by: actor.id,
      suspended_at: null,
      suspended_reason: null,
    };
    await writes.insertInto('workspaces').values(row).execute();
    await createSigningSecret(context, writes, masterKey, row.id);
    const issued = { created_at: context.clock() };
    const claim = await issueCode(context, writes, 'workspace', { workspace_id: row.id }, issued);
    const after = { name, tier, entitlements, claim_expires_at: claim.expires_at };
    await recordAct(context, writes, actor, 'workspace.created', subjectOf(row), null, after);
    return { workspace: asWorkspace(row), claim };
  });
}

/** Takes effect for all its keys immediately. A tier without the agent pilot ends the workspace's participation. */
export async function setTier(
  context: Context,
  actor: Actor,
  idOrName: string,
  tier: Tier,
  listed: readonly Entitlement[] = [],
): Promise<Workspace> {
  const entitlements = readEntitlements(tier, listed);
  return actAs(context, actor, 'workspaces.set_tier', async (writes) => {
    const before = await requireWorkspace(writes, idOrName);
    const pilot_enabled_at = TIER_TERMS[tier].pilot ? before.pilot_enabled_at : null;
    const after = { tier, entitlements, pilot_enabled_at };
    const { id } = before;
    await writes
      .updateTable('workspaces')
      .set({ ...after, entitlements: JSON.stringify(entitlements) })
      .where('id', '=', id)
      .execute();
    const had = { tier: before.tier, entitlements: before.entitlements };
    const replaced = { ...had, pilot_enabled_at: before.pilot_enabled_at };
    await recordAct(context, writes, actor, 'workspace.tier_set', subjectOf(before), replaced, after);
    return { ...before, ...after };
  });
}

/** The Contract Admin must also accept the agent terms, and a key needs the agent scope. */
export async function enablePilot(context: Context, actor: Actor, idOrName: string): Promise<Workspace> {
  return actAs(context, actor, 'workspaces.enable_pilot', async (writes) => {
    const workspace = await requireWorkspace(writes, idOrName);
    const { name, tier } = workspace;
    if (!TIER_TERMS[tier].pilot) {
      const able = TIERS.filter((other) => TIER_TERMS[other].pilot).join(' or ');
      throw new Refusal(
        'workspace_not_eligible',
        `The agent pilot requires a ${able} workspace, and ${name} is ${tier}.`,
      );
    }
    if (workspace.pilot_enabled_at !== null) {
      throw new Refusal('conflict', `The agent pilot is already enabled for ${name}.`);
    }
    return setPilot(context, writes, actor, workspace, context.clock());
  });
}

/** Its keys can no longer call agent tools; they keep working for everything else. */
export async function disablePilot(context: Context, actor: Actor, idOrName: string): Promise<Workspace> {
  return actAs(context, actor, 'workspaces.disable_pilot', async (writes) => {
    const workspace = await requireWorkspace(writes, idOrName);
    if (workspace.pilot_enabled_at === null) {
      throw new Refusal('conflict', `The agent pilot is not enabled for ${workspace.name}.`);
    }
    return setPilot(context, writes, actor, workspace, null);
  });
}

async function setPilot(
  context: Context,
  writes: Writes,
  actor: Actor,
  workspace: Workspace,
  pilot_enabled_at: number | null,
): Promise<Workspace> {
  await writes.updateTable('workspaces').set({ pilot_enabled_at }).where('id', '=', workspace.id).execute();
  const action = pilot_enabled_at === null ? 'workspace.pilot_disabled' : 'workspace.pilot_enabled';
  const before = { pilot_enabled_at: workspace.pilot_enabled_at };
  await recordAct(context, writes, actor, action, subjectOf(workspace), before, { pilot_enabled_at });
  return { ...workspace, pilot_enabled_at };
}

export interface WorkspaceFilter {
  tier?: Tier | undefined;
  suspended?: boolean | undefined;
  /** In the name. */
  text?: string | undefined;
}

export const WORKSPACE_ORDER = timeOrder<ListedWorkspace>(
  'workspaces',
  'oldest',
  ['workspaces.created_at', 'workspaces.id'],
  ({ created_at, id }) => [created_at, id],
);

/** In the order in which they were created. */
export async function listWorkspaces(
  db: Queries,
  { tier, suspended, text = '' }: WorkspaceFilter = {},
  portion: Portion = {},
): Promise<ListedWorkspace[]> {
  let query = db
    .selectFrom('workspaces')
    .leftJoin('claims', (join) =>
      join.onRef('claims.workspace_id', '=', 'workspaces.id').on('claims.claimed_at', 'is not', null),
    )
    .selectAll('workspaces')
    .select('claims.claimed_at');
  if (tier !== undefined) query = query.where('tier', '=', tier);
  if (suspended !== undefined) query = query.where('suspended_at', suspended ? 'is not' : 'is', null);
  if (text !== '') query = query.where(anyContains(['workspaces.name'], text));
  const rows = await WORKSPACE_ORDER.select(query, portion).execute();
  return rows.map(({ claimed_at, ...row }) => ({ ...asWorkspace(row), claimed_at }));
}

export async function findWorkspace(db: Queries | Writes, idOrName: string): Promise<Workspace | null> {
  const row = await provedRow(db, 'workspaces', () =>
    db
      .selectFrom('workspaces')
      .selectAll()
      .where(({ eb, or }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
      .executeTakeFirst(),
  );
  return row === undefined ? null : asWorkspace(row);
}

export async function requireWorkspace(db: Queries | Writes, idOrName: string): Promise<Workspace> {
  const found = await findWorkspace(db, idOrName);
  if (found !== null) return found;
  throw new Refusal('not_found', `No workspace has the id or name "${idOrName}".`);
}

export function asWorkspace(row: Database['workspaces']): Workspace {
  const { created_by: _by, entitlements, ...workspace } = row;
  return { ...workspace, entitlements: JSON.parse(entitlements) };
}

export function subjectOf({ id }: Pick<Workspace, 'id'>): string {
  return `workspaces/${id}`;
}

/** The entitlements of a CUSTOM contract, without duplicates and in the order of ENTITLEMENTS. */
function readEntitlements(tier: Tier, listed: readonly Entitlement[]): Entitlement[] {
  const refuse = (message: string) => new Refusal('validation_failed', message);
  if (!TIERS.includes(tier)) throw refuse(`"${tier}" is not a tier. Tiers are ${TIERS.join(', ')}.`);
  const unknown = listed.filter((entitlement) => !ENTITLEMENTS.includes(entitlement));
  const all = ENTITLEMENTS.join(', ');
  if (unknown.length > 0)
    throw refuse(`"${unknown.join('", "')}" is not an entitlement. Entitlements are ${all}.`);
  if (tier !== 'CUSTOM' && listed.length > 0) {
    throw refuse(`Only a CUSTOM contract lists entitlements. Those of ${tier} are fixed.`);
  }
  if (tier === 'CUSTOM' && listed.length === 0) {
    throw refuse(`A CUSTOM contract must list at least one entitlement: ${all}.`);
  }
  return ENTITLEMENTS.filter((entitlement) => listed.includes(entitlement));
}
