// What a report needs to be checked without the page that it came from: the key that signed the statement, and the
// checkpoint of its publication.

import type { Signature } from '@rf-indicators/contract';
import { listSigningKeys } from '@rf-indicators/core/log/list-signing-keys';
import type { Queries } from '@rf-indicators/core/store/store';
import { fingerprintInGroups, keyFingerprint } from '@rf-indicators/engine';

export interface ReportProof {
  verificationId: string;
  asOf: number;
  /** The SHA-256 of the key that signed, to compare with one that the reader keeps. */
  keyFingerprint: string;
  /** The entry in the log, counted from 0. */
  index: number;
  /** As it was signed, without cosignatures, which come later. */
  checkpoint: string;
}

export async function readProof(db: Queries, verificationId: string): Promise<ReportProof> {
  const row = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .select(['indicators.signature', 'indicators.log_index', 'indicators.as_of'])
    .select('checkpoints.note')
    .where('indicators.verification_id', '=', verificationId)
    .executeTakeFirstOrThrow();
  return {
    verificationId,
    asOf: row.as_of,
    keyFingerprint: await fingerprintOf(db, (JSON.parse(row.signature) as Signature).key_id),
    index: row.log_index,
    checkpoint: row.note,
  };
}

async function fingerprintOf(db: Queries, keyId: string): Promise<string> {
  const key = (await listSigningKeys(db)).find((one) => one.key_id === keyId);
  if (key === undefined) throw new Error(`The store has no signing key ${keyId}.`);
  return fingerprintInGroups(await keyFingerprint(key.public_key));
}
