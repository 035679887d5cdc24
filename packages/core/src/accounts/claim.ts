// Claiming a workspace: an operator issues a code, and the customer's Contract Admin claims the workspace with it. From
// then on the customer adds its own members, and operators cannot act for them.

import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import type { Writes } from '../store/store.ts';
import { type ClaimCode, claimedAt, writeClaimCode } from './claim-codes.ts';
import { type Member, writeMember } from './members.ts';
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
export async function issueClaimCode(context: Context, actor: Actor, idOrName: string): Promise<ClaimCode> {
  return actAs(context, actor, 'workspaces.issue_claim_code', async (writes) => {
    const workspace = await requireWorkspace(writes, idOrName);
    if ((await claimedAt(writes, workspace.id)) !== null) {
      throw new Refusal(
        'conflict',
        `${workspace.name} has already been claimed. Its contract_admin can add other people.`,
      );
    }
    const claim = await writeClaimCode(context, writes, workspace.id);
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
    const workspaceId = await requireUsableCode(context, writes, code);
    const workspace = await requireWorkspace(writes, workspaceId);
    requireNotSuspended(workspace);
    const { id, token } = await writeMember(context, writes, workspaceId, { name, role: 'contract_admin' });
    await writes
      .updateTable('claims')
      .set({ claimed_at: context.clock(), claimed_by: id })
      .where('code_hash', '=', hashToken(code))
      .execute();
    const signingSecret = await showSigningSecret(context, writes, masterKey, workspaceId);
    const member: Member = { id, name: name.trim(), role: 'contract_admin', workspace };
    const after = { contract_admin: id, name: member.name };
    await recordAct(context, writes, member, 'workspace.claimed', subjectOf(workspace), null, after);
    return { member, token, signingSecret };
  });
}

/** Returns the id of the workspace that the code can claim. */
async function requireUsableCode(context: Context, writes: Writes, code: string): Promise<string> {
  if (!isWellFormedToken('rf_claim_', code)) {
    throw new Refusal(
      'invalid_token',
      'This is not a claim code. Claim codes begin with rf_claim_ and have 47 characters.',
    );
  }
  const claim = await writes
    .selectFrom('claims')
    .select(['workspace_id', 'expires_at', 'claimed_at'])
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  if (claim === undefined) throw new Refusal('invalid_token', 'This claim code is unknown.');
  if (claim.claimed_at !== null) throw new Refusal('conflict', 'This claim code has already been used.');
  if (claim.expires_at > context.clock()) return claim.workspace_id;
  throw new Refusal(
    'invalid_token',
    'This claim code has expired, or another was issued in its place. An operator can issue a new one.',
  );
}
