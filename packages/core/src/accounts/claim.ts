// Claiming a workspace: an operator issues a code, and the customer's Contract Admin claims the workspace with it. From
// then on the customer adds its own members, and operators cannot act for them.

import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { wholeTable } from '../store/records/proved.ts';
import type { Writes } from '../store/store.ts';
import { type Member, writeMember } from './members.ts';
import { type IssuedCode, issueCode, redeemCode } from './one-time-codes.ts';
import { showSigningSecret } from './signing-secret.ts';
import { requireNotSuspended } from './suspension.ts';
import { requireWorkspace, subjectOf } from './workspaces.ts';

export interface Claimed {
  member: Member;
  /** Shown once. */
  token: string;
  /** Shown once. */
  signingSecret: string;
}

/** For a code that was lost or has expired. Earlier codes can no longer be used. */
export function issueClaimCode(context: Context, actor: Actor, idOrName: string): Promise<IssuedCode> {
  return actAs(context, actor, 'workspaces.issue_claim_code', async (writes) => {
    const workspace = await requireWorkspace(writes, idOrName);
    if ((await claimedAt(writes, workspace.id)) !== null) {
      throw new Refusal(
        'conflict',
        `${workspace.name} has already been claimed. Its contract_admin can add other people.`,
      );
    }
    const columns = { created_at: context.clock() };
    const claim = await issueCode(context, writes, 'workspace', { workspace_id: workspace.id }, columns);
    const after = { claim_expires_at: claim.expires_at };
    await recordAct(context, writes, actor, 'workspace.claim_code_issued', subjectOf(workspace), null, after);
    return claim;
  });
}

/** The person who presents the code becomes the Contract Admin. */
export function claimWorkspace(
  context: Context,
  masterKey: MasterKey,
  { code, name }: { code: string; name: string },
): Promise<Claimed> {
  return context.store.transaction(async (writes) => {
    const { workspace_id: workspaceId, code_hash } = await redeemCode(context, writes, ['workspace'], code);
    const workspace = await requireWorkspace(writes, workspaceId);
    requireNotSuspended(workspace);
    const { id, token } = await writeMember(context, writes, workspaceId, { name, role: 'contract_admin' });
    await writes.updateTable('claims').set({ claimed_by: id }).where('code_hash', '=', code_hash).execute();
    const signingSecret = await showSigningSecret(context, writes, masterKey, workspaceId);
    const member: Member = { id, name: name.trim(), role: 'contract_admin', workspace };
    const after = { contract_admin: id, name: member.name };
    await recordAct(context, writes, member, 'workspace.claimed', subjectOf(workspace), null, after);
    return { member, token, signingSecret };
  });
}

/** When the Contract Admin claimed the workspace; null if nobody has. */
export async function claimedAt(writes: Writes, workspaceId: string): Promise<number | null> {
  // All of them: otherwise an operator who hides a claim could claim the workspace once more.
  const claims = await wholeTable(writes, 'claims', () => writes.selectFrom('claims').selectAll().execute());
  const claim = claims.find((row) => row.workspace_id === workspaceId && row.claimed_at !== null);
  return claim?.claimed_at ?? null;
}
