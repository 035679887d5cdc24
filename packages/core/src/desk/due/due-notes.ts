// Who looks after an input that is due, and a note about it. Both stay until somebody changes them.

import type { DomainInputOf } from '@rf-indicators/contract/acts';
import { staffNamed } from '../../accounts/staff.ts';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { isInputId } from '../facts/input-values.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import { requireProvider } from '../providers/providers.ts';

type DueAssignment = DomainInputOf<'due.assign'>;

interface DueNote {
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
  const known = await noteRows(writes)
    .where('provider_id', '=', provider_id)
    .where('input_id', '=', input_id)
    .executeTakeFirst();
  const before: DueNote | null = known ? { assignee: known.name, note: known.note || null } : null;
  const note = given.note ?? known?.note ?? '';
  const set = { assignee: assignee?.id ?? null, note, set_by: actor.id, set_at: context.clock() };
  await writes
    .insertInto('due_notes')
    .values({ provider_id, input_id, ...set })
    .onConflict((conflict) => conflict.columns(['provider_id', 'input_id']).doUpdateSet(set))
    .execute();
  const after: DueNote = { assignee: assignee?.name ?? null, note: note || null };
  const subject = `provider/${provider_id}/${input_id}`;
  await recordAct(context, writes, actor, 'due.assigned', subject, before, after);
}

function noteRows(writes: Writes) {
  return writes
    .selectFrom('due_notes')
    .leftJoin('staff', 'staff.id', 'due_notes.assignee')
    .select(['provider_id', 'input_id', 'due_notes.assignee', 'staff.name', 'note']);
}
