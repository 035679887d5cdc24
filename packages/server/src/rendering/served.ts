// Reads indicators with everything that is served about them: figures, provider data, staleness and corrections.

import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';

export interface ServedIndicator {
  providerId: string;
  slug: string;
  name: string;
  subtype: string;
  yieldMin: string;
  yieldMax: string;
  verificationId: string;
  packageHash: string;
  methodologyDigest: string;
  asOf: number;
  publishedAt: number;
  finalScore: number;
  riskBand: string;
  verifiedAt: number;
  staleReason: string | null;
  correctedBy: string | null;
  previous: { verificationId: string; finalScore: number; riskBand: string } | null;
  /** When any of the members above last changed. */
  changedAt: number;
}

const COLUMNS = [
  'indicators.provider_id',
  'indicators.verification_id',
  'indicators.package_hash',
  'indicators.methodology_digest',
  'indicators.as_of',
  'indicators.published_at',
  'indicators.final_score',
  'indicators.risk_band',
  'providers.slug',
  'provider_versions.name',
  'provider_versions.subtype',
  'provider_versions.yield_min',
  'provider_versions.yield_max',
  'provider_versions.recorded_at',
  'previous.verification_id as previous_id',
  'previous.final_score as previous_score',
  'previous.risk_band as previous_band',
  'correction.verification_id as corrected_by',
  'correction.published_at as corrected_at',
] as const;

function published(db: Queries) {
  return db
    .selectFrom('indicators')
    .innerJoin('providers', 'providers.id', 'indicators.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'indicators.provider_id')
    .leftJoin('indicators as previous', 'previous.verification_id', 'indicators.supersedes')
    .leftJoin('indicators as correction', 'correction.corrects', 'indicators.verification_id');
}

/** The current indicators of all providers, or of the given ones. */
export async function currentIndicators(
  db: Queries,
  providerIds?: readonly string[],
): Promise<ServedIndicator[]> {
  let query = published(db)
    .innerJoin('provider_states', 'provider_states.verification_id', 'indicators.verification_id')
    .select(COLUMNS)
    .select(['provider_states.verified_at', 'provider_states.stale_since', 'provider_states.stale_reason'])
    .select(({ selectFrom }) =>
      selectFrom('stale_marks')
        .select(({ fn }) => fn.max('stale_marks.marked_at').as('at'))
        .whereRef('stale_marks.verification_id', '=', 'indicators.verification_id')
        .as('marked_at'),
    )
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = indicators.provider_id)`,
    );
  if (providerIds) query = query.where('indicators.provider_id', 'in', [...providerIds]);
  return (await query.execute()).map(asServed);
}

/** The indicators that were current at the given time, of all providers or of one. */
export async function indicatorsAsOf(
  db: Queries,
  instant: number,
  providerId?: string,
): Promise<ServedIndicator[]> {
  // A correction counts only if it superseded the current indicator, not if it corrected an older one.
  let query = published(db)
    .select(COLUMNS)
    .where('indicators.published_at', '<=', instant)
    .where(
      'indicators.log_index',
      '=',
      sql<number>`(select max(i.log_index) from indicators i where i.provider_id = indicators.provider_id
        and i.published_at <= ${instant} and (i.corrects is null or i.supersedes is not null))`,
    )
    .where(
      'provider_versions.version',
      '=',
      sql<number>`coalesce((select max(v.version) from provider_versions v
        where v.provider_id = indicators.provider_id and v.recorded_at <= ${instant}), 1)`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawals')
            .select('withdrawals.id')
            .whereRef('withdrawals.verification_id', '=', 'indicators.verification_id')
            .where('withdrawals.withdrawn_at', '<=', instant),
        ),
      ),
    );
  if (providerId) query = query.where('indicators.provider_id', '=', providerId);
  const rows = await query.execute();
  const ids = rows.map(({ verification_id }) => verification_id);
  const confirmed = await confirmations(db, ids, instant);
  const marks = await staleMarks(db, ids, instant);
  return rows.map((row) => {
    const confirmation = confirmed.get(row.verification_id);
    const mark = marks.get(row.verification_id);
    const isStale = mark !== undefined && mark.marked_at >= (confirmation?.published_at ?? 0);
    return asServed({
      ...row,
      verified_at: Math.max(row.published_at, confirmation?.as_of ?? 0),
      stale_since: isStale ? mark.stale_since : null,
      stale_reason: isStale ? mark.stale_reason : null,
      marked_at: mark?.marked_at ?? null,
    });
  });
}

/** The latest run that confirmed each indicator, published at or before the given time. */
async function confirmations(db: Queries, ids: readonly string[], instant: number) {
  const found = new Map<string, { as_of: number; published_at: number }>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('run_items')
      .innerJoin('publications', 'publications.id', 'run_items.publication_id')
      .select(({ fn }) => [
        'run_items.base_verification_id as id',
        fn.max('run_items.as_of').as('as_of'),
        fn.max('publications.published_at').as('published_at'),
      ])
      .where('run_items.base_verification_id', 'in', portion)
      .where('run_items.action', '=', 'verify')
      .where('publications.published_at', '<=', instant)
      .groupBy('run_items.base_verification_id')
      .execute();
    for (const { id, as_of, published_at } of rows) found.set(id!, { as_of, published_at });
  }
  return found;
}

/** The latest stale mark of each indicator at or before the given time. */
async function staleMarks(db: Queries, ids: readonly string[], instant: number) {
  const found = new Map<
    string,
    { marked_at: number; stale_since: number | null; stale_reason: string | null }
  >();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('stale_marks')
      .selectAll()
      .where('verification_id', 'in', portion)
      .where('marked_at', '<=', instant)
      .orderBy('seq')
      .execute();
    for (const row of rows) found.set(row.verification_id, row);
  }
  return found;
}

type PublishedRow = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;
function selected(db: Queries) {
  return published(db).select(COLUMNS);
}

interface StateRow {
  verified_at: number;
  stale_since: number | null;
  stale_reason: string | null;
  /** When the stale mark was last set or removed. */
  marked_at: number | null;
}

function asServed(row: PublishedRow & StateRow): ServedIndicator {
  return {
    providerId: row.provider_id,
    slug: row.slug,
    name: row.name,
    subtype: row.subtype,
    yieldMin: row.yield_min,
    yieldMax: row.yield_max,
    verificationId: row.verification_id,
    packageHash: row.package_hash,
    methodologyDigest: row.methodology_digest,
    asOf: row.as_of,
    publishedAt: row.published_at,
    finalScore: row.final_score,
    riskBand: row.risk_band,
    verifiedAt: row.verified_at,
    staleReason: row.stale_since === null ? null : (row.stale_reason ?? 'not checked in time'),
    correctedBy: row.corrected_by,
    previous:
      row.previous_id === null
        ? null
        : {
            verificationId: row.previous_id,
            finalScore: row.previous_score!,
            riskBand: row.previous_band!,
          },
    changedAt: Math.max(
      row.published_at,
      row.verified_at,
      row.recorded_at,
      row.marked_at ?? 0,
      row.corrected_at ?? 0,
    ),
  };
}
