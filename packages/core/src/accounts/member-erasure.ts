// Erases the name of a person who was removed from a workspace, and from where they accepted terms. Their id stays in the
// records of what they did.

import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { ERASED, erasedName, eraseInAudit } from '../context/erasure.ts';
import { Refusal } from '../context/refusal.ts';
import { declareRedaction } from '../store/records/chained-work.ts';
import type { Writes } from '../store/store.ts';
import { type ListedMember, listMembers } from './member-list.ts';
import { subjectOf } from './members.ts';
import { requireWorkspace, subjectOf as subjectOfWorkspace } from './workspaces.ts';

/** Returns the name that the person has from now on. */
export function eraseMember(
  context: Context,
  given: Actor,
  workspaceNamed: string,
  idOrName: string,
): Promise<string> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'members.erase');
    const workspace = await requireWorkspace(writes, workspaceNamed);
    const { id, name } = await erasableMember(writes, workspace, idOrName);
    declareRedaction(writes, { act: 'members.erase', by: actor.id });
    const by = erasedName(id);
    await writes.updateTable('members').set({ name: by }).where('id', '=', id).execute();
    await writes
      .updateTable('terms_acceptances')
      .set({ accepted_from: ERASED })
      .where('accepted_by', '=', id)
      .execute();
    await writes
      .updateTable('terms_acceptances')
      .set({ typed_name: ERASED })
      .where('accepted_by', '=', id)
      .where('typed_name', 'is not', null)
      .execute();
    const subject = subjectOf({ id });
    const erased = { members: ['name'], text: name, by };
    const own = { subject: subjectOfWorkspace(workspace), actor: id };
    const from = { members: ['accepted_from', 'typed_name'], text: null, by: ERASED };
    const records =
      (await eraseInAudit(writes, { subject }, erased)) +
      (await eraseInAudit(writes, { ...own, actions: ['workspace.claimed'] }, erased)) +
      (await eraseInAudit(writes, { ...own, actions: ['terms.accepted'] }, from));
    const after = { workspace: workspace.id, records };
    await recordAct(context, writes, actor, 'member.erased', subject, null, after);
    return by;
  });
}

async function erasableMember(
  writes: Writes,
  workspace: { id: string; name: string },
  idOrName: string,
): Promise<ListedMember> {
  const everyone = await listMembers(writes, workspace.id);
  const matching = everyone.filter(({ id, name }) => id === idOrName || name === idOrName);
  const [person, another] = matching.filter(({ removed_at }) => removed_at !== null);
  if (another !== undefined) {
    throw new Refusal(
      'conflict',
      `Several people who left ${workspace.name} were called ${idOrName}. Give the id, from rf members list --all.`,
    );
  }
  if (person === undefined) {
    const [present] = matching;
    if (present === undefined) {
      throw new Refusal('not_found', `Nobody has or had the id or name "${idOrName}" in ${workspace.name}.`);
    }
    throw new Refusal(
      'conflict',
      `${present.name} is a member of ${workspace.name}. A contract_admin of the workspace must remove them first: ` +
        `rf members remove "${present.name}"`,
    );
  }
  if (person.name !== erasedName(person.id)) return person;
  throw new Refusal('conflict', 'The name of this person is already erased.');
}
