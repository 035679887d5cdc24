// Everything that the door needs to tell one key from another, read in one go: the door itself asks no database.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import type { Queries } from '../store/store.ts';
import { currentTerms } from './terms.ts';

/** One key, whether or not it is in force. */
export interface AccessRow {
  keyHash: string;
  keyId: string;
  workspaceId: string;
  workspaceName: string;
  keyTier: Tier;
  workspaceTier: Tier;
  /** Of a CUSTOM contract. */
  entitlements: Entitlement[];
  agentScope: boolean;
  pilotEnabled: boolean;
  /** The current text. */
  agentTermsAccepted: boolean;
  /** Of the key alone; null takes its tier's. */
  hourlyLimit: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
}

export async function readAccess(db: Queries): Promise<AccessRow[]> {
  const accepted = new Set(await workspacesWithAgentTerms(db));
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['key_hash', 'api_keys.id as key_id', 'api_keys.tier as key_tier', 'agent_scope'])
    .select(['hourly_limit', 'expires_at', 'revoked_at', 'workspace_id'])
    .select(['workspaces.name as workspace_name', 'workspaces.tier as workspace_tier'])
    .select(['entitlements', 'pilot_enabled_at'])
    .orderBy('api_keys.id')
    .execute();
  return rows.map((row) => ({
    keyHash: row.key_hash,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    keyTier: row.key_tier,
    workspaceTier: row.workspace_tier,
    entitlements: JSON.parse(row.entitlements),
    agentScope: row.agent_scope === 1,
    pilotEnabled: row.pilot_enabled_at !== null,
    agentTermsAccepted: accepted.has(row.workspace_id),
    hourlyLimit: row.hourly_limit,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }));
}

async function workspacesWithAgentTerms(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('terms_acceptances')
    .select('workspace_id')
    .distinct()
    .where('kind', '=', 'agent')
    .where('digest', '=', currentTerms('agent').digest)
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}
