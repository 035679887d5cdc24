// Reads what the page of one change shows, on the reading thread.

import type { Signature } from '@rf-indicators/contract';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { analysisOfChanges } from '@rf-indicators/core/desk/served/analysis';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import type { Queries } from '@rf-indicators/core/store/store';
import type { Answer, Parameters, Reading } from '../../reading.ts';
import { shownChange } from '../changelog/read-changelog.ts';
import { periodAround } from '../changelog/steps-around.ts';
import type { Change } from '../provider/known.ts';
import { type ChangeProof, DAYS_IN_HISTORY, type KnownChange } from './known-change.ts';
import { changePage } from './page.ts';

const LATER_SHOWN = 5;

export async function readChangePage(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, site } = reading;
  const row = await db
    .selectFrom('changelog')
    .selectAll()
    .where('id', '=', String(parameters.id))
    .executeTakeFirst();
  if (row === undefined) return { problem: 'not_found' };
  const change = shownChange(row);
  const { provider_id: id, verification_id } = change;
  const now = Math.floor(reading.clock());
  const { since, until } = periodAround(change, DAYS_IN_HISTORY);
  const [earlier] = (await readChangelog(db, { limit: 1, before: change.seq, providerId: id })).rows;
  const known: KnownChange = {
    change,
    provider: await findProvider(db, id),
    steps: (await readSteps(db, [id], since, Math.min(until, now + 1))).get(id) ?? [],
    analysis: (await analysisOfChanges(db, [row])).get(row.id)!,
    proof: await readProof(db, verification_id),
    earlier: earlier === undefined ? null : shownChange(earlier),
    later: (await laterChanges(db, change, LATER_SHOWN)).map(shownChange),
    correction: await correctionOf(db, change),
    withdrawal: await withdrawalOf(db, change),
  };
  return {
    content: changePage(site, known, now).text,
    lastModified: now,
    mediaType: 'text/html; charset=utf-8',
  };
}

async function readProof(db: Queries, verificationId: string): Promise<ChangeProof> {
  const row = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .select(['indicators.signature', 'indicators.log_index', 'indicators.published_at'])
    .select(['indicators.supersedes', 'indicators.corrects'])
    .select(['checkpoints.note', 'checkpoints.tree_size'])
    .where('indicators.verification_id', '=', verificationId)
    .executeTakeFirstOrThrow();
  return {
    verificationId,
    publishedAt: row.published_at,
    index: row.log_index,
    keyId: (JSON.parse(row.signature) as Signature).key_id,
    checkpoint: row.note,
    treeSize: row.tree_size,
    replaces: row.supersedes,
    corrects: row.corrects,
  };
}

function laterChanges(db: Queries, { provider_id, seq }: Change, limit: number): Promise<Change[]> {
  return db
    .selectFrom('changelog')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** An indicator is corrected at most once; a wrong correction is corrected itself. */
async function correctionOf(
  db: Queries,
  { provider_id, seq, verification_id }: Change,
): Promise<Change | null> {
  const row = await db
    .selectFrom('indicators')
    .innerJoin('changelog', 'changelog.verification_id', 'indicators.verification_id')
    .selectAll('changelog')
    .where('indicators.corrects', '=', verification_id)
    .where('changelog.provider_id', '=', provider_id)
    .where('changelog.kind', '=', 'correction')
    .where('changelog.seq', '>', seq)
    .executeTakeFirst();
  return row === undefined ? null : shownChange(row);
}

async function withdrawalOf(
  db: Queries,
  { kind, verification_id }: Change,
): Promise<KnownChange['withdrawal']> {
  if (kind === 'withdrawal') return null;
  const row = await db
    .selectFrom('withdrawals')
    .select(['withdrawn_at', 'reason'])
    .where('verification_id', '=', verification_id)
    .executeTakeFirst();
  return row === undefined ? null : { at: row.withdrawn_at, reason: row.reason };
}
