// The secret that signs a workspace's webhooks. It is encrypted under the master key rather than hashed, because the
// service needs it to sign. The workspace is shown it once.

import { randomBytes } from 'node:crypto';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';

const SECRET_BYTES = 32;

/** Binds the encrypted secret to its workspace, so that it cannot be used for another one. */
export function sealPurpose(workspaceId: string): string {
  return `signing secret of workspace ${workspaceId}`;
}

export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Version 1 is created with the workspace; each rotation creates the next version. */
export async function createSigningSecret(
  context: Context,
  writes: Writes,
  masterKey: MasterKey,
  workspaceId: string,
  version = 1,
): Promise<void> {
  const sealed_secret = masterKey.seal(newSigningSecret(), sealPurpose(workspaceId));
  await writes
    .insertInto('workspace_secrets')
    .values({
      workspace_id: workspaceId,
      version,
      sealed_secret,
      created_at: context.clock(),
      shown_at: null,
      retires_at: null,
    })
    .execute();
}

/** Shows the secret to the Contract Admin, only once. */
export async function showSigningSecret(
  context: Context,
  writes: Writes,
  masterKey: MasterKey,
  workspaceId: string,
): Promise<string> {
  const { version, sealed_secret, shown_at } = await newestSecret(writes, workspaceId);
  if (shown_at !== null)
    throw new Refusal(
      'conflict',
      'The signing secret has already been shown. It is shown only once. To get a new one, rotate the secret.',
    );
  await writes
    .updateTable('workspace_secrets')
    .set({ shown_at: context.clock() })
    .where('workspace_id', '=', workspaceId)
    .where('version', '=', version)
    .execute();
  return masterKey.open(sealed_secret, sealPurpose(workspaceId));
}

/** For signing and verifying within the service. */
export async function readSigningSecret(
  db: Queries | Writes,
  masterKey: MasterKey,
  workspaceId: string,
): Promise<string> {
  const { sealed_secret } = await newestSecret(db, workspaceId);
  return masterKey.open(sealed_secret, sealPurpose(workspaceId));
}

export function newestSecret(db: Queries | Writes, workspaceId: string) {
  return db
    .selectFrom('workspace_secrets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
