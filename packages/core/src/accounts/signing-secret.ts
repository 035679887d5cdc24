// The secret that signs a workspace's webhooks. It is sealed under the master key, because the service needs its
// text again to sign; to its workspace it is shown once.

import { randomBytes } from 'node:crypto';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';

const SECRET_BYTES = 32;

/** Bound to the workspace: the secret of one cannot be passed off as another's. */
export function sealPurpose(workspaceId: string): string {
  return `signing secret of workspace ${workspaceId}`;
}

/** Version 1 comes with the workspace; a rotation makes the next. */
export async function createSigningSecret(
  context: Context,
  writes: Writes,
  masterKey: MasterKey,
  workspaceId: string,
  version = 1,
): Promise<void> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed_secret = masterKey.seal(secret, sealPurpose(workspaceId));
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

/** For the eyes of the Contract Admin: once, and never again. */
export async function showSigningSecret(
  context: Context,
  writes: Writes,
  masterKey: MasterKey,
  workspaceId: string,
): Promise<string> {
  const { version, sealed_secret, shown_at } = await newestSecret(writes, workspaceId);
  if (shown_at !== null)
    throw new Refusal('conflict', 'The signing secret has already been shown; it is shown only once.');
  await writes
    .updateTable('workspace_secrets')
    .set({ shown_at: context.clock() })
    .where('workspace_id', '=', workspaceId)
    .where('version', '=', version)
    .execute();
  return masterKey.open(sealed_secret, sealPurpose(workspaceId));
}

/** For the service's own use. */
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
