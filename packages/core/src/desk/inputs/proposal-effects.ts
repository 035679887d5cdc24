// Weighs listed proposals: the value that counts now, and for open proposals what the approval of each alone would
// change. The rows of a provider are read once, however many proposals are about it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Methodology } from '@rf-indicators/engine';
import { sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { type ApprovedRow, currentRate } from '../facts/assemble-facts.ts';
import { approvedRates, recordsAsOf } from '../facts/facts.ts';
import type { KnownFact, KnownInput } from '../facts/known.ts';
import { knownValue } from '../facts/known-value.ts';
import { entryChecks } from '../facts/plausibility/in-force.ts';
import type { UnusualMark } from '../facts/plausibility/unusual.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { type Assessed, assess, type Effect, effectOf, isUnchanged } from './effects.ts';
import { plausibilityOf, weighTogether } from './plausibility.ts';
import type { Proposal } from './proposals.ts';

export interface CurrentValue {
  value: string;
  grade: string | null;
  evidence_date: string | null;
  evidence_id: string | null;
  proposal_id: string | null;
}

/** The effect of a reference rate on the providers that pay in its currency. */
export interface RateEffect {
  providers: number;
  /** How many of them would get another score, band or cap. */
  changed: number;
  band_changes: number;
  /** In hundredths. */
  largest: { slug: string; name: string; points: number } | null;
  reason: string | null;
}

export interface WeighedProposal extends Proposal {
  /** null if nothing counts yet, or no framework is in effect. */
  current: CurrentValue | null;
  /** Only for open proposals about a provider. */
  effect: Effect | null;
  /** Only for open proposals of a reference rate. */
  rate_effect: RateEffect | null;
  /** What both people confirm; only for open proposals. */
  unusual: UnusualMark[];
}

type Weight = Pick<WeighedProposal, 'current' | 'effect' | 'rate_effect' | 'unusual'>;

interface Scale {
  db: Queries;
  methodology: Methodology;
  asOf: number;
  /** When an approval that is made now would be recorded. */
  knownAt: number;
}

interface Named {
  slug: string;
  name: string;
}

const PROVIDER_NAME = sql<string>`(
  select v.name from provider_versions v where v.provider_id = providers.id order by v.version desc limit 1)`;

/** Others are served between these portions: many providers depend on a reference rate. */
const ASSESSED_AT_ONCE = 25;

const NOT_WEIGHED: Weight = { current: null, effect: null, rate_effect: null, unusual: [] };

/** Without what takes time to find out. */
export function unweighed(proposal: Proposal): WeighedProposal {
  return { ...proposal, ...NOT_WEIGHED };
}

export async function weighProposals(
  context: Context,
  proposals: readonly Proposal[],
): Promise<WeighedProposal[]> {
  const { db } = context.store;
  const asOf = context.clock();
  const effective = await findEffectiveMethodology(db, asOf);
  if (effective === null) return proposals.map(unweighed);
  const scale = { db, methodology: effective.methodology, asOf, knownAt: await instantAfterRuns(db, asOf) };
  const weights = new Map([
    ...(await weighInputs(scale, proposals)),
    ...(await weighRates(scale, proposals)),
  ]);
  return proposals.map((proposal) => ({ ...proposal, ...(weights.get(proposal.id) ?? NOT_WEIGHED) }));
}

async function weighInputs(scale: Scale, proposals: readonly Proposal[]): Promise<[string, Weight][]> {
  const byProvider = Map.groupBy(
    proposals.filter(({ provider_id }) => provider_id !== null),
    ({ provider_id }) => provider_id!,
  );
  const weights: [string, Weight][] = [];
  for await (const provider of assessed(scale, [...byProvider.keys()])) {
    for (const proposal of byProvider.get(provider.id)!) {
      const current = asCurrent(knownValue(provider.facts, proposal.input));
      const effect =
        proposal.status === 'open'
          ? effectOf(scale.methodology, provider, asApproved(proposal, scale.knownAt), scale.asOf)
          : null;
      const unusual = proposal.status === 'open' ? marksOf(scale, provider, proposal) : [];
      weights.push([proposal.id, { current, effect, rate_effect: null, unusual }]);
    }
  }
  return weights;
}

async function weighRates(scale: Scale, proposals: readonly Proposal[]): Promise<[string, Weight][]> {
  const ofRates = proposals.filter(({ currency }) => currency !== null);
  if (ofRates.length === 0) return [];
  const rates = await approvedRates(scale.db, scale.asOf, scale.knownAt);
  const weights = new Map<string, Weight>(
    ofRates.map(({ id, currency }) => {
      const current = asCurrent(currentRate(scale.methodology, rates, currency!, scale.asOf));
      return [id, { current, effect: null, rate_effect: null, unusual: [] }];
    }),
  );
  const open = ofRates.filter(({ status }) => status === 'open');
  const totals = new Map(open.map(({ id }) => [id, noRateEffect()]));
  const weighed = open.map((one) => ({
    row: asApproved(one, scale.knownAt),
    quote: one.evidence.quote,
  }));
  const found = await plausibilityOf(
    { ...scale, checks: await entryChecks(scale.db), now: scale.asOf },
    weighed,
  );
  const marks = new Map(open.map(({ id }, index) => [id, found[index]!.unusual]));
  const currencies = [...new Set(open.map(({ currency }) => currency!))];
  for await (const provider of assessed(scale, await payingIn(scale.db, currencies))) {
    const pays = provider.facts.facts.payout_currency?.value;
    for (const proposal of open) {
      if (proposal.currency !== pays || provider.retired) continue;
      const row = asApproved(proposal, scale.knownAt);
      add(totals.get(proposal.id)!, provider, effectOf(scale.methodology, provider, row, scale.asOf));
    }
  }
  for (const { id, currency } of open) {
    const rate_effect = totals.get(id)!;
    if (rate_effect.providers === 0) rate_effect.reason = `No provider pays in ${currency}.`;
    else if (rate_effect.changed === 0) rate_effect.reason = 'No score changes.';
    weights.set(id, { ...weights.get(id)!, rate_effect, unusual: marks.get(id) ?? [] });
  }
  return [...weights];
}

/** What both people confirm about a proposal, if it is approved alone. */
function marksOf(
  { methodology, asOf, knownAt }: Scale,
  { records }: Assessed,
  proposal: Proposal,
): UnusualMark[] {
  const value = { row: asApproved(proposal, knownAt), quote: proposal.evidence.quote };
  return weighTogether(methodology, records, [value], asOf).get(value)!.unusual;
}

function noRateEffect(): RateEffect {
  return { providers: 0, changed: 0, band_changes: 0, largest: null, reason: null };
}

/** Providers come in a stable order, so of equal changes the first stays. */
function add(total: RateEffect, { slug, name }: Named, effect: Effect): void {
  total.providers += 1;
  if (!isUnchanged(effect)) total.changed += 1;
  if (effect.band_before !== effect.band_after) total.band_changes += 1;
  const points = effect.points ?? 0;
  if (Math.abs(points) > Math.abs(total.largest?.points ?? 0)) total.largest = { slug, name, points };
}

async function* assessed(
  { db, methodology, asOf, knownAt }: Scale,
  providerIds: readonly string[],
): AsyncGenerator<Assessed & Named> {
  for (const ids of inPortions(providerIds, ASSESSED_AT_ONCE)) {
    await nextTurn();
    const rows = await db
      .selectFrom('providers')
      .select(['id', 'slug', 'retired_at', PROVIDER_NAME.as('name')])
      .where('id', 'in', ids)
      .orderBy('slug')
      .execute();
    const records = await recordsAsOf(db, ids, asOf, knownAt);
    for (const { id, slug, name, retired_at } of rows) {
      const provider = { id, slug, retired: retired_at !== null, records: records.get(id)! };
      yield { ...assess(methodology, provider, asOf), name };
    }
  }
}

/** Providers that may pay in one of these currencies: those whose row of the due board is outdated may, too. */
async function payingIn(db: Queries, currencies: readonly string[]): Promise<string[]> {
  if (currencies.length === 0) return [];
  const providers = db.selectFrom('due_providers').select('provider_id');
  const rows = [
    ...(await providers.where('payout_currency', 'in', currencies).execute()),
    ...(await providers.where('computed_on', '=', '').execute()),
  ];
  return [...new Set(rows.map(({ provider_id }) => provider_id))].sort();
}

function asApproved(proposal: Proposal, decidedAt: number): ApprovedRow {
  const { evidence } = proposal;
  return {
    proposal_id: proposal.id,
    provider_id: proposal.provider_id,
    currency: proposal.currency,
    input_id: proposal.input,
    value: proposal.value,
    renewal: proposal.renewal ? 1 : 0,
    facts: JSON.stringify(proposal.facts),
    evidence_id: evidence.id,
    evidence_date: evidence.evidence_date,
    grade: evidence.grade,
    sha256: evidence.sha256,
    proposed_by: proposal.proposed_by,
    decided_by: '',
    decided_at: decidedAt,
  };
}

function asCurrent(known: KnownInput | KnownFact | null): CurrentValue | null {
  if (known === null) return null;
  const { value, grade, evidence_date, evidence, proposalId } = known;
  const evidence_id = (evidence as { id: string } | null)?.id ?? null;
  return { value, grade, evidence_date, evidence_id, proposal_id: proposalId };
}
