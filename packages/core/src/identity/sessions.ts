// Sessions of people. A session ends when it was idle for too long, at an absolute limit, and at once when its person
// may no longer act. Each request checks all three.

import { noteAttendance } from '../accounts/attendance.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { instantText } from '../context/times.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Store } from '../store/store.ts';
import { peopleOf, personKey, personOf, type SignedInPerson } from './people.ts';
import { sessionToken } from './session-cookie.ts';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** How long after a sign-in secrets are shown and publications made without another one. */
export const FRESH_MS = 10 * MINUTE;
/** A session is extended in steps of this fraction of its idle limit, so that most requests write nothing. */
const EXTENDED_IN = 60;

export interface Limits {
  idleMs: number;
  absoluteMs: number;
}

export interface SessionSettings {
  cookieName: string;
  /** The key that signs the cookie. */
  secret: string;
  staff: Limits;
  members: Limits;
}

type SessionRow = Database['user_sessions'];

export interface SignedIn {
  caller:
    | { kind: 'staff'; actor: Extract<SignedInPerson, { kind: 'staff' }>['actor'] }
    | { kind: 'member'; member: Extract<SignedInPerson, { kind: 'member' }>['member']; from: string };
  user: { id: string; email: string; name: string };
  /** Whether the user authenticated within the last ten minutes. */
  isFresh: boolean;
  sessionId: string;
}

export function limitsOf({ staff, members }: SessionSettings, actingAs: string): Limits {
  return actingAs.startsWith('staff/') ? staff : members;
}

/** When a session ends that is used now. */
export function expiryOf(limits: Limits, createdAt: number, now: number): number {
  return Math.min(now + limits.idleMs, createdAt + limits.absoluteMs);
}

/** What a page says about a request that it sends. */
export interface RequestOfPage {
  /** The member that the page is open for, if it says so. */
  actingAs?: string | undefined;
  /** The page sends it by itself. That does not extend the session: it is not a sign that somebody is there. */
  isUnattended?: boolean;
}

/**
 * Who sends a request with this Cookie header; null without a valid session. `from` is the address that the request came
 * from. A caller of an unsafe method must also check the Origin.
 */
export async function callerOfSession(
  context: Context,
  settings: SessionSettings,
  cookieHeader: string | undefined,
  from: string,
  { actingAs, isUnattended = false }: RequestOfPage = {},
): Promise<SignedIn | null> {
  const session = await sessionOf(context, settings, cookieHeader);
  if (session === null) return null;
  const { db } = context.store;
  const own = await personOf(db, session.user_id, session.acting_as);
  if (own === null) {
    await deleteSession(context.store, session.id);
    return null;
  }
  const person = actingAs === undefined ? own : await memberOfPage(db, session, own, actingAs);
  const now = context.clock();
  const limits = limitsOf(settings, session.acting_as);
  if (!isUnattended && now - session.updated_at >= limits.idleMs / EXTENDED_IN) {
    const expires_at = expiryOf(limits, session.created_at, now);
    await db
      .updateTable('user_sessions')
      .set({ updated_at: now, expires_at })
      .where('id', '=', session.id)
      .execute();
    if (person.kind === 'staff') await noteUse(context, person.actor.id);
  }
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  return {
    caller: person.kind === 'staff' ? person : { ...person, from },
    user,
    isFresh: isFresh(session, now),
    sessionId: session.id,
  };
}

/**
 * The member that a page is open for. A user with two workspaces has them open in two tabs with one session: a switch in
 * one tab must not move the other. Members and staff do not stand in for each other: their sessions have other limits.
 */
async function memberOfPage(
  db: Queries,
  session: SessionRow,
  own: SignedInPerson,
  key: string,
): Promise<SignedInPerson> {
  if (key === session.acting_as) return own;
  const person = own.kind === 'member' ? await personOf(db, session.user_id, key) : null;
  if (person?.kind === 'member') return person;
  throw new Refusal(
    'insufficient_role',
    'This page was opened by somebody who is no longer signed in here. Reload it.',
  );
}

/**
 * Whether the session of this Cookie header can still act as this person. It is not extended.
 */
export async function stillActsAs(
  context: Context,
  settings: SessionSettings,
  cookieHeader: string,
  key: string,
): Promise<boolean> {
  const session = await sessionOf(context, settings, cookieHeader);
  if (session === null || limitsOf(settings, session.acting_as) !== limitsOf(settings, key)) return false;
  return (await personOf(context.store.db, session.user_id, key)) !== null;
}

