// From a draft to the version that decides, and its end. Some activations take two people (second-person.ts).

import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readReason } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import type { Writes } from '../store/store.ts';
import { noBooks, type RequireBookInScope, requireBookOf } from './book-scope.ts';
import { type DescribedVersion, describeVersion } from './describe.ts';
import { changeVersion, recordOf, requireOpen } from './drafts.ts';
import { requireAnotherPerson, whySecondPerson } from './second-person.ts';
import { needsFourEyes } from './settings.ts';
import { activeRow, openRow, policyOf, type VersionRow } from './versions.ts';

/** Activates the draft at once if one person is enough. */
export function askForActivation(
  context: Context,
  member: Member,
  { name, digest }: { name: string; digest?: string | undefined },
  requireBook: RequireBookInScope = noBooks,
): Promise<DescribedVersion> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'policies.ask');
    const { workspace } = acting;
    const draft = await requireOpen(writes, workspace.id, name, digest);
    await requireBookOf(requireBook, writes, acting, policyOf(draft));
    if (draft.state === 'asked')
      throw new Refusal('conflict', `Version ${draft.version} of ${name} waits for a second person already.`);
    const asking = { asked_at: context.clock(), asked_by: member.id, refused_reason: null };
    if ((await whySecondPerson(writes, draft)) === null)
      return makeActive(context, writes, member, draft, { ...asking, activated_by: null });
    const asked = await changeVersion(writes, draft, { state: 'asked', ...asking });
    await recordAct(context, writes, member, 'policy.asked', subjectOf(workspace), null, recordOf(asked));
    return describeVersion(writes, asked);
  });
}

/** By the second person, who names the digest of what they read: a colleague may have saved and asked again meanwhile. */
export function activateAsked(
  context: Context,
  member: Member,
  { name, digest }: { name: string; digest: string },
  requireBook: RequireBookInScope = noBooks,
): Promise<DescribedVersion> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'policies.activate');
    const asked = await requireOpen(writes, acting.workspace.id, name, digest);
    if (asked.state !== 'asked')
      throw new Refusal('conflict', `Nobody has asked to activate version ${asked.version} of ${name}.`);
    requireAnotherPerson(member.id, asked);
    await requireBookOf(requireBook, writes, acting, policyOf(asked));
    return makeActive(context, writes, member, asked, { activated_by: member.id });
  });
}

async function makeActive(
  context: Context,
  writes: Writes,
  member: Member,
  draft: VersionRow,
  more: Partial<VersionRow>,
): Promise<DescribedVersion> {
  const now = context.clock();
  const before = await activeRow(writes, draft.workspace_id, draft.name);
  // First, because only one version of a name can be active.
  if (before !== undefined) await changeVersion(writes, before, { state: 'replaced', replaced_at: now });
  const active = await changeVersion(writes, draft, {
    ...{ state: 'active', is_shadow: 0, activated_at: now },
    ...more,
  });
  await recordAct(
    context,
    writes,
    member,
    'policy.activated',
    subjectOf({ id: draft.workspace_id }),
    before === undefined ? null : recordOf(before),
    { ...recordOf(active), saved_by: active.saved_by, asked_by: active.asked_by },
  );
  return describeVersion(writes, active);
}

/** Who asked can take it back in this way. */
export function refuseRequest(
  context: Context,
  member: Member,
  { name, reason: given }: { name: string; reason: string },
): Promise<DescribedVersion> {
  const reason = readReason(given);
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'policies.refuse');
    const { row, refused } = await requireRequest(writes, workspace.id, name);
    const changed = await changeVersion(
      writes,
      row,
      refused === 'stop'
        ? { stop_asked_by: null }
        : { state: 'draft', asked_at: null, asked_by: null, refused_reason: reason },
    );
    const after = { ...recordOf(changed), refused, reason };
    await recordAct(context, writes, member, 'policy.refused', subjectOf(workspace), recordOf(row), after);
    return describeVersion(writes, changed);
  });
}

async function requireRequest(
  writes: Writes,
  workspaceId: string,
  name: string,
): Promise<{ row: VersionRow; refused: 'activation' | 'stop' }> {
  const open = await openRow(writes, workspaceId, name);
  if (open?.state === 'asked') return { row: open, refused: 'activation' };
  const active = await activeRow(writes, workspaceId, name);
  if (active !== undefined && active.stop_asked_by !== null) return { row: active, refused: 'stop' };
  throw new Refusal('conflict', `Nobody has asked to activate or to stop a policy ${name}.`);
}

/** Where every activation takes two people, the first one asks. */
export function stopPolicy(
  context: Context,
  member: Member,
  { name }: { name: string },
): Promise<DescribedVersion> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'policies.stop');
    const active = await activeRow(writes, workspace.id, name);
    if (active === undefined) throw new Refusal('not_found', `No version of a policy ${name} is active.`);
    const asker = active.stop_asked_by;
    const needsSecond = await needsFourEyes(writes, workspace.id);
    if (needsSecond && asker === member.id)
      throw new Refusal('conflict', 'You asked for this stop. Another person must confirm it.');
    const isAsking = needsSecond && asker === null;
    const changed = await changeVersion(writes, active, {
      ...{ stop_asked_by: asker ?? member.id },
      ...(isAsking ? {} : { state: 'stopped', replaced_at: context.clock() }),
    });
    const action = isAsking ? 'policy.stop_asked' : 'policy.stopped';
    await recordAct(
      context,
      writes,
      member,
      action,
      subjectOf(workspace),
      recordOf(active),
      recordOf(changed),
    );
    return describeVersion(writes, changed);
  });
}
