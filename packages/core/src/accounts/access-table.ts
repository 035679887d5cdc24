// Reads everything that admission needs to know about keys. Admission itself does not query the database: it loads all
// rows once, and afterwards only the rows that changed.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import type { Queries } from '../store/store.ts';
import { currentTerms } from './terms-texts.ts';

/** One key, whether or not it is valid. */
export interface AccessRow {
  keyHash: string;
  keyId: string;
  workspaceId: string;
  workspaceName: string;
  keyTier: Tier;
  workspaceTier: Tier;
  /** Of a CUSTOM contract; empty for other tiers. */
  entitlements: Entitlement[];
  agentScope: boolean;
  pilotEnabled: boolean;
  suspended: boolean;
  /** Whether the current text was accepted. */
  agentTermsAccepted: boolean;
  /** Of this key; null for the limit of its tier. */
  hourlyLimit: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /** The version at which the key or its workspace last changed: of two rows for one key, the higher is newer. */
  version: number;
}

export async function readAccess(db: Queries): Promise<AccessRow[]> {
  const rows = await accessRows(db).orderBy('api_keys.id').execute();
  return rows.map(accessRow);
}

/** A range of versions of the topic `access`: after the first, up to and including the second. */
export interface AccessPeriod {
  after: number;
  upTo: number;
}

/** Keys that changed in the period, or whose workspace changed. */
export async function readAccessChanges(db: Queries, period: AccessPeriod): Promise<AccessRow[]> {
  const rows = await keysChanged(db, period).execute();
  const workspaces = await workspacesChanged(db, period).execute();
  for (const { id } of workspaces) rows.push(...(await keysOfWorkspace(db, id).execute()));
  return [...new Map(rows.map((row) => [row.key_id, accessRow(row)])).values()];
}

// Each of these uses an index. The upper bound lets the planner expect few rows even without statistics.

export function keysChanged(db: Queries, { after, upTo }: AccessPeriod) {
  return accessRows(db)
    .where('api_keys.access_version', '>', after)
    .where('api_keys.access_version', '<=', upTo);
}

export function workspacesChanged(db: Queries, { after, upTo }: AccessPeriod) {
  return db
    .selectFrom('workspaces')
    .select('id')
    .where('access_version', '>', after)
    .where('access_version', '<=', upTo);
}

export function keysOfWorkspace(db: Queries, workspaceId: string) {
  return accessRows(db).where('api_keys.workspace_id', '=', workspaceId);
}

export async function findAccess(db: Queries, keyHash: string): Promise<AccessRow | null> {
  const row = await accessRows(db).where('key_hash', '=', keyHash).executeTakeFirst();
  return row === undefined ? null : accessRow(row);
}

/** In one statement, so that a row and its version are consistent. */
function accessRows(db: Queries) {
  return db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['key_hash', 'api_keys.id as key_id', 'api_keys.tier as key_tier', 'agent_scope'])
    .select(['hourly_limit', 'expires_at', 'revoked_at', 'api_keys.workspace_id'])
    .select(['workspaces.name as workspace_name', 'workspaces.tier as workspace_tier'])
    .select(['entitlements', 'pilot_enabled_at', 'suspended_at'])
    .select(['api_keys.access_version as key_version', 'workspaces.access_version as workspace_version'])
    .select(({ selectFrom }) =>
      selectFrom('terms_acceptances')
        .select('terms_acceptances.id')
        .whereRef('terms_acceptances.workspace_id', '=', 'workspaces.id')
        .where('kind', '=', 'agent')
        .where('digest', '=', currentTerms('agent').digest)
        .limit(1)
        .as('agent_terms'),
    );
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof accessRows>['execute']>>[number];

function accessRow(row: StoredRow): AccessRow {
  return {
    keyHash: row.key_hash,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    keyTier: row.key_tier,
    workspaceTier: row.workspace_tier,
    entitlements: JSON.parse(row.entitlements),
    agentScope: row.agent_scope === 1,
    pilotEnabled: row.pilot_enabled_at !== null,
    suspended: row.suspended_at !== null,
    agentTermsAccepted: row.agent_terms !== null,
    hourlyLimit: row.hourly_limit,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    version: Math.max(row.key_version, row.workspace_version),
  };
}
