// Rotates the signing secret of a workspace. For 24 hours both secrets sign, so that receivers can switch in that time.

import { actingMember, type Member } from '../accounts/members.ts';
import { createSigningSecret, newestSecret, showSigningSecret } from '../accounts/signing-secret.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Writes } from '../store/store.ts';

export const OVERLAP_MS = 24 * 60 * 60 * 1000;

export interface RotatedSecret {
  /** Shown once. */
  secret: string;
  /** Until then, x-rf-signature uses the old secret. */
  overlap_ends_at: number;
}

export function rotateSigningSecret(
  context: Context,
  member: Member,
  masterKey: MasterKey,
): Promise<RotatedSecret> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'workspaces.rotate_secret');
    const now = context.clock();
    if ((await retiring(writes, workspace.id, now)) !== undefined) {
      throw new Refusal(
        'conflict',
        'A rotation is already in progress, with two secrets. End it first with rf workspaces rotate-secret --end-overlap.',
      );
    }
    const { version } = await newestSecret(writes, workspace.id);
    const overlap_ends_at = now + OVERLAP_MS;
    await setRetirement(writes, workspace.id, version, overlap_ends_at);
    await createSigningSecret(context, writes, masterKey, workspace.id, version + 1);
    const secret = await showSigningSecret(context, writes, masterKey, workspace.id);
    const after = { version: version + 1, overlap_ends_at };
    await recordAct(
      context,
      writes,
      member,
      'workspace.secret_rotated',
      subjectOf(workspace),
      { version },
      after,
    );
    return { secret, overlap_ends_at };
  });
}

/** From now on, only the new secret signs. */
export function endSecretOverlap(context: Context, member: Member): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'workspaces.end_secret_overlap');
    const now = context.clock();
    const old = await retiring(writes, workspace.id, now);
    if (old === undefined) throw new Refusal('conflict', 'No rotation is in progress.');
    await setRetirement(writes, workspace.id, old.version, now);
    const before = { version: old.version, overlap_ends_at: old.retires_at };
    const after = { version: old.version + 1, overlap_ends_at: now };
    await recordAct(
      context,
      writes,
      member,
      'workspace.secret_overlap_ended',
      subjectOf(workspace),
      before,
      after,
    );
  });
}

function retiring(writes: Writes, workspaceId: string, now: number) {
  return writes
    .selectFrom('workspace_secrets')
    .select(['version', 'retires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('retires_at', '>', now)
    .executeTakeFirst();
}

async function setRetirement(
  writes: Writes,
  workspaceId: string,
  version: number,
  retires_at: number,
): Promise<void> {
  await writes
    .updateTable('workspace_secrets')
    .set({ retires_at })
    .where('workspace_id', '=', workspaceId)
    .where('version', '=', version)
    .execute();
}
