// Bitemporal query for the facts about a provider. `asOf` is the instant in question; `knownAt` is the time up to
// which records count, and differs only when a past indicator is restated. Records later than `knownAt` never
// change the result, so the same query always gives the same answer.

import type { Methodology, PackagedInput, PackagedProvider, PlannerType } from '@rf-indicators/engine';
import { dayNumber } from '@rf-indicators/engine';
import { civilDate } from '../../context/times.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface ProviderFacts extends PackagedProvider {
  slug: string;
  subtype: string;
  yieldMin: string;
  yieldMax: string;
  payoutCurrency: string;
  gates: Record<string, KnownInput>;
  inputs: Record<string, KnownInput>;
}

export interface KnownInput extends PackagedInput {
  proposalId: string;
  /** When it was approved. */
  approvedAt: number;
  renewal: boolean;
}

interface ApprovedRow {
  proposal_id: string;
  provider_id: string;
  input_id: string;
  value: string;
  renewal: number;
  evidence_id: string;
  evidence_date: string;
  grade: string;
  sha256: string | null;
  proposed_by: string;
  decided_by: string;
  decided_at: number;
}

/** A wrong proposal and its replacement, applied to the facts as if the mistake had never been made. */
export interface Amendment {
  wrong: string;
  replacement: string | null;
}

export interface LookUp {
  /** Mistakes found later, to correct what was known then. */
  amendments?: readonly Amendment[];
  /** Only these criteria and gates. */
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
  const approved = await approvedInputs(db, providerIds, asOf, knownAt, lookUp);
  const facts = versions.map((version): ProviderFacts => {
    const own = approved.get(version.provider_id) ?? [];
    return {
      id: version.provider_id,
      slug: version.slug,
      name: version.name,
      planner_type: version.planner_type as PlannerType,
      flags: JSON.parse(version.flags),
      subtype: version.subtype,
      yieldMin: version.yield_min,
      yieldMax: version.yield_max,
      payoutCurrency: version.payout_currency,
      ...currentInputs(methodology, own, asOf),
    };
  });
  return facts.sort((a, b) => (a.id < b.id ? -1 : 1));
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

async function approvedInputs(
  db: Queries | Writes,
  providerIds: readonly string[],
  asOf: number,
  knownAt: number,
  { amendments = [], only }: LookUp,
): Promise<Map<string, ApprovedRow[]>> {
  let approved = db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select([
      'proposals.id as proposal_id',
      'proposals.provider_id',
      'proposals.input_id',
      'proposals.value',
      'proposals.renewal',
      'proposals.proposed_by',
      'evidence.id as evidence_id',
      'evidence.evidence_date',
      'evidence.grade',
      'evidence.sha256',
      'decisions.decided_by',
      'decisions.decided_at',
    ])
    .where('proposals.provider_id', 'in', [...providerIds])
    .where('decisions.decision', '=', 'approved')
    .where('evidence.evidence_date', '<=', civilDate(asOf));
  if (only) approved = approved.where('proposals.input_id', 'in', [...only]);
  const rows =
    amendments.length === 0
      ? await approved
          .leftJoin('retractions', (join) =>
            join
              .onRef('retractions.proposal_id', '=', 'proposals.id')
              .on('retractions.retracted_at', '<=', knownAt),
          )
          .where('retractions.proposal_id', 'is', null)
          .where('decisions.decided_at', '<=', knownAt)
          .execute()
      : amend(await approved.execute(), amendments, knownAt);
  return Map.groupBy(rows, ({ provider_id }) => provider_id);
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

/** One value per input: that of the newest evidence. If several documents support it, the strongest one is used. */
function currentInputs(
  methodology: Methodology,
  rows: readonly ApprovedRow[],
  asOf: number,
): Pick<ProviderFacts, 'gates' | 'inputs'> {
  const facts: Pick<ProviderFacts, 'gates' | 'inputs'> = { gates: {}, inputs: {} };
  const today = dayNumber(civilDate(asOf)) as number;
  for (const [id, candidates] of Map.groupBy(rows, ({ input_id }) => input_id)) {
    const target = methodology.criterionById.get(id) ?? methodology.gateById.get(id);
    if (target === undefined) continue;
    const newest = candidates.reduce((best, row) => (isNewer(row, best) ? row : best));
    const supporting = candidates.filter(({ value }) => value === newest.value);
    const weigh = (row: ApprovedRow) => {
      const age = today - (dayNumber(row.evidence_date) as number);
      const left = Math.max(0, Math.min(target.maxAge, 2 * target.maxAge - age));
      return (methodology.grades.get(row.grade) ?? 0) * left;
    };
    const best = supporting.reduce((kept, row) => (counts(row, kept, weigh) ? row : kept));
    facts['input' in target ? 'inputs' : 'gates'][id] = asInput(best);
  }
  return facts;
}

function isNewer(row: ApprovedRow, than: ApprovedRow): boolean {
  if (row.evidence_date !== than.evidence_date) return row.evidence_date > than.evidence_date;
  if (row.decided_at !== than.decided_at) return row.decided_at > than.decided_at;
  return row.proposal_id > than.proposal_id;
}

/** By grade times freshness, then the newer evidence, then the smaller hash. */
function counts(row: ApprovedRow, kept: ApprovedRow, weigh: (row: ApprovedRow) => number): boolean {
  const difference = weigh(row) - weigh(kept);
  if (difference !== 0) return difference > 0;
  if (row.evidence_date !== kept.evidence_date) return row.evidence_date > kept.evidence_date;
  if (row.sha256 !== kept.sha256) return (row.sha256 ?? '~') < (kept.sha256 ?? '~');
  return row.proposal_id < kept.proposal_id;
}

function asInput(row: ApprovedRow): KnownInput {
  return {
    value: row.value,
    grade: row.grade,
    evidence_date: row.evidence_date,
    evidence: { id: row.evidence_id, sha256: row.sha256 },
    approval: {
      proposal_id: row.proposal_id,
      proposed_by: row.proposed_by,
      approved_by: row.decided_by,
      approved_at: new Date(row.decided_at).toISOString(),
    },
    proposalId: row.proposal_id,
    approvedAt: row.decided_at,
    renewal: row.renewal === 1,
  };
}
