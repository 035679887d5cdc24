// Bitemporal query for the facts about a provider. `asOf` is the instant in question; `knownAt` is the time up to
// which records count, and differs only when a past indicator is restated. Records later than `knownAt` never
// change the result, so the same query always gives the same answer.

import type { Methodology } from '@rf-indicators/engine';
import { type SelectQueryBuilder, sql } from 'kysely';
import { FORMER_PLACEHOLDER, PLACEHOLDER } from '../../context/placeholders.ts';
import { civilDate } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import type { ListCheck } from '../../store/records/list-check.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type ApprovedRow, type Assembled, assembleFacts, type Records } from './assemble-facts.ts';
import { REFERENCE_RATE, STRUCTURE_FACTS } from './fact-definitions.ts';
import { altered } from './own-records.ts';
import { entryChecks } from './plausibility/in-force.ts';

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
  /** Only these criteria, gates and facts. */
  only?: readonly string[];
  /** Where a score follows from the facts: refuses rows that somebody changed or added in the database. */
  check?: ListCheck;
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
  // PostgreSQL has no empty lists.
  if (providerIds.length === 0) return new Map();
  const rows = await approvedRows(db, providerIds, asOf, knownAt, lookUp);
  const needsRates = lookUp.only?.includes(REFERENCE_RATE) ?? true;
  const rates = needsRates ? await approvedRows(db, null, asOf, knownAt, lookUp) : [];
  if (lookUp.check) await requireOwnRecords(db, lookUp.check, [...rows, ...rates]);
  const approved = Map.groupBy(rows, ({ provider_id }) => provider_id);
  const recorded = await recordedFacts(db, providerIds, knownAt);
  const checks = await entryChecks(db);
  return new Map(
    providerIds.map((id) => [
      id,
      {
        checks,
        rows: approved.get(id) ?? [],
        rates,
        recorded: recorded.get(id) ?? new Map<string, string>(),
      },
    ]),
  );
}

async function requireOwnRecords(
  db: Queries | Writes,
  check: ListCheck,
  rows: readonly ApprovedRow[],
): Promise<void> {
  const proposals = rows.map(({ proposal_id }) => proposal_id);
  const problem =
    (await check.problemOf(db, 'proposals', 'id', proposals)) ??
    (await check.problemOf(db, 'decisions', 'proposal_id', proposals)) ??
    (await check.problemOf(
      db,
      'evidence',
      'id',
      rows.map(({ evidence_id }) => evidence_id),
    ));
  if (problem === null) return;
  throw altered('Nothing was scored', `${problem.record} ${problem.problem}`);
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

/** Any text of the evidence that a template wrote. */
const IS_PLACEHOLDER = sql<number>`case when ${sql.join(
  ['title', 'kind', 'url', 'page', 'quote'].map(
    (column) => sql`coalesce(${sql.ref(`evidence.${column}`)}, '') like ${`${PLACEHOLDER}%`}`,
  ),
  sql` or `,
)} or evidence.title = ${FORMER_PLACEHOLDER} then 1 else 0 end`.as('placeholder');

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
      .select(IS_PLACEHOLDER)
      .where('proposals.id', 'in', portion)
      .where('evidence.evidence_date', '<=', civilDate(now))
      .execute();
    rows.push(...found.map((row) => ({ ...row, decided_by: '', decided_at: now })));
  }
  return rows;
}

/** Facts as they were known at an instant, without the mistakes that were found later. */
export type AmendedFacts = (methodology: Methodology, asOf: number, knownAt: number) => ProviderFacts;

/**
 * What was known about each of these providers, for any instant until `latest`: the records are read once, because a wrong
 * input can be in many indicators of the same provider.
 */
