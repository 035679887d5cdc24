// Bitemporal query for the facts about a provider. `asOf` is the instant in question; `knownAt` is the time up to
// which records count, and differs only when a past indicator is restated. Records later than `knownAt` never
// change the result, so the same query always gives the same answer.

import type { Methodology } from '@rf-indicators/engine';
import { type SelectQueryBuilder, sql } from 'kysely';
import { civilDate } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type ApprovedRow, type Assembled, assembleFacts, type Records } from './assemble-facts.ts';
import { REFERENCE_RATE, STRUCTURE_FACTS } from './fact-definitions.ts';

export interface ProviderFacts extends Assembled {
  id: string;
  slug: string;
  name: string;
  subtype: string;
}

/** A wrong proposal and its replacement, applied to the facts as if the mistake had never been made. */
export interface Amendment {
  wrong: string;
  replacement: string | null;
}

export interface LookUp {
  /** Mistakes found later, to correct what was known then. */
  amendments?: readonly Amendment[];
  /** Only these criteria, gates and facts. */
  only?: readonly string[];
}

/** The facts of these providers, sorted by id. Providers that were unknown at `knownAt` are left out. */
export async function factsAsOf(
  db: Queries | Writes,
  methodology: Methodology,
  providerIds: readonly string[],
  asOf: number,
  knownAt: number,
  lookUp: LookUp = {},
): Promise<ProviderFacts[]> {
  if (providerIds.length === 0) return [];
  const versions = await latestVersions(db, providerIds, knownAt);
  const records = await recordsAsOf(db, providerIds, asOf, knownAt, lookUp);
  const facts = versions.map(({ provider_id, slug, name, subtype }): ProviderFacts => {
    const assembled = assembleFacts(methodology, records.get(provider_id)!, asOf);
    return { id: provider_id, slug, name, subtype, ...assembled };
  });
  return facts.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The rows that the facts of each provider are put together from. */
export async function recordsAsOf(
  db: Queries | Writes,
  providerIds: readonly string[],
  asOf: number,
  knownAt: number,
  lookUp: LookUp = {},
): Promise<Map<string, Records>> {
  const rows = await approvedRows(db, providerIds, asOf, knownAt, lookUp);
  const needsRates = lookUp.only?.includes(REFERENCE_RATE) ?? true;
  const rates = needsRates ? await approvedRows(db, null, asOf, knownAt, lookUp) : [];
  const approved = Map.groupBy(rows, ({ provider_id }) => provider_id);
  const recorded = await recordedFacts(db, providerIds, knownAt);
  return new Map(
    providerIds.map((id) => [
      id,
      { rows: approved.get(id) ?? [], rates, recorded: recorded.get(id) ?? new Map<string, string>() },
    ]),
  );
}

const PROPOSED = [
  'proposals.id as proposal_id',
  'proposals.provider_id',
  'proposals.currency',
  'proposals.input_id',
  'proposals.value',
  'proposals.renewal',
  'proposals.facts',
  'proposals.proposed_by',
  'evidence.id as evidence_id',
  'evidence.evidence_date',
  'evidence.grade',
  'evidence.sha256',
] as const;

/** Undecided proposals as the rows that they would be if they were approved now. */
export async function rowsIfApproved(
  db: Queries | Writes,
  proposalIds: readonly string[],
  now: number,
): Promise<ApprovedRow[]> {
  const rows: ApprovedRow[] = [];
  for (const portion of inPortions(proposalIds)) {
    const found = await db
      .selectFrom('proposals')
      .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
      .select(PROPOSED)
      .where('proposals.id', 'in', portion)
      .where('evidence.evidence_date', '<=', civilDate(now))
      .execute();
    rows.push(...found.map((row) => ({ ...row, decided_by: '', decided_at: now })));
  }
  return rows;
}

/** The approved reference rates of all currencies. */
export function approvedRates(db: Queries | Writes, asOf: number, knownAt: number): Promise<ApprovedRow[]> {
  return approvedRows(db, null, asOf, knownAt, {});
}

async function latestVersions(db: Queries | Writes, providerIds: readonly string[], knownAt: number) {
  const rows = await db
    .selectFrom('provider_versions')
    .innerJoin('providers', 'providers.id', 'provider_versions.provider_id')
    .selectAll('provider_versions')
    .select('providers.slug')
    .where('provider_versions.provider_id', 'in', [...providerIds])
    .where('recorded_at', '<=', knownAt)
    .orderBy('version')
    .execute();
  return [...new Map(rows.map((row) => [row.provider_id, row])).values()];
}

/** The approved rows about these providers, or about currencies if none are given. */
async function approvedRows(
  db: Queries | Writes,
  providerIds: readonly string[] | null,
  asOf: number,
  knownAt: number,
  { amendments = [], only }: LookUp,
): Promise<ApprovedRow[]> {
  let approved = db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(PROPOSED)
    .select(['decisions.decided_by', 'decisions.decided_at'])
    .where('decisions.decision', '=', 'approved')
    .where('evidence.evidence_date', '<=', civilDate(asOf));
  // Every currency is above the empty text. SQLite searches the index of currencies for a range, but not for "is not null".
  approved =
    providerIds === null
      ? approved.where('proposals.currency', '>', '')
      : approved.where('proposals.provider_id', 'in', [...providerIds]);
  if (only) approved = approved.where('proposals.input_id', 'in', [...only]);
  if (amendments.length > 0) return amend(await approved.execute(), amendments, knownAt);
  return withoutRepetitions(
    db,
    approved
      .leftJoin('retractions', (join) =>
        join
          .onRef('retractions.proposal_id', '=', 'proposals.id')
          .on('retractions.retracted_at', '<=', knownAt),
      )
      .where('retractions.proposal_id', 'is', null)
      .where('decisions.decided_at', '<=', knownAt),
  );
}

/**
 * Leaves out a row if the next one for its input says the same with the same grade on a later day: such a row changes
 * nothing. So inputs that were renewed for years are read as fast as new ones. Structure facts are chosen together,
 * in the order of all of them, so none of theirs is left out.
 */
function withoutRepetitions(
  db: Queries | Writes,
  approved: SelectQueryBuilder<Database, never, ApprovedRow>,
): Promise<ApprovedRow[]> {
  const next = sql`over (partition by proposals.provider_id, proposals.currency, proposals.input_id
    order by evidence.evidence_date, decisions.decided_at, proposals.id)`;
  const rows = approved.select([
    sql<string | null>`lead(proposals.value) ${next}`.as('next_value'),
    sql<string | null>`lead(evidence.grade) ${next}`.as('next_grade'),
    sql<string | null>`lead(evidence.evidence_date) ${next}`.as('next_date'),
  ]);
  return db
    .selectFrom(rows.as('ordered'))
    .selectAll()
    .where(({ eb, or, ref }) =>
      or([
        eb('next_value', 'is', null),
        eb('next_value', '<>', ref('value')),
        eb('next_grade', '<>', ref('grade')),
        eb('next_date', '=', ref('evidence_date')),
        eb('input_id', 'in', [...STRUCTURE_FACTS]),
      ]),
    )
    .execute();
}

/** What would have been known at the time without the mistakes that were found later. */
function amend(rows: ApprovedRow[], amendments: readonly Amendment[], knownAt: number): ApprovedRow[] {
  const wrong = new Set(amendments.map((amendment) => amendment.wrong));
  const known = new Set(
    rows.filter(({ decided_at }) => decided_at <= knownAt).map(({ proposal_id }) => proposal_id),
  );
  // A replacement counts if the proposal it replaces was known. It may itself have been replaced.
  for (let grew = true; grew; ) {
    grew = false;
    for (const amendment of amendments) {
      if (amendment.replacement === null || known.has(amendment.replacement)) continue;
      if (!known.has(amendment.wrong)) continue;
      known.add(amendment.replacement);
      grew = true;
    }
  }
  return rows.filter(({ proposal_id }) => known.has(proposal_id) && !wrong.has(proposal_id));
}

/** The values from before facts needed evidence, by provider and fact. */
async function recordedFacts(
  db: Queries | Writes,
  providerIds: readonly string[],
  knownAt: number,
): Promise<Map<string, Map<string, string>>> {
  const rows = await db
    .selectFrom('recorded_facts')
    .select(['provider_id', 'fact_id', 'value'])
    .where('provider_id', 'in', [...providerIds])
    .where('recorded_at', '<=', knownAt)
    .orderBy('recorded_at')
    .execute();
  const facts = new Map<string, Map<string, string>>();
  for (const { provider_id, fact_id, value } of rows) {
    const own = facts.get(provider_id!) ?? new Map<string, string>();
    facts.set(provider_id!, own.set(fact_id, value));
  }
  return facts;
}
