// The address of a member's calendar of lapses: it cannot be guessed, is shown once, and can be ended.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { actingMember, findMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken, hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { CALENDAR_PATH } from './calendar-path.ts';

function rowOf(db: Queries | Writes, memberId: string): Promise<Database['watch_calendars'] | undefined> {
  return provedRow(db, 'watch_calendars', () =>
    db
      .selectFrom('watch_calendars')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  );
}

export async function readCalendar(db: Queries, member: Member): Promise<DomainAnswerOf<'watch.calendar'>> {
  return { created_at: (await rowOf(db, member.id))?.created_at ?? null };
}

export function createCalendar(
  context: Context,
  member: Member,
): Promise<DomainAnswerOf<'watch.create_calendar'>> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.create_calendar');
    const now = context.clock();
    await end(writes, acting.id, now);
    const { token, hash } = createToken('rf_calendar_');
    await writes
      .insertInto('watch_calendars')
      .values({ token_hash: hash, member_id: acting.id, created_at: now, revoked_at: null })
      .execute();
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.calendar_created', subject, null, { member: acting.id });
    return { path: `${CALENDAR_PATH}${token}.ics` };
  });
}

export function removeCalendar(context: Context, member: Member): Promise<void> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.remove_calendar');
    if ((await rowOf(writes, acting.id)) === undefined)
      throw new Refusal('not_found', 'You have no calendar. rf watch create-calendar creates its address.');
    await end(writes, acting.id, context.clock());
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.calendar_removed', subject, { member: acting.id }, null);
  });
}

async function end(writes: Writes, memberId: string, now: number): Promise<void> {
  await writes
    .updateTable('watch_calendars')
    .set({ revoked_at: now })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whose calendar it is; null if there is none at the address, or no longer. */
export async function memberOfCalendar(db: Queries, token: string): Promise<Member | null> {
  if (!isWellFormedToken('rf_calendar_', token)) return null;
  const row = await provedRow(db, 'watch_calendars', () =>
    db
      .selectFrom('watch_calendars')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  );
  const member = row === undefined ? null : await findMember(db, row.member_id);
  return member === null || member.workspace.suspended_at !== null ? null : member;
}
