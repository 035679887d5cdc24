// Ends the sessions and invitations of people who may no longer act, in the transaction that takes their access away.

import type { Context } from '../context/context.ts';
import type { Writes } from '../store/store.ts';

export async function endSessionsAs(writes: Writes, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  await writes.deleteFrom('user_sessions').where('acting_as', 'in', people).execute();
}

/** The link of a person who was removed must not open a claim that nobody expects. */
export async function endInvitationsOf({ clock }: Context, writes: Writes, memberId: string): Promise<void> {
  await writes
    .updateTable('sign_in_invitations')
    .set({ ended_at: clock(), password: null })
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endSessionsOfWorkspace(writes: Writes, workspaceId: string): Promise<void> {
  const members = await writes
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  await endSessionsAs(
    writes,
    members.map(({ id }) => `members/${id}`),
  );
}
