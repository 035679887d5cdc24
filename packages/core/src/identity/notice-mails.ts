// Mails the notices of a workspace to its Contract Admins. A mail that fails is tried again; one may arrive twice if the
// process ends between sending it and noting that.

import type { Context } from '../context/context.ts';
import type { Mail, SignInLinks } from './mails.ts';

const MINUTE = 60 * 1000;
/** The wait after each failed attempt; after the last one, the notice is in the console only. */
const WAITS_MS = [5, 30, 120, 480, 960].map((minutes) => minutes * MINUTE);
/** What waited longer, because no mail server was set, is no longer news. */
const OLDEST_MS = 24 * 60 * MINUTE;
const AT_ONCE = 50;

type DueMail = Mail & { notice_id: string; member_id: string; attempts: number };

/** Returns how many mails were sent. */
export async function mailNotices(
  context: Context,
  send: NonNullable<SignInLinks['send']>,
  onError: (error: unknown) => void,
): Promise<number> {
  await forgetHopeless(context);
  let sent = 0;
  for (const mail of await dueMails(context)) {
    if (!(await claim(context, mail))) continue;
    try {
      await send({ to: mail.to, subject: mail.subject, text: mail.text });
    } catch (error) {
      onError(error);
      continue;
    }
    sent += 1;
    await context.store.transaction((writes) =>
      writes
        .deleteFrom('notice_mails')
        .where('notice_id', '=', mail.notice_id)
        .where('member_id', '=', mail.member_id)
        .execute(),
    );
  }
  return sent;
}

/** Too old, tried often enough, or for somebody who was removed. */
async function forgetHopeless({ store, clock }: Context): Promise<void> {
  const hopeless = store.db
    .selectFrom('notice_mails')
    .innerJoin('workspace_notices', 'workspace_notices.id', 'notice_mails.notice_id')
    .innerJoin('members', 'members.id', 'notice_mails.member_id')
    .select(['notice_id', 'member_id'])
    .where(({ eb, or }) =>
      or([
        eb('workspace_notices.created_at', '<', clock() - OLDEST_MS),
        eb('attempts', '>=', WAITS_MS.length),
        eb('members.removed_at', 'is not', null),
      ]),
    );
  for (const { notice_id, member_id } of await hopeless.execute()) {
    await store.transaction((writes) =>
      writes
        .deleteFrom('notice_mails')
        .where('notice_id', '=', notice_id)
        .where('member_id', '=', member_id)
        .execute(),
    );
  }
}

/** To members who have an email address. The others find the notice in the console. */
async function dueMails({ store, clock }: Context): Promise<DueMail[]> {
  const rows = await store.db
    .selectFrom('notice_mails')
    .innerJoin('workspace_notices', 'workspace_notices.id', 'notice_mails.notice_id')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_notices.workspace_id')
    .innerJoin('user_members', 'user_members.member_id', 'notice_mails.member_id')
    .innerJoin('users', 'users.id', 'user_members.user_id')
    .select([
      'notice_id',
      'notice_mails.member_id',
      'attempts',
      'email',
      'message',
      'workspaces.name',
      'kind',
    ])
    .where('next_attempt_at', '<=', clock())
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ notice_id, member_id, attempts, email, message, name, kind }) => ({
    ...{ notice_id, member_id, attempts, to: email },
    subject: `${name}: ${SUBJECTS[kind] ?? 'a notice'}`,
    text: `${message}\n\nYou get this mail because you are a Contract Admin of ${name}.\n`,
  }));
}

const SUBJECTS: Readonly<Record<string, string>> = {
  'webhook.disabled': 'a webhook endpoint was disabled',
  'webhook.expired': 'webhook deliveries were given up',
  'quota.nearly_used': '80 % of the hourly requests are used',
  'quota.used_up': 'the hourly requests are used up',
};

/** Puts the next attempt off before the mail is sent, so that another process does not send it too. */
async function claim({ store, clock }: Context, mail: DueMail): Promise<boolean> {
  const { notice_id, member_id, attempts } = mail;
  return store.transaction(async (writes) => {
    const { numUpdatedRows } = await writes
      .updateTable('notice_mails')
      .set({ attempts: attempts + 1, next_attempt_at: clock() + WAITS_MS[attempts]! })
      .where('notice_id', '=', notice_id)
      .where('member_id', '=', member_id)
      .where('attempts', '=', attempts)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}
