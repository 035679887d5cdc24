// Reads of what proves an indicator: its signed statement, the confirmation of a run, and its computation.

import type { Confirmation, Verification } from '@rf-indicators/contract';
import { publicVoters } from '@rf-indicators/core/desk/committee/public-voters';
import { computationAnswer } from '@rf-indicators/core/desk/publication/computation';
import { staleSinceOf } from '@rf-indicators/core/desk/served/stale-since';
import { instant, instantOrNull } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { cosignedNote } from '@rf-indicators/core/log/cosignatures';
import { inclusionProof } from '@rf-indicators/core/log/store';
import type { Queries } from '@rf-indicators/core/store/store';
import {
  changedAt,
  publishedBy,
  publishedIndicators,
  stalenessOf,
  stateOf,
} from '../../rendering/published-indicators.ts';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';
import { attachedTo } from './attachments.ts';

export async function verifyIndicator(
  { db, baseUrl, disclosure }: Reading,
  { verification_id }: Parameters,
): Promise<Answer> {
  const id = String(verification_id);
  const row = await publishedIndicators(db)
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .select(['publications.tree_size', 'checkpoints.note'])
    .where('indicators.verification_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) {
    return {
      problem: 'indicator_not_found',
      detail: `No indicator with the verification id ${id} has been published.`,
    };
  }
  const now = await servedNow(db, row);
  const cosigned = await cosignedNote(db, row.tree_size, row.note);
  const { changedAt: attachedAt, ...attached } = await attachedTo(db, {
    ...row,
    endedAt: row.withdrawn_at ?? row.superseded_at,
    isServed: now.isServed,
  });
  const { voters, changedAt: chosenAt } = await publicVoters(db, id);
  const verification: Verification = {
    verification_id: id,
    state: stateOf(row),
    published_at: instant(row.published_at),
    statement: JSON.parse(row.statement),
    signature: JSON.parse(row.signature),
    log: {
      index: row.log_index,
      tree_size: row.tree_size,
      inclusion_proof: await inclusionProof(db, row.log_index, row.tree_size),
      checkpoint: cosigned.note,
    },
    followed_by: {
      superseded_by: row.superseded_by,
      corrected_by: row.corrected_by,
      withdrawal:
        row.withdrawn_at === null
          ? null
          : { withdrawn_at: instant(row.withdrawn_at), reason: row.withdrawn_reason! },
      renewed_by: now.renewedBy,
      current: now.current,
    },
    stale: now.staleSince !== null,
    stale_since: instantOrNull(now.staleSince),
    stale_reason: now.staleReason,
    ...attached,
    voters,
    verify_url: `${baseUrl}/verify`,
    limitations_disclosure: disclosure,
  };
  return {
    content: JSON.stringify(verification),
    lastModified: Math.max(changedAt(row), now.changedAt, cosigned.changedAt, attachedAt, chosenAt),
  };
}

interface ServedNow {
  /** Whether the indicator is the current one, or the current one renews it. */
  isServed: boolean;
  current: string | null;
  renewedBy: string | null;
  staleSince: number | null;
  staleReason: string | null;
  /** When the current indicator was published or its stale mark last changed. */
  changedAt: number;
}

/** What is served for the provider now, and what that means for the given indicator. */
async function servedNow(
  db: Queries,
  { verification_id, provider_id, renews }: Pick<Row, 'verification_id' | 'provider_id' | 'renews'>,
): Promise<ServedNow> {
  const current = await publishedBy(db, provider_id)
    .where('provider_states.verification_id', 'is not', null)
    .executeTakeFirst();
  if (current === undefined) {
    return {
      isServed: false,
      current: null,
      renewedBy: null,
      staleSince: null,
      staleReason: null,
      changedAt: 0,
    };
  }
  const id = current.verification_id;
  // Renewals of the same indicator follow each other without anything in between.
  const isRenewed =
    id !== verification_id && current.renews !== null && current.renews === (renews ?? verification_id);
  const isServed = id === verification_id || isRenewed;
  return {
    isServed,
    current: id,
    renewedBy: isRenewed ? id : null,
    staleSince: isServed ? await staleSinceOf(db, id, current.stale_since) : null,
    staleReason: isServed ? stalenessOf(current).stale_reason : null,
    changedAt: changedAt(current),
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof publishedBy>['executeTakeFirstOrThrow']>>;

export async function getConfirmation({ db, disclosure }: Reading, { run }: Parameters): Promise<Answer> {
  const row = await db
    .selectFrom('confirmations')
    .innerJoin('publications', 'publications.id', 'confirmations.publication_id')
    .innerJoin('checkpoints', 'checkpoints.tree_size', 'publications.tree_size')
    .selectAll('confirmations')
    .select(['publications.published_at', 'publications.tree_size', 'checkpoints.note'])
    .where('confirmations.run_id', '=', String(run))
    .executeTakeFirst();
  if (row === undefined) {
    return { problem: 'not_found', detail: `There is no confirmation by a run with the id ${run}.` };
  }
  const cosigned = await cosignedNote(db, row.tree_size, row.note);
  const confirmation: Confirmation = {
    data: {
      record: JSON.parse(row.record),
      signature: JSON.parse(row.signature),
      verification_ids: JSON.parse(row.verification_ids),
      log: {
        index: row.log_index,
        tree_size: row.tree_size,
        inclusion_proof: await inclusionProof(db, row.log_index, row.tree_size),
        checkpoint: cosigned.note,
      },
    },
    limitations_disclosure: disclosure,
  };
  return {
    content: JSON.stringify(confirmation),
    lastModified: Math.max(row.published_at, cosigned.changedAt),
  };
}

export async function getComputation({ db, disclosure }: Reading, { id }: Parameters): Promise<Answer> {
  const answer = await computationAnswer(db, String(id), disclosure);
  if (answer === null) {
    return {
      problem: 'indicator_not_found',
      detail: `No indicator with the verification id ${id} has been published.`,
    };
  }
  const { log, published_at } = answer.data;
  const { changedAt } = await cosignedNote(db, log!.tree_size, '');
  return {
    content: JSON.stringify(answer),
    lastModified: Math.max(Date.parse(published_at!), changedAt),
  };
}
