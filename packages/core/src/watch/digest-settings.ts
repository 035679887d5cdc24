// When the digest of a member comes: each day or week, at an hour of their time zone.

import { type DomainAnswerOf, type DomainInputOf, WEEKDAYS } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { isTimeZone, nextTime } from './time-zones.ts';

export type DigestRow = Database['watch_digests'];
type Settings = DomainAnswerOf<'watch.digest'>;

export async function digestRow(db: Queries | Writes, memberId: string): Promise<DigestRow> {
  const row = await db
    .selectFrom('watch_digests')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return (
    row ?? {
      ...{ member_id: memberId, every: 'off', weekday: 1, hour: 7, time_zone: 'UTC', all_quiet: 0 },
      ...{ next_at: null, attempts: 0, last_sent_at: null },
    }
  );
}

export async function readDigest(db: Queries | Writes, member: Member): Promise<Settings> {
  const row = await digestRow(db, member.id);
  return {
    ...{ every: row.every, weekday: WEEKDAYS[row.weekday - 1]!, hour: row.hour, time_zone: row.time_zone },
    ...{ all_quiet: row.all_quiet === 1, address: await addressOf(db, member.id) },
    ...{ next_at: row.next_at, last_sent_at: row.last_sent_at },
  };
}

/** Null for members without a sign-in of their own, who are not mailed. */
export async function addressOf(db: Queries | Writes, memberId: string): Promise<string | null> {
  // What somebody wrote into the database gets no mail.
  const link = await provedRow(db, 'user_members', () =>
    db.selectFrom('user_members').selectAll().where('member_id', '=', memberId).executeTakeFirst(),
  );
  if (link === undefined) return null;
  const user = await provedRow(db, 'users', () =>
    db.selectFrom('users').selectAll().where('id', '=', link.user_id).executeTakeFirst(),
  );
  return user?.email ?? null;
}

export function setDigest(
  context: Context,
  member: Member,
  wanted: DomainInputOf<'watch.set_digest'>,
): Promise<Settings> {
  const { time_zone } = wanted;
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    const message = 'is not the name of a time zone, such as Europe/Berlin or UTC';
    throw new Refusal('validation_failed', 'The input is not valid.', [
      { place: '/time_zone', code: 'time_zone', message },
    ]);
  }
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.set_digest');
    const before = await digestRow(writes, acting.id);
    const set = {
      every: wanted.every ?? before.every,
      weekday: wanted.weekday === undefined ? before.weekday : WEEKDAYS.indexOf(wanted.weekday) + 1,
      hour: wanted.hour ?? before.hour,
      time_zone: time_zone ?? before.time_zone,
      all_quiet: wanted.all_quiet === undefined ? before.all_quiet : wanted.all_quiet ? 1 : 0,
      attempts: 0,
    };
    const next_at = nextDigest({ ...before, ...set }, context.clock());
    const row = { ...before, ...set, next_at };
    const { member_id: _, ...columns } = row;
    await writes
      .insertInto('watch_digests')
      .values(row)
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
      .execute();
    const after = {
      every: row.every,
      hour: row.hour,
      time_zone: row.time_zone,
      all_quiet: row.all_quiet === 1,
    };
    await recordAct(context, writes, acting, 'watch.digest_set', subjectOf(acting.workspace), null, after);
    return readDigest(writes, acting);
  });
}

/** Who wants only the weekly word that all is quiet has a time for that too; null: none. */
export function nextDigest(row: DigestRow, after: number): number | null {
  const { every, all_quiet, weekday, hour, time_zone: zone } = row;
  if (every === 'off' && all_quiet === 0) return null;
  return nextTime({ every: every === 'day' ? 'day' : 'week', weekday, hour, zone }, after);
}
