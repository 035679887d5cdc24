// The founding period. While a store is being founded, its first operator enrols the first people alone. Activating the
// first framework ends that: from then on staff changes take two people. A store that is left with fewer than two people
// who can act returns to its founding, after a notice that anyone on the staff can stop. Every step is on record, a return and
// its end are in the log, and colleagues learn of them by mail. Notice and absence are counted in days of service.

import { type Actor, actingStaff, SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { nextSequence } from '../context/sequence.ts';
import { serviceDaysSince } from '../context/service-days.ts';
import { instantText } from '../context/times.ts';
import { insertAll } from '../store/bulk.ts';
import { recordedKeys, wholeTable } from '../store/records/proved.ts';
import type { Database, FoundingState } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { requireRecordedStaff } from './recorded-staff.ts';
import { ablePeople, type IssuedToken, listStaff, writeStaff, writeToken } from './staff.ts';

const DAY = 24 * 60 * 60 * 1000;
export const NOTICE_DAYS = 7;

export type Founding = Database['founding'];

/** The current state. A store without staff is being founded. */
export async function foundingState(db: Queries | Writes): Promise<Founding> {
  const rows = await wholeTable(db, 'founding', () =>
    db.selectFrom('founding').selectAll().orderBy('seq').execute(),
  );
  return (
    rows.at(-1) ?? {
      seq: 0,
      state: 'founding',
      since: 0,
      set_by: SERVICE.id,
      effective_at: null,
      reason: 'The store is empty.',
      logged_as: null,
    }
  );
}

export async function isBeingFounded(db: Queries | Writes): Promise<boolean> {
  return (await foundingState(db)).state === 'founding';
}

/** Before the first framework was activated, when there is nothing yet that two people would have to protect. */
export async function isFirstFounding(db: Queries | Writes): Promise<boolean> {
  return (await isBeingFounded(db)) && !(await hasActivatedFramework(db));
}

/** When a store is initialised, or returns to its founding. */
async function beginFounding(
  context: Context,
  writes: Writes,
  actor: Actor,
  reason: string,
  loggedAs: Founding['logged_as'] = null,
): Promise<void> {
  await enter(context, writes, actor, 'founding', { reason, loggedAs });
  await recordAct(context, writes, actor, 'founding.began', 'founding', null, { reason });
}

export async function endFounding(
  context: Context,
  writes: Writes,
  actor: Actor,
  reason: string,
): Promise<void> {
  const { state, logged_as } = await foundingState(writes);
  if (state !== 'founding') return;
  const loggedAs = logged_as === 'returned' ? 'ended' : null;
  await enter(context, writes, actor, 'in_force', { reason, loggedAs });
  await recordAct(context, writes, actor, 'founding.ended', 'founding', null, { reason });
}

/** A store that returned to its founding leaves it as soon as two people can act again. */
export async function endFoundingOnceTwoCanAct(
  context: Context,
  writes: Writes,
  actor: Actor,
): Promise<void> {
  if (!(await isBeingFounded(writes)) || !(await hasActivatedFramework(writes))) return;
  if ((await ablePeople(writes, context.clock())).length < 2) return;
  await endFounding(context, writes, actor, 'Two people can act again.');
}

export interface FoundingReturn {
  state: FoundingState;
  /** For a notice: from when the store may return. */
  effective_at: number | null;
}

/**
 * Gives notice that the store returns to its founding or, once the notice period is over, returns to it. Where nobody
 * else was ever enrolled there is nobody to notify, and the store returns at once.
 */
export async function returnToFounding(
  context: Context,
  given: Actor,
  reason: string,
): Promise<FoundingReturn> {
  if (reason.trim() === '')
    throw new Refusal('validation_failed', 'Returning to the founding needs a reason.');
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'founding.return');
    const now = context.clock();
    const { state, since, effective_at } = await foundingState(writes);
    if (state === 'founding') throw new Refusal('conflict', 'This store is already being founded.');
    await requireRecordedStaff(writes);
    const others = (await ablePeople(writes, now)).filter(({ id }) => id !== actor.id);
    if (others.length > 0) {
      throw new Refusal(
        'conflict',
        `${others.map(({ name }) => name).join(' and ')} can act as the second person, so the store does not return ` +
          'to its founding. Ask them to approve the change.',
      );
    }
    if (state === 'notice') await requireNoticeOver(writes, since, effective_at!, now);
    if (state === 'notice' || !(await wasAnyoneElseEnrolled(writes, actor))) {
      await beginFounding(context, writes, actor, reason, 'returned');
      return { state: 'founding', effective_at: null };
    }
    const effective = now + NOTICE_DAYS * DAY;
    await enter(context, writes, actor, 'notice', { reason, effectiveAt: effective });
    const after = { reason, effective_at: instantText(effective) };
    await recordAct(context, writes, actor, 'founding.notice_given', 'founding', null, after);
    return { state: 'notice', effective_at: effective };
  });
}

