// Sends the digests that are due. One is claimed before it is sent: if the process ends meanwhile, it comes some minutes later.

import { findMember } from '../accounts/members.ts';
import type { Context } from '../context/context.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { Mail } from '../identity/mails.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { openAlerts } from './alerts.ts';
import { type DigestPlace, digestOf } from './digest.ts';
import { addressOf, type DigestRow, nextDigest } from './digest-settings.ts';
import { sightOf } from './sight.ts';
import { localTime, weekdayOf } from './time-zones.ts';

const MINUTE = 60 * 1000;
/** The wait after each failed attempt; after the last, the next digest says it. */
const WAITS_MS = [5, 30, 120].map((minutes) => minutes * MINUTE);
const AT_ONCE = 50;

export interface DigestMeans {
  masterKey: MasterKey;
  publishing: PublishingPolicy;
  place: DigestPlace;
  mail(mail: Mail): Promise<void>;
  onError(error: unknown): void;
}

/** Gives how many mails were sent. */
export async function sendDigests(context: Context, means: DigestMeans): Promise<number> {
  const due = await context.store.db
    .selectFrom('watch_digests')
    .selectAll()
    .where('next_at', '<=', context.clock())
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();
  let sent = 0;
  for (const row of due) {
    if (!(await claim(context, row))) continue;
    try {
      const mail = await compose(context, means, row);
      if (mail !== null) {
        await means.mail(mail);
        sent += 1;
      }
      await done(context, row, mail !== null);
    } catch (error) {
      means.onError(error);
      if (row.attempts + 1 >= WAITS_MS.length) await done(context, row, false);
    }
  }
  return sent;
}

async function claim({ store, clock }: Context, row: DigestRow): Promise<boolean> {
  const wait = WAITS_MS[Math.min(row.attempts, WAITS_MS.length - 1)]!;
  return store.transaction(async (writes) => {
    const { numUpdatedRows } = await writes
      .updateTable('watch_digests')
      .set({ attempts: row.attempts + 1, next_at: clock() + wait })
      .where('member_id', '=', row.member_id)
      .where('next_at', '=', row.next_at)
      .where('attempts', '=', row.attempts)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

async function done({ store, clock }: Context, row: DigestRow, isSent: boolean): Promise<void> {
  const now = clock();
  await store.transaction((writes) =>
    writes
      .updateTable('watch_digests')
      .set({ attempts: 0, next_at: nextDigest(row, now), ...(isSent ? { last_sent_at: now } : {}) })
      .where('member_id', '=', row.member_id)
      .execute(),
  );
}

/** Null if there is nothing to tell, or nobody to tell it. */
async function compose(
  { store: { db }, clock }: Context,
  means: DigestMeans,
  row: DigestRow,
): Promise<Mail | null> {
  const { masterKey, publishing, place } = means;
  const member = await findMember(db, row.member_id);
  const to = await addressOf(db, row.member_id);
  if (member === null || member.workspace.suspended_at !== null || to === null) return null;
  const now = clock();
  if (row.every !== 'off') {
    const { subject, text } = await digestOf({ db, masterKey, publishing, now, place }, member);
    if (text !== null) return { to, subject, text };
  }
  const isDay = weekdayOf(localTime(now, row.time_zone).day) === row.weekday;
  if (row.all_quiet === 0 || !isDay) return null;
  const open = await openAlerts(db, await sightOf(db, masterKey, member), 1);
  if (open.length > 0) return null;
  return {
    to,
    subject: `${place.siteName}: all quiet, ${member.workspace.name}`,
    text: `No alert of ${member.workspace.name} that you see is open. This mail comes once a week, so that you know that somebody looks.\n\nWhen it comes, or to stop it: ${place.baseUrl}/console/watch\n`,
  };
}
