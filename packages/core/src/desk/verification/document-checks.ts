// Compares the bytes of documents with their SHA-256.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Finding } from '../../log/findings.ts';
import type { Queries } from '../../store/store.ts';
import type { Keys } from './material.ts';

const DOCUMENTS_AT_ONCE = 200;
/** A document can have 10 MiB. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export async function checkDocuments(db: Queries, keys: Keys): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let last: string | null = null; ; ) {
    let query = db
      .selectFrom('documents')
      .select(['sha256', sql<number>`length(bytes)`.as('size')])
      .orderBy('sha256')
      .limit(DOCUMENTS_AT_ONCE);
    if (last !== null) query = query.where('sha256', '>', last);
    if ('from' in keys) {
      if (keys.from !== null) query = query.where('sha256', '>=', keys.from);
      if (keys.before !== null) query = query.where('sha256', '<', keys.before);
    } else query = query.where('sha256', 'in', keys);
    const documents = await query.execute();
    for (const portion of portionsBySize(documents)) {
      const rows = await db
        .selectFrom('documents')
        .select(['sha256', 'bytes'])
        .where('sha256', 'in', portion)
        .orderBy('sha256')
        .execute();
      for (const { sha256, bytes } of rows)
        if (createHash('sha256').update(bytes).digest('hex') !== sha256)
          found.push({
            record: `documents ${sha256}`,
            problem: 'has other bytes than those that were stored',
          });
    }
    if (documents.length < DOCUMENTS_AT_ONCE) return found;
    last = documents.at(-1)!.sha256;
  }
}

function* portionsBySize(documents: readonly { sha256: string; size: number }[]): Generator<string[]> {
  let portion: string[] = [];
  let bytes = 0;
  for (const { sha256, size } of documents) {
    if (portion.length > 0 && bytes + size > BYTES_AT_ONCE) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(sha256);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}
