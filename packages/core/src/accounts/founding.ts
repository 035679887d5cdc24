// The founding period. While a store is being founded, its first operator enrols the first people alone. Activating the
// first framework ends that: from then on staff changes take two people. A store that is left with fewer than two people
// who can act returns to its founding, after a notice that anyone on the staff can stop. Every step is on record.

import { type Actor, actingStaff, SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { nextSequence } from '../context/sequence.ts';
import { instantText } from '../context/times.ts';
import type { Database, FoundingState } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { ablePeople, type IssuedToken, listStaff, writeStaff, writeToken } from './staff.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOTICE_DAYS = 7;

export type Founding = Database['founding'];

/** The current state. A store without staff is being founded. */
export async function foundingState(db: Queries | Writes): Promise<Founding> {
  const row = await db.selectFrom('founding').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return (
    row ?? {
      seq: 0,
      state: 'founding',
      since: 0,
      set_by: SERVICE.id,
      effective_at: null,
      reason: 'The store is empty.',
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
async function beginFounding(context: Context, writes: Writes, actor: Actor, reason: string): Promise<void> {
  await enter(context, writes, actor, 'founding', reason);
  await recordAct(context, writes, actor, 'founding.began', 'founding', null, { reason });
}

export async function endFounding(
  context: Context,
  writes: Writes,
  actor: Actor,
  reason: string,
): Promise<void> {
  if (!(await isBeingFounded(writes))) return;
  await enter(context, writes, actor, 'in_force', reason);
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
    const { state, effective_at } = await foundingState(writes);
    if (state === 'founding') throw new Refusal('conflict', 'This store is already being founded.');
    const others = (await ablePeople(writes, now)).filter(({ id }) => id !== actor.id);
    if (others.length > 0) {
      throw new Refusal(
        'conflict',
        `${others.map(({ name }) => name).join(' and ')} can act as the second person, so the store does not return ` +
          'to its founding. Ask them to approve the change.',
      );
    }
    if (state === 'notice' && effective_at! > now) {
      throw new Refusal(
        'conflict',
        `Notice was given; the store can return to its founding from ${instantText(effective_at!)}. ` +
          'Run the command again then.',
      );
    }
    if (state === 'notice' || !(await wasAnyoneElseEnrolled(writes, actor))) {
      await beginFounding(context, writes, actor, reason);
      return { state: 'founding', effective_at: null };
    }
    const effective = now + NOTICE_DAYS * DAY;
    await enter(context, writes, actor, 'notice', reason, effective);
    const after = { reason, effective_at: instantText(effective) };
    await recordAct(context, writes, actor, 'founding.notice_given', 'founding', null, after);
    return { state: 'notice', effective_at: effective };
  });
}

/** Anyone on the staff can stop a notice. */
export async function stopFoundingNotice(context: Context, given: Actor, reason: string): Promise<void> {
  await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'founding.stop');
    const { state } = await foundingState(writes);
    if (state !== 'notice')
      throw new Refusal('conflict', 'No notice was given, so there is nothing to stop.');
    await enter(context, writes, actor, 'in_force', reason.trim() || 'The notice was stopped.');
    await recordAct(context, writes, actor, 'founding.stopped', 'founding', null, { reason });
  });
}

async function enter(
  context: Context,
  writes: Writes,
  { id }: Pick<Actor, 'id'>,
  state: FoundingState,
  reason: string,
  effectiveAt: number | null = null,
): Promise<void> {
  const seq = await nextSequence(writes, 'founding');
  const row = { seq, state, since: context.clock(), set_by: id, effective_at: effectiveAt, reason };
  await writes.insertInto('founding').values(row).execute();
}

async function hasActivatedFramework(db: Queries | Writes): Promise<boolean> {
  const row = await db.selectFrom('methodology_activations').select('digest').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether another person ever held a token that worked. */
async function wasAnyoneElseEnrolled(writes: Writes, { id }: Actor): Promise<boolean> {
  const others = (await listStaff(writes)).filter((person) => person.id !== id);
  return others.some(({ tokens }) => tokens.some(({ confirmed_at }) => confirmed_at !== null));
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
