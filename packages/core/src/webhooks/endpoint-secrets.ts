// Secrets of single endpoints. An endpoint can have one of its own instead of the secret of its workspace, so that one
// receiver cannot sign for another. Every change has an overlap of 24 hours, in which both secrets sign.

import { actingMember, type Member } from '../accounts/members.ts';
import { newSigningSecret } from '../accounts/signing-secret.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { type Endpoint, requireEndpoint, subjectOf } from './endpoints.ts';
import { OVERLAP_MS, type RotatedSecret } from './secret-rotation.ts';

type SecretRow = Database['endpoint_secrets'];

/** Binds the encrypted secret to its endpoint, so that it cannot be used for another one. */
export function endpointSealPurpose(endpointId: string): string {
  return `signing secret of endpoint ${endpointId}`;
}

/** Until the overlap ends, the secret of the workspace is the old one. */
export function giveEndpointSecret(
  context: Context,
  member: Member,
  masterKey: MasterKey,
  which: string,
): Promise<RotatedSecret> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.give_secret');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    if (endpoint.own_secret) {
      throw new Refusal(
        'conflict',
        `The endpoint already has a secret of its own. To replace it, run rf webhooks rotate-secret ${endpoint.id}.`,
      );
    }
    const secret = newSigningSecret();
    const sealed = masterKey.seal(secret, endpointSealPurpose(endpoint.id));
    const changed = await changeSecret(writes, endpoint, sealed, context.clock());
    const after = { version: changed.version, overlap_ends_at: changed.overlap_ends_at };
    await recordAct(context, writes, member, 'webhook.secret_given', subjectOf(endpoint), null, after);
    return { secret, overlap_ends_at: changed.overlap_ends_at };
  });
}

export function rotateEndpointSecret(
  context: Context,
  member: Member,
  masterKey: MasterKey,
  which: string,
): Promise<RotatedSecret> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.rotate_secret');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    requireOwnSecret(endpoint);
    const secret = newSigningSecret();
    const sealed = masterKey.seal(secret, endpointSealPurpose(endpoint.id));
    const { version, overlap_ends_at } = await changeSecret(writes, endpoint, sealed, context.clock());
    const subject = subjectOf(endpoint);
    const before = { version: version - 1 };
    const after = { version, overlap_ends_at };
    await recordAct(context, writes, member, 'webhook.secret_rotated', subject, before, after);
    return { secret, overlap_ends_at };
  });
}

/** The secret of the workspace signs again. Returns when the removed secret stops to sign. */
export function removeEndpointSecret(context: Context, member: Member, which: string): Promise<number> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.remove_secret');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    requireOwnSecret(endpoint);
    const { version, overlap_ends_at } = await changeSecret(writes, endpoint, null, context.clock());
    const subject = subjectOf(endpoint);
    const before = { version: version - 1 };
    await recordAct(context, writes, member, 'webhook.secret_removed', subject, before, { overlap_ends_at });
    return overlap_ends_at;
  });
}

/** From now on, only the new secret signs. */
export function endEndpointOverlap(context: Context, member: Member, which: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.end_secret_overlap');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    const now = context.clock();
    const old = (await secretsOf(writes, endpoint.id)).find((secret) => isRetiring(secret, now));
    if (old === undefined)
      throw new Refusal('conflict', 'No change of the secret of this endpoint is in progress.');
    await setRetirement(writes, old, now);
    const before = { version: old.version, overlap_ends_at: old.retires_at };
    const after = { version: old.version + 1, overlap_ends_at: now };
    const subject = subjectOf(endpoint);
    await recordAct(context, writes, member, 'webhook.secret_overlap_ended', subject, before, after);
  });
}

function requireOwnSecret({ id, own_secret }: Endpoint): void {
  if (own_secret) return;
  throw new Refusal(
    'conflict',
    `The endpoint has no secret of its own: the secret of the workspace signs. To give it one, run rf webhooks give-secret ${id}.`,
  );
}

/** `sealed` is the next secret; null for that of the workspace. */
async function changeSecret(
  writes: Writes,
  endpoint: Pick<Endpoint, 'id' | 'created_at'>,
  sealed: string | null,
  now: number,
): Promise<{ version: number; overlap_ends_at: number }> {
  const secrets = await secretsOf(writes, endpoint.id);
  if (secrets.some((secret) => isRetiring(secret, now))) {
    throw new Refusal(
      'conflict',
      `A change of the secret of this endpoint is already in progress, with two secrets. End it first with rf webhooks rotate-secret ${endpoint.id} --end-overlap.`,
    );
  }
  const overlap_ends_at = now + OVERLAP_MS;
  const common = { endpoint_id: endpoint.id };
  const newest = secrets.at(-1);
  if (newest !== undefined) await setRetirement(writes, newest, overlap_ends_at);
  else {
    const first = { version: 1, sealed_secret: null, created_at: endpoint.created_at };
    await writes
      .insertInto('endpoint_secrets')
      .values({ ...common, ...first, retires_at: overlap_ends_at })
      .execute();
  }
  const version = (newest?.version ?? 1) + 1;
  await writes
    .insertInto('endpoint_secrets')
    .values({ ...common, version, sealed_secret: sealed, created_at: now, retires_at: null })
    .execute();
  return { version, overlap_ends_at };
}

/** Oldest first. */
function secretsOf(writes: Writes, endpointId: string): Promise<SecretRow[]> {
  return writes
    .selectFrom('endpoint_secrets')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('version')
    .execute();
}

function isRetiring({ retires_at }: SecretRow, now: number): boolean {
  return retires_at !== null && retires_at > now;
}

async function setRetirement(writes: Writes, { endpoint_id, version }: SecretRow, at: number): Promise<void> {
  await writes
    .updateTable('endpoint_secrets')
    .set({ retires_at: at })
    .where('endpoint_id', '=', endpoint_id)
    .where('version', '=', version)
    .execute();
}
