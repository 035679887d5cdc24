// The versions of policies as decisions read them: only those that this program recorded, because a row decides.

import type { Policy } from '@rf-indicators/engine';
import { provedRow, provedRows } from '../store/records/proved.ts';
import type { Database, PolicyState } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export interface PolicyVersion {
  name: string;
  version: number;
  digest: string;
  policy: Policy;
  state: PolicyState;
}

export type VersionRow = Database['policy_versions'];

/** The version that decides calls which name the policy. */
export async function activeVersion(
  db: Queries | Writes,
  workspaceId: string,
  name: string,
): Promise<PolicyVersion | null> {
  return asVersion(await activeRow(db, workspaceId, name));
}

/** Whatever its state: the caller decides which states it takes. Without the workspace, a digest finds nothing. */
export async function versionByDigest(
  db: Queries | Writes,
  workspaceId: string,
  digest: string,
): Promise<PolicyVersion | null> {
  const row = await provedRow(db, 'policy_versions', () =>
    db
      .selectFrom('policy_versions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('digest', '=', digest)
      .executeTakeFirst(),
  );
  return asVersion(row);
}

/** The drafts that are decided and logged beside the active version. There is at most one of a name. */
export async function shadowDrafts(
  db: Queries | Writes,
  workspaceId: string,
  name: string,
): Promise<PolicyVersion[]> {
  const row = await openRow(db, workspaceId, name);
  return row === undefined || row.is_shadow === 0 ? [] : [asVersion(row)!];
}

const MOST_NAMES = 20;

/** Names of policies that decide, for whoever named another one. */
export async function activeNames(db: Queries, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('policy_versions')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .orderBy('name')
    .limit(MOST_NAMES)
    .execute();
  return rows.map(({ name }) => name);
}

export function activeRow(
  db: Queries | Writes,
  workspaceId: string,
  name: string,
): Promise<VersionRow | undefined> {
  return provedRow(db, 'policy_versions', () =>
    db
      .selectFrom('policy_versions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .where('state', '=', 'active')
      .executeTakeFirst(),
  );
}

/** The draft, also while its activation waits for a second person. */
export async function openRow(
  db: Queries | Writes,
  workspaceId: string,
  name: string,
): Promise<VersionRow | undefined> {
  const [row] = await provedRows(db, 'policy_versions', () =>
    db
      .selectFrom('policy_versions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .where('state', 'in', ['draft', 'asked'])
      .execute(),
  );
  return row;
}

function asVersion(row: VersionRow | undefined): PolicyVersion | null {
  if (row === undefined) return null;
  const { name, version, digest, state } = row;
  return { name, version, digest, policy: policyOf(row), state };
}

/** It was valid when it was saved. */
export function policyOf({ document }: Pick<VersionRow, 'document'>): Policy {
  return JSON.parse(document) as Policy;
}
