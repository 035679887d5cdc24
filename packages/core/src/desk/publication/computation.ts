// Builds the computation answer of a published indicator from the store.

import { type ComputationAnswer, makeAnswer, type Signature, type Statement } from '@rf-indicators/engine';
import { instantText } from '../../context/times.ts';
import { cosignedNote } from '../../log/cosignatures.ts';
import { inclusionProof } from '../../log/store.ts';
import type { Queries } from '../../store/store.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { readPackage } from '../packages/read-packages.ts';

/** null if no indicator was published with this id. */
export async function computationAnswer(
  db: Queries,
  verificationId: string,
  limitationsDisclosure: string,
): Promise<ComputationAnswer | null> {
  const row = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .selectAll('indicators')
    .select(['publications.tree_size', 'checkpoints.note'])
    .where('indicators.verification_id', '=', verificationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { methodology } = await methodologyByDigest(db, row.methodology_digest);
  const packaged = {
    package: await readPackage(db, row.package_hash),
    package_hash: row.package_hash,
    verification_id: verificationId,
  };
  const publication = {
    published_at: instantText(row.published_at),
    statement: JSON.parse(row.statement) as Statement,
    signature: JSON.parse(row.signature) as Signature,
    log: {
      index: row.log_index,
      tree_size: row.tree_size,
      inclusion_proof: await inclusionProof(db, row.log_index, row.tree_size),
      checkpoint: (await cosignedNote(db, row.tree_size, row.note)).note,
    },
  };
  return makeAnswer(methodology, packaged, publication, limitationsDisclosure);
}
