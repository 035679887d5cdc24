// Who looks after an input that is due, and a note about it. Both stay until somebody changes them.

import { staffNamed } from '../../accounts/staff.ts';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { isInputId } from '../facts/input-values.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import { requireProvider } from '../providers/providers.ts';

export interface DueAssignment {
  /** Id or slug. */
  provider: string;
  input: string;
  /** Name or id; null if nobody looks after it any longer. */
  assignee: string | null;
  /** The note stays if absent. */
  note?: string;
}

export interface DueNote {
  /** The name of the person. */
  assignee: string | null;
  note: string | null;
}

export function assignDue(context: Context, actor: Actor, given: DueAssignment): Promise<void> {
  return actAs(context, actor, 'due.assign', (writes) => assignOne(context, writes, actor, given));
}

/** Either all of them or none. */
export function assignManyDue(
  context: Context,
  actor: Actor,
  inputs: readonly Pick<DueAssignment, 'provider' | 'input'>[],
  assignee: string | null,
): Promise<void> {
  return actAs(context, actor, 'due.assign_many', async (writes) => {
    for (const which of inputs) await assignOne(context, writes, actor, { ...which, assignee });
  });
}

async function assignOne(
  context: Context,
  writes: Writes,
  actor: Actor,
  given: DueAssignment,
): Promise<void> {
  const { id: provider_id } = await requireProvider(writes, given.provider);
  const { methodology } = await effectiveMethodology(writes, context.clock());
  const input_id = given.input;
  if (!isInputId(methodology, input_id)) {
    throw new Refusal(
      'validation_failed',
      `"${input_id}" is neither a criterion or gate of framework ${methodology.version} nor a fact.`,
    );
  }
  const assignee = given.assignee === null ? null : await staffNamed(writes, given.assignee);
  const before = (await notesOf(writes, provider_id)).get(keyOf(provider_id, input_id)) ?? null;
  const note = given.note ?? before?.note ?? '';
  const set = { assignee: assignee?.id ?? null, note, set_by: actor.id, set_at: context.clock() };
  await writes
    .insertInto('due_notes')
    .values({ provider_id, input_id, ...set })
    .onConflict((conflict) => conflict.columns(['provider_id', 'input_id']).doUpdateSet(set))
    .execute();
  const after: DueNote = { assignee: assignee?.name ?? null, note: note === '' ? null : note };
  const subject = `provider/${provider_id}/${input_id}`;
  await recordAct(context, writes, actor, 'due.assigned', subject, before, after);
}

/** Finds the notes by provider and input. */
export async function dueNotes(db: Queries): Promise<(provider: string, input: string) => DueNote> {
  const notes = await notesOf(db);
  return (provider, input) => notes.get(keyOf(provider, input)) ?? { assignee: null, note: null };
}

async function notesOf(db: Queries | Writes, provider?: string): Promise<Map<string, DueNote>> {
  let query = db
    .selectFrom('due_notes')
    .leftJoin('staff', 'staff.id', 'due_notes.assignee')
    .select(['provider_id', 'input_id', 'staff.name', 'note']);
  if (provider !== undefined) query = query.where('provider_id', '=', provider);
  return new Map(
    (await query.execute()).map(({ provider_id, input_id, name, note }) => [
      keyOf(provider_id, input_id),
      { assignee: name, note: note === '' ? null : note },
    ]),
  );
}

function keyOf(provider: string, input: string): string {
  return `${provider} ${input}`;
}

/** The name of a person, also of one who left. */
export async function requireStaffName(db: Queries, nameOrId: string): Promise<string> {
  const row = await db
    .selectFrom('staff')
    .select('name')
    .where(({ eb, or }) => or([eb('id', '=', nameOrId), eb('name', '=', nameOrId)]))
    .executeTakeFirst();
  if (row !== undefined) return row.name;
  throw new Refusal('not_found', `Nobody on the staff has the id or name "${nameOrId}".`);
}
