// Claim codes, which operators give to a customer's Contract Admin. A code can be used once, within 14 days, and only
// its hash is stored.

import type { Context } from '../context/context.ts';
import { createToken } from '../secrets/tokens.ts';
import type { Writes } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
const CODE_DAYS = 14;

export interface ClaimCode {
  /** Shown once. */
  code: string;
  expires_at: number;
}

/** Expires all earlier codes of the workspace, so that only the newest can be used. */
export async function writeClaimCode(
  context: Context,
  writes: Writes,
  workspaceId: string,
): Promise<ClaimCode> {
  const now = context.clock();
  await writes
    .updateTable('claims')
    .set({ expires_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .execute();
  const { token, hash } = createToken('rf_claim_');
  const expires_at = now + CODE_DAYS * DAY;
  await writes
    .insertInto('claims')
    .values({
      code_hash: hash,
      workspace_id: workspaceId,
      created_at: now,
      expires_at,
      claimed_at: null,
      claimed_by: null,
    })
    .execute();
  return { code: token, expires_at };
}

/** When the Contract Admin claimed the workspace; null if nobody has. */
export async function claimedAt(writes: Writes, workspaceId: string): Promise<number | null> {
  const claim = await writes
    .selectFrom('claims')
    .select('claimed_at')
    .where('workspace_id', '=', workspaceId)
    .where('claimed_at', 'is not', null)
    .executeTakeFirst();
  return claim?.claimed_at ?? null;
}