export async function amendedFacts(
  db: Queries | Writes,
  providerIds: readonly string[],
  latest: number,
  amendments: readonly Amendment[],
  check: ListCheck,
): Promise<Map<string, AmendedFacts>> {
  if (providerIds.length === 0) return new Map();
  const rows = await everApproved(db, providerIds, latest).execute();
  const rates = await everApproved(db, null, latest).execute();
  await requireOwnRecords(db, check, [...rows, ...rates]);
  const versions = Map.groupBy(await versionsOf(db, providerIds), ({ provider_id }) => provider_id);
  const recorded = Map.groupBy(await recordedRows(db, providerIds), ({ provider_id }) => provider_id!);
  const checks = await entryChecks(db);
  const approved = Map.groupBy(rows, ({ provider_id }) => provider_id);
  return new Map(
    providerIds.map((id) => [
      id,
      (methodology, asOf, knownAt) => {
        const day = civilDate(asOf);
        const known = (all: readonly ApprovedRow[]) =>
          amend(
            all.filter(({ evidence_date }) => evidence_date <= day),
            amendments,
            knownAt,
          );
        const isRecorded = ({ recorded_at }: { recorded_at: number }) => recorded_at <= knownAt;
        const { slug, name, subtype } = versions.get(id)!.findLast(isRecorded)!;
        const values = (recorded.get(id) ?? []).filter(isRecorded);
        const records = {
          checks,
          rows: known(approved.get(id) ?? []),
          rates: known(rates),
          recorded: new Map(values.map(({ fact_id, value }) => [fact_id, value])),
        };
        return { id, slug, name, subtype, ...assembleFacts(methodology, records, asOf) };
      },
    ]),
  );
}

/** The approved reference rates of all currencies. */
export function approvedRates(db: Queries | Writes, asOf: number, knownAt: number): Promise<ApprovedRow[]> {
  return approvedRows(db, null, asOf, knownAt, {});
}

async function latestVersions(db: Queries | Writes, providerIds: readonly string[], knownAt: number) {
  const rows = await versionsOf(db, providerIds, knownAt);
  return [...new Map(rows.map((row) => [row.provider_id, row])).values()];
}

function versionsOf(db: Queries | Writes, providerIds: readonly string[], knownAt = Number.MAX_SAFE_INTEGER) {
  return db
    .selectFrom('provider_versions')
    .innerJoin('providers', 'providers.id', 'provider_versions.provider_id')
    .selectAll('provider_versions')
    .select('providers.slug')
    .where('provider_versions.provider_id', 'in', [...providerIds])
    .where('recorded_at', '<=', knownAt)
    .orderBy('version')
    .execute();
}

/** The rows about these providers, or about currencies if none are given, that were approved at any time. */
function everApproved(
  db: Queries | Writes,
  providerIds: readonly string[] | null,
  asOf: number,
  { only }: LookUp = {},
) {
  let approved = db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(PROPOSED)
    .select(IS_PLACEHOLDER)
    .select(['decisions.decided_by', 'decisions.decided_at'])
    .where('decisions.decision', '=', 'approved')
    .where('evidence.evidence_date', '<=', civilDate(asOf));
  // Every currency is above the empty text. SQLite searches the index of currencies for a range, but not for "is not null".
  approved =
    providerIds === null
      ? approved.where('proposals.currency', '>', '')
      : approved.where('proposals.provider_id', 'in', [...providerIds]);
  return only ? approved.where('proposals.input_id', 'in', [...only]) : approved;
}

async function approvedRows(
  db: Queries | Writes,
  providerIds: readonly string[] | null,
  asOf: number,
  knownAt: number,
  lookUp: LookUp,
): Promise<ApprovedRow[]> {
  const approved = everApproved(db, providerIds, asOf, lookUp);
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
  const rows = await recordedRows(db, providerIds, knownAt);
  const facts = new Map<string, Map<string, string>>();
  for (const { provider_id, fact_id, value } of rows) {
    const own = facts.get(provider_id!) ?? new Map<string, string>();
    facts.set(provider_id!, own.set(fact_id, value));
  }
  return facts;
}

function recordedRows(
  db: Queries | Writes,
  providerIds: readonly string[],
  knownAt = Number.MAX_SAFE_INTEGER,
) {
  return db
    .selectFrom('recorded_facts')
    .select(['provider_id', 'fact_id', 'value', 'recorded_at'])
    .where('provider_id', 'in', [...providerIds])
    .where('recorded_at', '<=', knownAt)
    .orderBy('recorded_at')
    .execute();
}