/** After every way of signing in: a session that a member of staff has begun says that they are there. */
export async function noteSignIn(
  context: Context,
  settings: SessionSettings,
  cookieHeader: string,
): Promise<void> {
  const session = await sessionOf(context, settings, cookieHeader);
  const person = session && (await personOf(context.store.db, session.user_id, session.acting_as));
  if (person?.kind === 'staff') await noteUse(context, person.actor.id);
}

async function noteUse(context: Context, staffId: string): Promise<void> {
  await noteAttendance(context, staffId);
  const now = context.clock();
  await context.store.db
    .updateTable('user_staff')
    .set({ last_used_at: now })
    .where('staff_id', '=', staffId)
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now - DAY)]))
    .execute();
}

export function isFresh({ created_at }: Pick<SessionRow, 'created_at'>, now: number): boolean {
  return now - created_at < FRESH_MS;
}

/** The session of a request, if it has not expired. */
export async function sessionOf(
  { store, clock }: Context,
  settings: SessionSettings,
  cookieHeader: string | undefined,
): Promise<SessionRow | null> {
  const token = sessionToken(cookieHeader, settings.cookieName, settings.secret);
  if (token === null) return null;
  const session = await provedRow(store.db, 'user_sessions', () =>
    store.db.selectFrom('user_sessions').selectAll().where('token', '=', token).executeTakeFirst(),
  );
  if (session === undefined) return null;
  const now = clock();
  // The limits may have been lowered since the session was last used.
  const { idleMs, absoluteMs } = limitsOf(settings, session.acting_as);
  const end = Math.min(session.expires_at, session.updated_at + idleMs, session.created_at + absoluteMs);
  if (end > now) return session;
  await deleteSession(store, session.id);
  return null;
}

/** In a transaction, so that the record chain says that it ended and nobody can put it back. */
export async function deleteSession(store: Store, id: string): Promise<void> {
  await store.transaction((writes) => writes.deleteFrom('user_sessions').where('id', '=', id).execute());
}

export interface ListedSession {
  id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  address: string | null;
  user_agent: string | null;
  acting_as: string;
  current: boolean;
}

export async function listSessions(
  { store: { db }, clock }: Context,
  { user, sessionId }: SignedIn,
): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('user_sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('expires_at', '>', clock())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    created_at: instantText(row.created_at),
    last_seen_at: instantText(row.updated_at),
    expires_at: instantText(row.expires_at),
    address: row.ip_address,
    user_agent: row.user_agent,
    acting_as: row.acting_as,
    current: row.id === sessionId,
  }));
}

/** Ends one of one's own sessions. */
export async function endSession({ store }: Context, { user }: SignedIn, id: string): Promise<void> {
  const { numDeletedRows } = await store.transaction((writes) =>
    writes
      .deleteFrom('user_sessions')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow(),
  );
  if (numDeletedRows === 0n) throw new Refusal('not_found', 'You have no session with this id.');
}

/** Signs out everywhere, including here. */
export async function endAllSessions(store: Store, userId: string): Promise<void> {
  await store.transaction((writes) =>
    writes.deleteFrom('user_sessions').where('user_id', '=', userId).execute(),
  );
}

/** Lets a user who is several people act as another of them. The limits of that kind of person apply from then on. */
export async function actAs(
  { store, clock }: Context,
  settings: SessionSettings,
  { user, sessionId }: SignedIn,
  key: string,
): Promise<void> {
  await store.transaction(async (writes) => {
    const person = await personOf(writes, user.id, key);
    if (person === null) throw new Refusal('not_found', 'You cannot act as this person.');
    const session = await provedRow(writes, 'user_sessions', () =>
      writes.selectFrom('user_sessions').selectAll().where('id', '=', sessionId).executeTakeFirst(),
    );
    if (session === undefined) throw new Refusal('not_found', 'This session has ended.');
    const now = clock();
    await writes
      .updateTable('user_sessions')
      .set({
        acting_as: key,
        updated_at: now,
        expires_at: expiryOf(limitsOf(settings, key), session.created_at, now),
      })
      .where('id', '=', sessionId)
      .execute();
  });
}

/** The people that a user can act as, by the names that sessions use. */
export async function listPeople({ store: { db } }: Context, userId: string) {
  return (await peopleOf(db, userId)).map((person) => ({
    acting_as: personKey(person),
    name: person.kind === 'staff' ? person.actor.name : person.member.name,
    roles: person.kind === 'staff' ? [...person.actor.roles] : [person.member.role],
    workspace: person.kind === 'staff' ? null : person.member.workspace.name,
  }));
}
