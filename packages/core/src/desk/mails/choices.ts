// Which mails about their work a member of staff wants. Without a choice, all.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import type { Queries, Writes } from '../../store/store.ts';

export type MailChoices = Omit<DomainAnswerOf<'desk.mails'>, 'address'>;

export async function mailChoices(db: Queries | Writes, staffId: string): Promise<MailChoices> {
  const row = await db
    .selectFrom('mail_choices')
    .selectAll()
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return { digest: row?.digest !== 0, at_once: row?.at_once !== 0 };
}

export function chooseMails(context: Context, actor: Actor, chosen: MailChoices): Promise<void> {
  return actAs(context, actor, 'desk.choose_mails', async (writes) => {
    const before = await mailChoices(writes, actor.id);
    const set = { digest: chosen.digest ? 1 : 0, at_once: chosen.at_once ? 1 : 0 };
    await writes
      .insertInto('mail_choices')
      .values({ staff_id: actor.id, ...set })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(set))
      .execute();
    await recordAct(context, writes, actor, 'mails.chosen', `staff/${actor.id}`, before, chosen);
  });
}

/** Null without a sign-in of one's own: people who have only a token are not mailed. */
export async function mailAddress(db: Queries, staffId: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_staff')
    .innerJoin('users', 'users.id', 'user_staff.user_id')
    .select('users.email')
    .where('user_staff.staff_id', '=', staffId)
    .executeTakeFirst();
  return row?.email ?? null;
}
