// Mails to the staff that notice was given of a return to the founding, or that the store has returned to it. The service
// sends them: a command of the person who did it may have no mail server.

import type { Context } from '../context/context.ts';
import { civilDate } from '../context/times.ts';
import type { Mail, SignInLinks } from './mails.ts';

const MINUTE = 60 * 1000;
/** The wait after each failed attempt. */
const WAITS_MS = [5, 30, 120, 480, 960].map((minutes) => minutes * MINUTE);
const AT_ONCE = 50;

/** Returns how many mails were sent. */
export async function mailFounding(
  context: Context,
  send: NonNullable<SignInLinks['send']>,
  onError: (error: unknown) => void,
): Promise<number> {
  const { store } = context;
  let sent = 0;
  for (const { seq, staff_id, attempts, ...mail } of await dueMails(context)) {
    if (!(await claim(context, seq, staff_id, attempts))) continue;
    try {
      await send(mail);
    } catch (error) {
      onError(error);
      continue;
    }
    sent += 1;
    await store.transaction((writes) =>
      writes.deleteFrom('founding_mails').where('seq', '=', seq).where('staff_id', '=', staff_id).execute(),
    );
  }
  return sent;
}

/** Puts the next attempt off before the mail is sent, so that another process does not send it too. */
function claim({ store, clock }: Context, seq: number, staffId: string, attempts: number): Promise<boolean> {
  return store.transaction(async (writes) => {
    const { numUpdatedRows } = await writes
      .updateTable('founding_mails')
      .set({ attempts: attempts + 1, next_attempt_at: clock() + WAITS_MS[attempts]! })
      .where('seq', '=', seq)
      .where('staff_id', '=', staffId)
      .where('attempts', '=', attempts)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

type DueMail = Mail & { seq: number; staff_id: string; attempts: number };

async function dueMails({ store, clock }: Context): Promise<DueMail[]> {
  const rows = await store.db
    .selectFrom('founding_mails')
    .innerJoin('founding', 'founding.seq', 'founding_mails.seq')
    .innerJoin('user_staff', 'user_staff.staff_id', 'founding_mails.staff_id')
    .innerJoin('users', 'users.id', 'user_staff.user_id')
    .leftJoin('staff as actor', 'actor.id', 'founding.set_by')
    .select(['founding_mails.seq', 'founding_mails.staff_id', 'attempts', 'email', 'state', 'since'])
    .select(['effective_at', 'reason', 'actor.name'])
    .where('next_attempt_at', '<=', clock())
    .where('attempts', '<', WAITS_MS.length)
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ seq, staff_id, attempts, email, state, since, effective_at, reason, name }) => {
    const who = name ?? 'The service';
    const day = civilDate(since);
    return state === 'notice'
      ? {
          ...{ seq, staff_id, attempts, to: email },
          subject: 'Notice: one person will be able to enrol staff alone',
          text:
            `${who} gave notice on ${day} that the store returns to its founding from ${civilDate(effective_at!)}. ` +
            `One person can then enrol others alone.\n\nReason: ${reason}\n\n` +
            'If you are still there, stop it: rf staff founding stop, or "Stop it" on the page People of the desk.\n',
        }
      : {
          ...{ seq, staff_id, attempts, to: email },
          subject: 'One person can enrol staff alone',
          text:
            `${who} returned the store to its founding on ${day}. One person can enrol others alone until two can act ` +
            `again.\n\nReason: ${reason}\n\nThis is in the public log. If it is a surprise, look at the staff and the ` +
            'audit trail now.\n',
        };
  });
}
