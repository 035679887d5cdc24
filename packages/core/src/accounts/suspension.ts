// Suspends and resumes a workspace. A suspension stops all its keys, agent tools and webhook deliveries and refuses the
// changes of its members. Unlike a revocation it can be undone.

import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readReason } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { inPortions } from '../store/bulk.ts';
import { requireWorkspace, subjectOf, type Workspace } from './workspaces.ts';

/** The reason is on record for operators; callers and members only learn that the workspace is suspended. */
export async function suspendWorkspace(
  context: Context,
  actor: Actor,
  idOrName: string,
  given: string,
): Promise<Workspace> {
  const suspended_reason = readReason(given);
  return actAs(context, actor, 'workspaces.suspend', async (writes) => {
    const workspace = await requireWorkspace(writes, idOrName);
    if (workspace.suspended_at !== null) {
      throw new Refusal('conflict', `${workspace.name} is already suspended.`);
    }
    const after = { suspended_at: context.clock(), suspended_reason };
    await writes.updateTable('workspaces').set(after).where('id', '=', workspace.id).execute();
    const members = await writes
      .selectFrom('members')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .execute();
    const people = members.map(({ id }) => `members/${id}`);
    for (const portion of inPortions(people))
      await writes.deleteFrom('user_sessions').where('acting_as', 'in', portion).execute();
    await recordAct(context, writes, actor, 'workspace.suspended', subjectOf(workspace), null, after);
    return { ...workspace, ...after };
  });
}

export async function resumeWorkspace(
  context: Context,
  actor: Actor,
  idOrName: string,
  given?: string,
): Promise<Workspace> {
  const reason = given === undefined ? null : readReason(given);
  return actAs(context, actor, 'workspaces.resume', async (writes) => {
    const workspace = await requireWorkspace(writes, idOrName);
    const { id, name, suspended_at, suspended_reason } = workspace;
    if (suspended_at === null) throw new Refusal('conflict', `${name} is not suspended.`);
    const after = { suspended_at: null, suspended_reason: null };
    await writes.updateTable('workspaces').set(after).where('id', '=', id).execute();
    // No attempt was made during the suspension, so it must not count as days of uninterrupted failures.
    await writes
      .updateTable('webhook_endpoints')
      .set({ failing_since: null })
      .where('workspace_id', '=', id)
      .execute();
    const before = { suspended_at, suspended_reason };
    await recordAct(context, writes, actor, 'workspace.resumed', subjectOf(workspace), before, { reason });
    return { ...workspace, ...after };
  });
}

/** Members of a suspended workspace can read, but not change anything. */
export function requireNotSuspended({ name, suspended_at }: Workspace): void {
  if (suspended_at === null) return;
  throw new Refusal(
    'workspace_suspended',
    `The workspace ${name} is suspended. You can read, but not change anything. Ask the operator of the service.`,
  );
}
