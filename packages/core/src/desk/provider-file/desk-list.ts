// The list of providers as the desk sees it: their records, the facts that count, where each stands and what is open.

import type { Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import type { Portion } from '../../context/paging.ts';
import { inPortions } from '../../store/bulk.ts';
import { assessDue } from '../due/points-at-risk.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import type { Contested } from '../facts/known.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { asProvider, latestRecords, PROVIDER_ORDER, type Provider } from '../providers/providers.ts';
import { conditionsOf, type ProviderFilter, type ProviderStanding } from './desk-filter.ts';
import { type OpenWork, openWork } from './open-work.ts';

export interface NextDue {
  input: string;
  is_gate: boolean;
  loses_from: string;
  days_left: number;
}

export interface ListedProvider extends Provider, OpenWork {
  /** Facts that have no approved value are null. */
  planner_type: string | null;
  yield_min: string | null;
  yield_max: string | null;
  payout_currency: string | null;
  flags: Record<string, boolean>;
  contested: Contested[];
  standing: ProviderStanding;
  /** Of the published indicator, in hundredths. */
  score: number | null;
  band: string | null;
  next_due: NextDue | null;
}

interface ProviderListing {
  data: ListedProvider[];
  next_cursor: string | null;
  total: number;
}

export async function listProvidersAtDesk(
  context: Context,
  {
    limit,
    cursor,
    offset = 0,
    ...filter
  }: ProviderFilter & { limit?: number; cursor?: string; offset?: number },
): Promise<ProviderListing> {
  const { db } = context.store;
  const { all, onRecord } = await conditionsOf(context, filter);
  const records = all.reduce((query, condition) => query.where(condition), latestRecords(db));
  // The records take most of the time, so they are counted only where it depends on them.
  const counted = onRecord
    ? records.clearSelect()
    : all.reduce((query, condition) => query.where(condition), db.selectFrom('providers'));
  const { total } = await counted.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const read = async (portion: Portion) => {
    const rows = await PROVIDER_ORDER.select(records, portion).offset(offset).execute();
    return withFigures(context, rows.map(asProvider));
  };
  return { ...(await PROVIDER_ORDER.page({ limit, cursor }, read)), total: Number(total) };
}

/** The same about one provider, also if it is retired. */
export async function listedProvider(context: Context, provider: Provider): Promise<ListedProvider> {
  return (await withFigures(context, [provider]))[0]!;
}

async function withFigures(context: Context, providers: readonly Provider[]): Promise<ListedProvider[]> {
  const { db } = context.store;
  const now = context.clock();
  const effective = await findEffectiveMethodology(db, now);
  const listed: ListedProvider[] = [];
  for (const portion of inPortions(providers)) {
    const ids = portion.map(({ id }) => id);
    const facts = effective === null ? [] : await factsAsOf(db, effective.methodology, ids, now, now);
    const known = new Map(facts.map((one) => [one.id, one]));
    const states = await publishedStates(context, ids);
    const work = await openWork(db, ids, now);
    for (const provider of portion) {
      const own = known.get(provider.id);
      const value = (fact: string): string | null => own?.facts[fact]?.value ?? null;
      const state = states.get(provider.id);
      listed.push({
        ...provider,
        planner_type: own?.planner_type ?? null,
        yield_min: value('yield_min'),
        yield_max: value('yield_max'),
        payout_currency: value('payout_currency'),
        flags: own?.flags ?? {},
        contested: own?.contested ?? [],
        standing: standingOf(state),
        score: state?.final_score ?? null,
        band: state?.risk_band ?? null,
        next_due: own === undefined ? null : nextDue(effective!.methodology, own, now),
        ...work(provider.id),
      });
    }
  }
  return listed;
}

async function publishedStates({ store: { db } }: Context, ids: readonly string[]) {
  const states = await db
    .selectFrom('provider_states')
    .leftJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select(['provider_states.provider_id', 'provider_states.verification_id', 'stale_since'])
    .select(['final_score', 'risk_band'])
    .where('provider_states.provider_id', 'in', ids)
    .execute();
  return new Map(states.map((state) => [state.provider_id, state]));
}

function standingOf(
  state: { verification_id: string | null; stale_since: number | null } | undefined,
): ProviderStanding {
  if (state === undefined) return 'unpublished';
  if (state.verification_id === null) return 'withdrawn';
  return state.stale_since === null ? 'published' : 'stale';
}

/** The input that loses points first. What has no evidence yet is not due: it was never there. */
function nextDue(methodology: Methodology, facts: ProviderFacts, now: number): NextDue | null {
  let next: NextDue | null = null;
  for (const { input, is_gate, loses_from, days_left } of assessDue(methodology, facts, now).stakes) {
    if (loses_from === null || days_left === null) continue;
    if (next === null || loses_from < next.loses_from) next = { input, is_gate, loses_from, days_left };
  }
  return next;
}