/** By the clock and by days of service, so that a clock that is ahead shortens nothing. */
async function requireNoticeOver(
  writes: Writes,
  since: number,
  effectiveAt: number,
  now: number,
): Promise<void> {
  const served = await serviceDaysSince(writes, since);
  if (effectiveAt <= now && served >= NOTICE_DAYS) return;
  throw new Refusal(
    'conflict',
    `Notice was given; the store can return to its founding from ${instantText(effectiveAt)}, after ${NOTICE_DAYS} days ` +
      `with a signed checkpoint. There ${served === 1 ? 'was 1' : `were ${served}`} since. Run the command again then.`,
  );
}

/** Anyone on the staff can stop a notice. */
export async function stopFoundingNotice(context: Context, given: Actor, reason: string): Promise<void> {
  await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'founding.stop');
    const { state } = await foundingState(writes);
    if (state !== 'notice')
      throw new Refusal('conflict', 'No notice was given, so there is nothing to stop.');
    await enter(context, writes, actor, 'in_force', { reason: reason.trim() || 'The notice was stopped.' });
    await recordAct(context, writes, actor, 'founding.stopped', 'founding', null, { reason });
  });
}

interface Step {
  reason: string;
  effectiveAt?: number | null;
  loggedAs?: Founding['logged_as'];
}

async function enter(
  context: Context,
  writes: Writes,
  { id }: Pick<Actor, 'id'>,
  state: FoundingState,
  { reason, effectiveAt = null, loggedAs = null }: Step,
): Promise<void> {
  const seq = await nextSequence(writes, 'founding');
  const now = context.clock();
  const row = { seq, state, since: now, set_by: id, effective_at: effectiveAt, reason, logged_as: loggedAs };
  await writes.insertInto('founding').values(row).execute();
  if (state === 'notice' || loggedAs === 'returned') await tellColleagues(writes, seq, now);
}

/** The service mails it to everybody who signs in with an address, also to the person who did it. */
async function tellColleagues(writes: Writes, seq: number, now: number): Promise<void> {
  const colleagues = await writes
    .selectFrom('user_staff')
    .innerJoin('staff', 'staff.id', 'user_staff.staff_id')
    .select('staff_id')
    .where('retired_at', 'is', null)
    .execute();
  const mails = colleagues.map(({ staff_id }) => ({ seq, staff_id, attempts: 0, next_attempt_at: now }));
  await insertAll(writes, 'founding_mails', mails);
}

/** As recorded, even if the rows are hidden. */
async function hasActivatedFramework(db: Queries | Writes): Promise<boolean> {
  return (await recordedKeys(db, 'methodology_activations')).length > 0;
}

/** Whether another person ever held a token that worked, or could sign in. */
async function wasAnyoneElseEnrolled(writes: Writes, { id }: Actor): Promise<boolean> {
  const others = (await listStaff(writes)).filter((person) => person.id !== id);
  if (others.some(({ tokens }) => tokens.some(({ confirmed_at }) => confirmed_at !== null))) return true;
  const signIn = await writes
    .selectFrom('sign_in_invitations')
    .select('id')
    .where('staff_id', 'is not', null)
    .where('staff_id', '<>', id)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return signIn !== undefined || others.some(({ sign_in }) => sign_in !== null);
}

/** The first operator, with whom the founding of a store begins. */
export async function addFirstOperator(context: Context, writes: Writes, name: string): Promise<IssuedToken> {
  if ((await listStaff(writes)).length > 0) {
    throw new Refusal('conflict', 'The staff is not empty, so people are added by invitation.');
  }
  const operator = await writeStaff(context, writes, { name, roles: ['operator'] });
  const issued = await writeToken(context, writes, operator.id, { confirmed: true });
  await recordAct(context, writes, operator, 'staff.created', `staff/${operator.id}`, null, {
    name: operator.name,
    roles: operator.roles,
    token: issued.prefix,
  });
  await beginFounding(context, writes, operator, 'The store was initialised.');
  return issued;
}
