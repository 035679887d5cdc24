// Provides the current signing keys of workspaces. They are read from the store for every batch, so that a rotation
// takes effect immediately; decrypted secrets are cached.

import { sealPurpose } from '@rf-indicators/core/accounts/signing-secret';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Queries } from '@rf-indicators/core/store/store';
import { type SigningKey, type SigningKeys, signingKey } from './signature.ts';

const CACHED_KEYS = 10_000;

export class SigningKeyRing {
  readonly #masterKey: MasterKey;
  readonly #opened = new Map<string, SigningKey>();

  constructor(masterKey: MasterKey) {
    this.#masterKey = masterKey;
  }

  async keysOf(db: Queries, workspaceIds: readonly string[], now: number): Promise<Map<string, SigningKeys>> {
    const keys = new Map<string, SigningKey[]>();
    for (const portion of inPortions([...new Set(workspaceIds)])) {
      const rows = await db
        .selectFrom('workspace_secrets')
        .select(['workspace_id', 'sealed_secret'])
        .where('workspace_id', 'in', portion)
        .where(({ eb, or }) => or([eb('retires_at', 'is', null), eb('retires_at', '>', now)]))
        .orderBy('version')
        .execute();
      for (const { workspace_id, sealed_secret } of rows) {
        const known = keys.get(workspace_id) ?? [];
        known.push(this.#open(workspace_id, sealed_secret));
        keys.set(workspace_id, known);
      }
    }
    return keys as unknown as Map<string, SigningKeys>;
  }

  #open(workspaceId: string, sealed: string): SigningKey {
    const known = this.#opened.get(sealed);
    if (known !== undefined) return known;
    const opened = signingKey(this.#masterKey.open(sealed, sealPurpose(workspaceId)));
    if (this.#opened.size >= CACHED_KEYS) this.#opened.clear();
    this.#opened.set(sealed, opened);
    return opened;
  }
}
