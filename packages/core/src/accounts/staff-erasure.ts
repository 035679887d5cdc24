// Erases the name of a person who left the staff, which takes two people. Their id stays in the records of what they did.

import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { type ErasedText, erasedName, eraseInAudit, eraseInJson } from '../context/erasure.ts';
import { Refusal } from '../context/refusal.ts';
import { declareRedaction } from '../store/records/chained-work.ts';
import type { Queries, Writes } from '../store/store.ts';
import { approvalNote, type People } from './requests.ts';
import { listStaff, type StaffMember } from './staff.ts';

/** A person who left the staff and whose name is not erased yet. */
export async function erasableStaff(db: Queries | Writes, idOrName: string): Promise<StaffMember> {
  const matching = (await listStaff(db)).filter(({ id, name }) => id === idOrName || name === idOrName);
  const [person, another] = matching.filter(({ retired_at }) => retired_at !== null);
  if (another !== undefined) {
    throw new Refusal(
      'conflict',
      `Several people who left the staff were called ${idOrName}. Give the id, from rf staff list --all.`,
    );
  }
  if (person === undefined) {
    const [present] = matching;
    if (present === undefined)
      throw new Refusal('not_found', `Nobody has or had the id or name "${idOrName}" on the staff.`);
    const first =
      present.status === 'invited'
        ? `Withdraw the invitation first: rf staff withdraw-invitation "${present.name}"`
        : `Retire them first: rf staff retire "${present.name}"`;
    throw new Refusal('conflict', `${present.name} is on the staff. ${first}`);
  }
  if (person.name !== erasedName(person.id)) return person;
  throw new Refusal('conflict', 'The name of this person is already erased.');
}

export async function eraseStaff(
  context: Context,
  writes: Writes,
  people: People,
  idOrName: string,
): Promise<void> {
  const { id, name } = await erasableStaff(writes, idOrName);
  declareRedaction(writes, { act: 'staff.erase', by: people.requester.id });
  const subject = `staff/${id}`;
  const erased = { text: name, by: erasedName(id) };
  await writes.updateTable('staff').set({ name: erased.by }).where('id', '=', id).execute();
  const about = { ...erased, members: ['name', 'person'] };
  const places = [
    await eraseInAudit(writes, { subject }, about),
    await eraseInRequests(writes, { subject }, about),
  ];
  if (!(await isNameOfAnother(writes, id, name))) places.push(...(await eraseBareNames(writes, erased)));
  const records = places.reduce((sum, count) => sum + count, 0);
  const after = { records, ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'staff.erased', subject, null, after);
}

/** Records that have the name of a person, but not the id, are not changed if they can be about another person. */
async function isNameOfAnother(writes: Writes, id: string, name: string): Promise<boolean> {
  const other = await writes
    .selectFrom('staff')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}

async function eraseBareNames(writes: Writes, erased: Omit<ErasedText, 'members'>): Promise<number[]> {
  return [
    await eraseInAudit(writes, { actions: ['due.assigned'] }, { ...erased, members: ['assignee'] }),
    await eraseInAudit(writes, { actions: ['run.approve'] }, { ...erased, members: ['person'] }),
    await eraseInAudit(writes, { actions: ['request.made'] }, { ...erased, members: ['officer'] }),
    await eraseInRequests(writes, { kind: 'officer_keys.enrol' }, { ...erased, members: ['officer'] }),
    await eraseInVotes(writes, { ...erased, members: ['person'] }),
  ];
}

async function eraseInRequests(
  writes: Writes,
  { subject, kind }: { subject?: string; kind?: string },
  erased: ErasedText,
): Promise<number> {
  let query = writes.selectFrom('requests').select(['id', 'content']);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  let changed = 0;
  for (const { id, content: before } of await query.execute()) {
    const content = eraseInJson(before, erased);
    if (content === before) continue;
    await writes.updateTable('requests').set({ content }).where('id', '=', id).execute();
    changed += 1;
  }
  return changed;
}

async function eraseInVotes(writes: Writes, erased: ErasedText): Promise<number> {
  const rows = await writes
    .selectFrom('run_approvals')
    .select(['run_id', 'approved_by', 'votes'])
    .where('votes', '<>', '[]')
    .execute();
  let changed = 0;
  for (const { run_id, approved_by, votes: before } of rows) {
    const votes = eraseInJson(before, erased);
    if (votes === before) continue;
    await writes
      .updateTable('run_approvals')
      .set({ votes })
      .where('run_id', '=', run_id)
      .where('approved_by', '=', approved_by)
      .execute();
    changed += 1;
  }
  return changed;
}
