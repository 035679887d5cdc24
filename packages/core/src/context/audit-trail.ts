// Reads the audit trail, with the names of the people and things that its records are about.

import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { anyContains, beginsWith } from '../store/text-match.ts';
import { SERVICE } from './actor.ts';
import type { Via } from './context.ts';
import { ListOrder, type Portion } from './paging.ts';
import { Refusal } from './refusal.ts';
import { instantText } from './times.ts';

export interface AuditFilter {
  /** Name or id of a person, or "service". */
  actor?: string;
  /** An action, or the beginning of one with a full stop at its end. */
  action?: string;
  /** A subject or its beginning, the slug of a provider or the name of a person. */
  subject?: string;
  from?: number;
  to?: number;
  /** In the action, the subject or the contents. */
  text?: string;
}

type AuditQuery = SelectQueryBuilder<Database, 'audit', Database['audit']>;

export interface AuditRecord {
  seq: number;
  at: number;
  actor: string;
  actor_name: string | null;
  /** The name of the workspace of an actor who is a member. */
  workspace: string | null;
  action: string;
  subject: string;
  subject_name: string | null;
  /** How the actor was identified; null for the service, and in records from before it was recorded. */
  via: Via | null;
  before: unknown;
  after: unknown;
}

function auditOrder(newestFirst: boolean): ListOrder<Pick<AuditRecord, 'seq'>> {
  const name = newestFirst ? 'audit, newest first' : 'audit';
  const column = { by: 'seq', type: 'integer', descending: newestFirst } as const;
  return new ListOrder(name, [column], ({ seq }) => [seq]);
}

/** Oldest first. */
export const AUDIT_ORDER = auditOrder(false);
export const NEWEST_AUDIT_ORDER = auditOrder(true);

/** `order` is one of the two above. `limitTo` leaves out records that the reader may not see. */
export async function listAudit(
  db: Queries,
  filter: AuditFilter,
  order: typeof AUDIT_ORDER = AUDIT_ORDER,
  portion: Portion = {},
  limitTo: (query: AuditQuery) => AuditQuery = (query) => query,
): Promise<AuditRecord[]> {
  const { actor, action, subject, from, to, text = '' } = filter;
  let query: AuditQuery = limitTo(db.selectFrom('audit').selectAll());
  if (actor !== undefined) query = query.where('actor', 'in', await actorsNamed(db, actor));
  if (action !== undefined) {
    query = action.endsWith('.')
      ? query.where(beginsWith('action', action))
      : query.where('action', '=', action);
  }
  if (subject !== undefined) {
    const subjects = [subject, ...(await subjectsNamed(db, subject))];
    query = query.where(({ or }) => or(subjects.map((beginning) => beginsWith('subject', beginning))));
  }
  // Times hardly ever go back, so the first and the last place of a period bound what is read.
  if (from !== undefined) {
    query = query.where('at', '>=', from).where('seq', '>=', ({ selectFrom }) =>
      selectFrom('audit as of_period')
        .select(({ fn }) => fn.min('of_period.seq').as('first'))
        .where('of_period.at', '>=', from),
    );
  }
  if (to !== undefined) {
    query = query.where('at', '<=', to).where('seq', '<=', ({ selectFrom }) =>
      selectFrom('audit as of_period')
        .select(({ fn }) => fn.max('of_period.seq').as('last'))
        .where('of_period.at', '<=', to),
    );
  }
  if (text !== '') query = query.where(anyContains(['action', 'subject', 'before', 'after'], text));
  const rows = await order.select(query, portion).execute();
  const names = await namesOf(
    db,
    rows.flatMap(({ actor: who, subject: what }) => [who, idIn(what)]),
  );
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at,
    actor: row.actor,
    actor_name: names.get(row.actor)?.name ?? null,
    workspace: names.get(row.actor)?.workspace ?? null,
    action: row.action,
    subject: row.subject,
    subject_name: names.get(idIn(row.subject))?.name ?? null,
    via: row.via,
    before: row.before === null ? null : withInstants(JSON.parse(row.before)),
    after: row.after === null ? null : withInstants(JSON.parse(row.after)),
  }));
}

/** The members of records that are instants, in milliseconds. No schema says so: each action has members of its own. */
const INSTANT = /(^|_)(at|since|until|as_of)$/;

/** Writes the instants of a record that was just read as text. The stored record stays as it is. */
function withInstants(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const members = record as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (typeof value === 'number') {
      if (INSTANT.test(name)) members[name] = instantText(value);
    } else withInstants(value);
  }
  return record;
}

/** Several people can have a name: members of different workspaces. */
async function actorsNamed(db: Queries, nameOrId: string): Promise<string[]> {
  if (nameOrId === SERVICE.id) return [SERVICE.id];
  const found: string[] = [];
  for (const table of ['staff', 'members'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where(({ eb, or }) => or([eb('id', '=', nameOrId), eb('name', '=', nameOrId)]))
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  if (found.length > 0) return found;
  throw new Refusal('not_found', `No person has the name or id "${nameOrId}".`);
}

/** The subjects of records about the provider with this slug, or about the people with this name. */
async function subjectsNamed(db: Queries, name: string): Promise<string[]> {
  const providers = await db.selectFrom('providers').select('id').where('slug', '=', name).execute();
  const staff = await db.selectFrom('staff').select('id').where('name', '=', name).execute();
  const members = await db.selectFrom('members').select('id').where('name', '=', name).execute();
  return [
    // Withdrawals have the bare id as their subject.
    ...providers.flatMap(({ id }) => [`provider/${id}`, id]),
    ...staff.map(({ id }) => `staff/${id}`),
    ...members.map(({ id }) => `members/${id}`),
  ];
}

/** The id in a subject such as provider/ID or provider/ID/input. */
function idIn(subject: string): string {
  return subject.split('/')[1] ?? subject;
}

interface Named {
  name: string;
  workspace: string | null;
}

async function namesOf(db: Queries, given: readonly string[]): Promise<Map<string, Named>> {
  const ids = [...new Set(given)];
  const names = new Map<string, Named>([[SERVICE.id, { name: SERVICE.name, workspace: null }]]);
  if (ids.length === 0) return names;
  const providers = db.selectFrom('providers').select(['id', 'slug as name']).where('id', 'in', ids);
  const staff = db.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids);
  const workspaces = db.selectFrom('workspaces').select(['id', 'name']).where('id', 'in', ids);
  for (const query of [providers, staff, workspaces]) {
    for (const { id, name } of await query.execute()) names.set(id, { name, workspace: null });
  }
  const members = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['members.id', 'members.name', 'workspaces.name as workspace'])
    .where('members.id', 'in', ids)
    .execute();
  for (const { id, name, workspace } of members) names.set(id, { name, workspace });
  return names;
}
