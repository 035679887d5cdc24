// The audit trail of a workspace, as its members may see it: what they did, and what was done to the workspace, its
// members, keys and endpoints.

import { type SqlBool, sql } from 'kysely';
import { SERVICE } from '../context/actor.ts';
import { type AUDIT_ORDER, type AuditRecord, listAudit } from '../context/audit-trail.ts';
import type { Portion } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';
import { beginsWith } from '../store/text-match.ts';

export interface WorkspaceAuditFilter {
  /** Name or id of a member of the workspace, also of one who left. */
  actor?: string;
  action?: string;
  from?: number;
  to?: number;
}

export interface WorkspaceAuditRecord extends Omit<AuditRecord, 'actor' | 'workspace'> {
  by: 'member' | 'operator' | 'service';
  /** Like the name, null for others than members. */
  actor: string | null;
}

/** What staff ask of each other. What comes of it is recorded as an act of its own. */
const STAFF_REQUESTS = 'request.';

/** What operators note for themselves. */
const NOT_SHOWN = ['suspended_reason', 'reason'];

export async function listWorkspaceAudit(
  db: Queries,
  workspaceId: string,
  { actor, ...filter }: WorkspaceAuditFilter,
  order: typeof AUDIT_ORDER,
  portion: Portion = {},
): Promise<WorkspaceAuditRecord[]> {
  const members = new Set(await membersOf(db, workspaceId));
  const actors = actor === undefined ? null : await membersCalled(db, workspaceId, actor);
  const records = await listAudit(db, filter, order, portion, (query) => {
    const own = query
      .where(isAbout(workspaceId))
      .where(({ not }) => not(beginsWith('action', STAFF_REQUESTS)));
    return actors === null ? own : own.where('actor', 'in', actors);
  });
  return records.map(({ workspace: _, ...record }) =>
    members.has(record.actor) ? { ...record, by: 'member' } : withoutStaff(record),
  );
}

/** What a member of the workspace did, or what was done to the workspace or to something that belongs to it. */
function isAbout(workspaceId: string) {
  const owned = (table: 'members' | 'api_keys' | 'webhook_endpoints', prefix: string) => sql`
    select ${sql.lit(prefix)} || id from ${sql.table(table)} where workspace_id = ${workspaceId}`;
  // By two indexes: what a condition with "or" finds would be looked for in the whole trail.
  return sql<SqlBool>`seq in (
    select seq from audit where actor in (select id from members where workspace_id = ${workspaceId})
    union
    select seq from audit where subject in (select ${`workspaces/${workspaceId}`}
      union all ${owned('members', 'members/')}
      union all ${owned('api_keys', 'keys/')}
      union all ${owned('webhook_endpoints', 'webhooks/')}))`;
}

function withoutStaff(record: Omit<AuditRecord, 'workspace'>): WorkspaceAuditRecord {
  const by = record.actor === SERVICE.id ? 'service' : 'operator';
  const { before, after } = record;
  return { ...record, by, actor: null, actor_name: null, before: shown(before), after: shown(after) };
}

/** Also leaves out the ids of members of staff, such as that of the person who approved. */
function shown(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  return Object.fromEntries(
    Object.entries(content).filter(([member]) => !NOT_SHOWN.includes(member) && !member.endsWith('_by')),
  );
}

async function membersOf(db: Queries, workspaceId: string): Promise<string[]> {
  const rows = await db.selectFrom('members').select('id').where('workspace_id', '=', workspaceId).execute();
  return rows.map(({ id }) => id);
}

async function membersCalled(db: Queries, workspaceId: string, idOrName: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .execute();
  if (rows.length > 0) return rows.map(({ id }) => id);
  throw new Refusal('not_found', `No member of the workspace has the id or name "${idOrName}".`);
}
