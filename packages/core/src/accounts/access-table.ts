// Reads everything that admission needs to know about keys. Admission itself does not query the database: it loads all
// rows once, and afterwards only the rows that changed (access-follower.ts). A key whose row, workspace or acceptance of terms
// somebody else wrote is not loaded, so admission checks no MAC.

import type { Entitlement, Tier } from '@rf-indicators/contract';
import { sql } from 'kysely';
import { inPortions } from '../store/bulk.ts';
import { boundTo } from '../store/records/bound.ts';
import { type Placed, placedParts } from '../store/records/proved.ts';
import { chainedColumns, type KeyScope, type Row, type Table } from '../store/schema.ts';
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
  /** All that the key may call; null for whatever its tier includes. */
  scope: KeyScope | null;
  pilotEnabled: boolean;
  suspended: boolean;
  /** Whether the current text was accepted. */
  agentTermsAccepted: boolean;
  /** Of this key; null for the limit of its tier. */
  hourlyLimit: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /**
   * The place in the record chain of the newest entry of the key, its workspace or its acceptance of terms: of two rows for
   * one key, the higher is newer. To forge it takes the master key.
   */
  version: number;
}

export async function readAccess(db: Queries): Promise<AccessRow[]> {
  return provedAccess(db, () => accessRows(db).orderBy('api_keys.id').execute());
}

/** Those that are there; by portions, because a statement can have only so many values. */
export async function readKeys(db: Queries, ids: readonly string[]): Promise<AccessRow[]> {
  const rows: AccessRow[] = [];
  for (const portion of inPortions(ids))
    rows.push(...(await provedAccess(db, () => keysWithIds(db, portion).execute())));
  return rows;
}

export function keysWithIds(db: Queries, ids: readonly string[]) {
  return accessRows(db).where('api_keys.id', 'in', ids);
}

export function readKeysOfWorkspace(db: Queries, workspaceId: string): Promise<AccessRow[]> {
  return provedAccess(db, () => keysOfWorkspace(db, workspaceId).execute());
}

export function keysOfWorkspace(db: Queries, workspaceId: string) {
  return accessRows(db).where('api_keys.workspace_id', '=', workspaceId);
}

export async function findAccess(db: Queries, keyHash: string): Promise<AccessRow | null> {
  const [row] = await provedAccess(db, () => accessRows(db).where('key_hash', '=', keyHash).execute());
  return row ?? null;
}

/** In one statement, so that a key and its workspace are of the same time. */
function accessRows(db: Queries) {
  return db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['key_hash', 'api_keys.id as key_id', 'api_keys.tier as key_tier', 'agent_scope', 'scope'])
    .select(['hourly_limit', 'expires_at', 'revoked_at', 'api_keys.workspace_id'])
    .select(['workspaces.name as workspace_name', 'workspaces.tier as workspace_tier'])
    .select(['entitlements', 'pilot_enabled_at', 'suspended_at'])
    .select(({ selectFrom }) =>
      selectFrom('terms_acceptances')
        .select('terms_acceptances.id')
        .whereRef('terms_acceptances.workspace_id', '=', 'workspaces.id')
        .where('kind', '=', 'agent')
        .where('digest', '=', currentTerms('agent').digest)
        .limit(1)
        .as('agent_terms'),
    )
    .select(PROVED_TABLES.flatMap((table) => chainedColumns(table).map((column) => whole(table, column))));
}

/** All that the record chain covers of the key and of its workspace, beside what admission needs. */
const PROVED_TABLES = ['api_keys', 'workspaces'] as const;

function whole(table: Table, column: string) {
  return sql.ref(`${table}.${column}`).as(`${table}_${column}`);
}

function partOf(table: Table, row: Row): Row {
  return Object.fromEntries(chainedColumns(table).map((column) => [column, row[`${table}_${column}`]]));
}

async function provedAccess(db: Queries, read: () => Promise<StoredRow[]>): Promise<AccessRow[]> {
  const placed = await placedParts(db, read, partsOf);
  const accepted = await provedTerms(
    db,
    placed.map(({ row }) => row),
  );
  return placed.map((each) => accessRow(each, accepted));
}

function partsOf(row: StoredRow) {
  return PROVED_TABLES.map((table) => ({ table, row: partOf(table, row) }));
}

/** The ids of keys whose rows are those that are known already; entries that were added since are not read. */
export async function unchangedKeys(db: Queries): Promise<Set<string>> {
  const rows = await accessRows(db).execute();
  const { authority } = boundTo(db);
  const isKnown = (row: StoredRow) => partsOf(row).every((part) => authority.isProved(part.table, part.row));
  return new Set(rows.filter(isKnown).map(({ key_id }) => key_id));
}

/** The acceptances of the agent terms that this program recorded: the places of their entries, by id. */
async function provedTerms(db: Queries, rows: readonly StoredRow[]): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(rows.flatMap(({ agent_terms }) => agent_terms ?? []));
  const proved = new Map<string, number>();
  for (const portion of inPortions([...ids])) {
    const found = await placedParts(
      db,
      () => db.selectFrom('terms_acceptances').selectAll().where('id', 'in', portion).execute(),
      (row) => [{ table: 'terms_acceptances', row: { ...row } }],
    );
    for (const { row, place } of found) proved.set(row.id, place);
  }
  return proved;
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof accessRows>['execute']>>[number];

function accessRow({ row, place }: Placed<StoredRow>, acceptedTerms: ReadonlyMap<string, number>): AccessRow {
  const accepted = row.agent_terms === null ? undefined : acceptedTerms.get(row.agent_terms);
  return {
    keyHash: row.key_hash,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    keyTier: row.key_tier,
    workspaceTier: row.workspace_tier,
    entitlements: JSON.parse(row.entitlements),
    agentScope: row.agent_scope === 1,
    scope: row.scope,
    pilotEnabled: row.pilot_enabled_at !== null,
    suspended: row.suspended_at !== null,
    agentTermsAccepted: accepted !== undefined,
    hourlyLimit: row.hourly_limit,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    version: Math.max(place, accepted ?? 0),
  };
}
