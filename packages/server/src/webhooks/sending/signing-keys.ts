// Provides the current signing keys of endpoints: their own, or those of their workspaces. They are read from the store
// for every batch, so that a rotation takes effect immediately; decrypted secrets are cached.

import { sealPurpose } from '@rf-indicators/core/accounts/signing-secret';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Queries } from '@rf-indicators/core/store/store';
import { endpointSealPurpose } from '@rf-indicators/core/webhooks/endpoint-secrets';
import { type SigningKey, type SigningKeys, signingKey } from './signature.ts';

const CACHED_KEYS = 10_000;

export interface SignedEndpoint {
  endpointId: string;
  workspaceId: string;
}

interface SealedSecret {
  /** Null stands for the secret of the workspace. */
  sealed_secret: string | null;
}

export class SigningKeyRing {
  readonly #masterKey: MasterKey;
  readonly #opened = new Map<string, SigningKey>();

  constructor(masterKey: MasterKey) {
    this.#masterKey = masterKey;
  }

  /** By endpoint. */
  async keysOf(
    db: Queries,
    given: readonly SignedEndpoint[],
    now: number,
  ): Promise<Map<string, SigningKeys>> {
    const endpoints = new Map(given.map(({ endpointId, workspaceId }) => [endpointId, workspaceId]));
    const ofWorkspaces = await this.#workspaceKeys(db, [...new Set(endpoints.values())], now);
    const ofEndpoints = await endpointSecrets(db, [...endpoints.keys()], now);
    const keys = new Map<string, SigningKeys>();
    for (const [id, workspaceId] of endpoints) {
      const secrets = ofEndpoints.get(id) ?? [{ sealed_secret: null }];
      const all = secrets.flatMap(({ sealed_secret }) =>
        sealed_secret === null
          ? ofWorkspaces.get(workspaceId)!
          : [this.#open(sealed_secret, endpointSealPurpose(id))],
      );
      keys.set(id, all as unknown as SigningKeys);
    }
    return keys;
  }

  async #workspaceKeys(db: Queries, ids: readonly string[], now: number): Promise<Map<string, SigningKey[]>> {
    const keys = new Map<string, SigningKey[]>();
    for (const portion of inPortions(ids)) {
      const rows = await db
        .selectFrom('workspace_secrets')
        .select(['workspace_id', 'sealed_secret'])
        .where('workspace_id', 'in', portion)
        .where(({ eb, or }) => or([eb('retires_at', 'is', null), eb('retires_at', '>', now)]))
        .orderBy('version')
        .execute();
      for (const { workspace_id, sealed_secret } of rows) {
        const known = keys.get(workspace_id) ?? [];
        known.push(this.#open(sealed_secret, sealPurpose(workspace_id)));
        keys.set(workspace_id, known);
      }
    }
    return keys;
  }

  #open(sealed: string, purpose: string): SigningKey {
    const known = this.#opened.get(sealed);
    if (known !== undefined) return known;
    const opened = signingKey(this.#masterKey.open(sealed, purpose));
    if (this.#opened.size >= CACHED_KEYS) this.#opened.clear();
    this.#opened.set(sealed, opened);
    return opened;
  }
}

/** The secrets that sign now, oldest first. Endpoints that never had one of their own are not in the map. */
async function endpointSecrets(
  db: Queries,
  ids: readonly string[],
  now: number,
): Promise<Map<string, SealedSecret[]>> {
  const secrets = new Map<string, SealedSecret[]>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('endpoint_secrets')
      .select(['endpoint_id', 'sealed_secret'])
      .where('endpoint_id', 'in', portion)
      .where(({ eb, or }) => or([eb('retires_at', 'is', null), eb('retires_at', '>', now)]))
      .orderBy('version')
      .execute();
    for (const { endpoint_id, sealed_secret } of rows) {
      const known = secrets.get(endpoint_id) ?? [];
      known.push({ sealed_secret });
      secrets.set(endpoint_id, known);
    }
  }
  return secrets;
}
