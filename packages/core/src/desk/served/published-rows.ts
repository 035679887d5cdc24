// Reads from the records of publications what is served about indicators: now, or at a past time.

import { sql } from 'kysely';
import { fold } from '../../store/fold.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type AnalysisNumbers, analysisColumns, readAnalysis } from './analysis.ts';
import { confirmations, contestedAtPublication, staleMarks } from './past-states.ts';
import { asServed, type ServedIndicator, type ServedRow } from './served.ts';

const COLUMNS = [
  'indicators.provider_id',
  'indicators.verification_id',
  'indicators.renews',
  'indicators.package_hash',
  'indicators.methodology_digest',
  'indicators.as_of',
  'indicators.published_at',
  'indicators.final_score',
  'indicators.risk_band',
  'indicators.statement',
  'providers.slug',
  'provider_versions.name',
  'provider_versions.subtype',
  'provider_versions.identifiers',
  'provider_versions.recorded_at',
  'previous.verification_id as previous_id',
  'previous.final_score as previous_score',
  'previous.risk_band as previous_band',
  'correction.verification_id as corrected_by',
  'correction.published_at as corrected_at',
  'prepared_snapshots.next_lapse_at',
  'prepared_snapshots.stale_from',
] as const;

function published(db: Queries | Writes) {
  return db
    .selectFrom('indicators')
    .innerJoin('providers', 'providers.id', 'indicators.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'indicators.provider_id')
    .innerJoin('indicators as root', (join) => join.on('root.verification_id', '=', rootId('indicators')))
    .leftJoin('indicators as superseded', 'superseded.verification_id', 'root.supersedes')
    .leftJoin('indicators as previous', (join) =>
      join.on('previous.verification_id', '=', rootId('superseded')),
    )
    .leftJoin('indicators as correction', 'correction.corrects', 'indicators.verification_id')
    .leftJoin('prepared_snapshots', 'prepared_snapshots.verification_id', 'indicators.verification_id');
}

/** The id of the indicator that a renewal renews, or the indicator's own id. */
function rootId(table: 'indicators' | 'superseded') {
  return sql<string>`coalesce(${sql.ref(`${table}.renews`)}, ${sql.ref(`${table}.verification_id`)})`;
}

/** The rows that `served_indicators` should have for these providers, sorted by provider. */
export async function currentRows(
  db: Queries | Writes,
  providerIds: readonly string[],
): Promise<ServedRow[]> {
  const rows = await published(db)
    .innerJoin('provider_states', 'provider_states.verification_id', 'indicators.verification_id')
    .leftJoin('confirmations', 'confirmations.run_id', 'provider_states.confirmed_by')
    .select(COLUMNS)
    .select(['provider_states.verified_at', 'provider_states.stale_since', 'provider_states.stale_reason'])
    .select([
      'provider_states.contested',
      'confirmations.run_id as confirmed_by',
      'confirmations.confirmed_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('stale_marks')
        .select(({ fn }) => fn.max('stale_marks.marked_at').as('at'))
        .whereRef('stale_marks.verification_id', '=', 'indicators.verification_id')
        .as('marked_at'),
    )
    .select(analysisColumns('indicators'))
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = indicators.provider_id)`,
    )
    .where('provider_states.provider_id', 'in', [...providerIds])
    .orderBy('provider_states.provider_id')
    .execute();
  const analysis = await readAnalysis(db, rows);
  return rows.map((row, index) => servedRow({ ...row, ...analysis[index]! }));
}

/** The indicators that were current at the given time, of all providers, of one, or of at most a thousand. */
export async function indicatorsAsOf(
  db: Queries,
  instant: number,
  provider?: string | readonly string[],
): Promise<ServedIndicator[]> {
  const query = published(db)
    .select(COLUMNS)
    .select(analysisColumns('indicators', instant))
    .where('indicators.published_at', '<=', instant)
    .where('indicators.log_index', 'in', lastOfEach(db, instant, provider))
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
  const rows = await query.execute();
  const ids = rows.map(({ verification_id }) => verification_id);
  const confirmed = await confirmations(db, ids, instant);
  const contested = await contestedAtPublication(db, ids);
  const marks = await staleMarks(db, ids, instant);
  const analysis = await readAnalysis(db, rows);
  return rows.map((row, index) => {
    const confirmation = confirmed.get(row.verification_id);
    const isLater = confirmation !== undefined && confirmation.as_of > row.published_at;
    const mark = marks.get(row.verification_id);
    const isStale = mark !== undefined && mark.marked_at >= (confirmation?.published_at ?? 0);
    const now = servedRow({
      ...row,
      ...analysis[index]!,
      verified_at: Math.max(row.published_at, confirmation?.as_of ?? 0),
      // A run that looks at a time before the publication confirms nothing newer.
      confirmed_by: isLater ? confirmation.confirmed_by : null,
      confirmed_at: isLater ? confirmation.confirmed_at : null,
      contested: confirmation?.contested ?? contested.get(row.verification_id) ?? '[]',
      stale_since: isStale ? mark.stale_since : null,
      stale_reason: isStale ? mark.stale_reason : null,
      marked_at: mark?.marked_at ?? null,
    });
    return asServed(now);
  });
}

/** Where the last indicator until then stands in the log: for each provider by its index, whatever the number of indicators. */
function lastOfEach(db: Queries, instant: number, provider?: string | readonly string[]) {
  // A correction counts only if it superseded the current indicator, not if it corrected an older one.
  // Times of publication never decrease along the log, so the newest by time is the last one, and the index ends the search.
  const last = sql<number>`(select i.log_index from indicators i where i.provider_id = p.id
    and i.published_at <= ${instant} and (i.corrects is null or i.supersedes is not null)
    order by i.published_at desc, i.log_index desc limit 1)`;
  const providers = db.selectFrom('providers as p').select(last.as('log_index'));
  if (provider === undefined) return providers;
  return typeof provider === 'string'
    ? providers.where('p.id', '=', provider)
    : providers.where('p.id', 'in', provider);
}

type PublishedRow = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;
function selected(db: Queries) {
  return published(db).select(COLUMNS);
}

interface StateRow extends AnalysisNumbers {
  review: Database['review_marks'] | null;
  /** When the rationale, the disclosures or the review last changed. */
  changedAt: number;
  verified_at: number;
  confirmed_by: string | null;
  confirmed_at: number | null;
  /** As JSON text. */
  contested: string;
  stale_since: number | null;
  stale_reason: string | null;
  /** When the stale mark was last set or removed. */
  marked_at: number | null;
}

function servedRow(row: PublishedRow & StateRow): ServedRow {
  const { statement, recorded_at, corrected_at, marked_at, review_seq, review, changedAt, ...served } = row;
  return {
    ...served,
    review_direction: review?.direction ?? null,
    review_since: review?.since ?? null,
    review_until: review?.until ?? null,
    review_reason: review?.reason ?? null,
    folded_name: fold(row.name),
    // The version of the provider's record does not have it: it follows from the inputs, as the statement has it.
    planner_type: (JSON.parse(statement) as { planner_type: string }).planner_type,
    changed_at: Math.max(
      row.published_at,
      row.verified_at,
      recorded_at,
      marked_at ?? 0,
      corrected_at ?? 0,
      changedAt,
    ),
  };
}
