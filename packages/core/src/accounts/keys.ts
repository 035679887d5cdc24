// The API keys of a workspace: created by its members, shown once, stored as a hash.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { effectiveTier, type Tier } from '@rf-indicators/contract/tiers';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { type Portion, timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken } from '../secrets/tokens.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Database, KeyScope } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { requireIssuable } from './key-conditions.ts';
import { actingMember, type Member } from './members.ts';
import { requireWorkspace } from './workspaces.ts';

const LONGEST_NAME = 80;

export interface NewKey {
  name: string;
  tier: Tier;
  /** For the agent pilot. */
  agent_scope?: boolean | undefined;
  /** All that it may call; whatever its tier includes if absent. */
  scope?: KeyScope | undefined;
  /** Lower than the limit of the tier. */
  hourly_limit?: number | null | undefined;
  expires_at?: number | null | undefined;
}

export interface IssuedKey {
  id: string;
  name: string;
  tier: Tier;
  /** Shown once. */
  key: string;
  prefix: string;
  expires_at: number | null;
}

/** Without its requests. */
export type ListedKey = Omit<DomainAnswerOf<'keys.list'>['data'][number], 'requests_24h'>;

export function createKey(context: Context, member: Member, wanted: NewKey): Promise<IssuedKey> {
  const { tier, agent_scope = false, scope = null, hourly_limit = null, expires_at = null } = wanted;
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'keys.create');
    const now = context.clock();
    await requireIssuable(writes, workspace, { tier, agent_scope, scope, hourly_limit, expires_at }, now);
    const name = readName(wanted.name, LONGEST_NAME);
    if ((await activeKeys(writes, workspace.id, now, name)).length > 0) {
      throw new Refusal(
        'conflict',
        `There is already an active key called ${name}. Use a different name, or rotate that key.`,
      );
    }
    const attributes = { name, tier, scope, hourly_limit, expires_at };
    const issued = await writeKey(context, writes, {
      ...attributes,
      workspace_id: workspace.id,
      agent_scope: agent_scope ? 1 : 0,
      created_by: member.id,
      replaces: null,
    });
    const after = { workspace: workspace.id, ...attributes, agent_scope, key: issued.prefix };
    await recordAct(context, writes, member, 'key.created', subjectOf(issued), null, after);
    return issued;
  });
}

export const KEY_ORDER = timeOrder<ListedKey>(
  'keys',
  'oldest',
  ['api_keys.created_at', 'api_keys.id'],
  ({ created_at, id }) => [created_at, id],
);

/** Oldest first, including expired and revoked keys unless `activeAt` is given. */
export async function listKeys(
  db: Queries | Writes,
  workspaceId: string,
  { activeAt, ...portion }: Portion & { activeAt?: number | undefined } = {},
): Promise<ListedKey[]> {
  const workspace = await requireWorkspace(db, workspaceId);
  let query = db
    .selectFrom('api_keys')
    .innerJoin('members', 'members.id', 'api_keys.created_by')
    .select(['api_keys.id', 'prefix', 'api_keys.name', 'tier', 'agent_scope', 'scope', 'hourly_limit'])
    .select(['api_keys.created_at', 'created_by', 'members.name as created_by_name'])
    .select(['expires_at', 'revoked_at', 'replaces'])
    .select(({ selectFrom }) =>
      selectFrom('key_usage')
        .select(({ fn }) => fn.max('last_at').as('last'))
        .whereRef('key_usage.key_id', '=', 'api_keys.id')
        .as('last_used_at'),
    )
    .where('api_keys.workspace_id', '=', workspace.id);
  if (activeAt !== undefined) {
    query = query
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', activeAt)]));
  }
  const rows = await KEY_ORDER.select(query, portion).execute();
  return rows.map((row) => ({
    ...row,
    agent_scope: row.agent_scope === 1,
    effective_tier: effectiveTier(workspace.tier, row.tier),
  }));
}

/** The ids of the keys of a workspace with this prefix, id or name. Several can have had a name. */
export async function keysCalled(db: Queries, workspaceId: string, which: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('id', '=', which), eb('prefix', '=', which), eb('name', '=', which)]))
    .execute();
  if (rows.length > 0) return rows.map(({ id }) => id);
  throw new Refusal('not_found', `No key of the workspace has the prefix, id or name "${which}".`);
}

export function isActive(
  { revoked_at, expires_at }: Pick<ListedKey, 'revoked_at' | 'expires_at'>,
  now: number,
): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now);
}

/** Keys that are neither revoked nor expired; with a name, only those of that name. */
export function activeKeys(
  writes: Writes,
  workspaceId: string,
  now: number,
  name?: string,
): Promise<Database['api_keys'][]> {
  return provedRows(writes, 'api_keys', () =>
    writes
      .selectFrom('api_keys')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(name !== undefined, (query) => query.where('name', '=', name!))
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
}

export async function writeKey(
  context: Context,
  writes: Writes,
  row: Omit<Database['api_keys'], 'id' | 'key_hash' | 'prefix' | 'created_at' | 'revoked_at'>,
): Promise<IssuedKey> {
  const { token, hash, prefix } = createToken('rf_live_');
  const id = context.newId();
  await writes
    .insertInto('api_keys')
    .values({
      ...row,
      id,
      key_hash: hash,
      prefix,
      created_at: context.clock(),
      revoked_at: null,
    })
    .execute();
  const { name, tier, expires_at } = row;
  return { id, name, tier, key: token, prefix, expires_at };
}

export function subjectOf({ id }: { id: string }): string {
  return `keys/${id}`;
}
