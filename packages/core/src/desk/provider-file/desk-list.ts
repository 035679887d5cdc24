// The list of providers as the desk sees it: their records, the facts that count, where each stands and what is open.

import type { Context } from '../../context/context.ts';
import type { Portion } from '../../context/paging.ts';
import { civilDate } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import { daysBetween } from '../due/board.ts';
import { type ListedFacts, listedFacts, NO_FACTS } from '../due/listed-facts.ts';
import { assessDue } from '../due/points-at-risk.ts';
import { NO_DAY } from '../due/refresh.ts';
import { factsAsOf } from '../facts/facts.ts';
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

export interface ListedProvider extends Provider, ListedFacts, OpenWork {
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

type Effective = NonNullable<Awaited<ReturnType<typeof findEffectiveMethodology>>>;

async function withFigures(context: Context, providers: readonly Provider[]): Promise<ListedProvider[]> {
  const { db } = context.store;
  const now = context.clock();
  const effective = await findEffectiveMethodology(db, now);
  const listed: ListedProvider[] = [];
  for (const portion of inPortions(providers)) {
    const ids = portion.map(({ id }) => id);
    const known = effective === null ? null : await readBoard(context, effective, ids);
    const states = await publishedStates(context, ids);
    const work = await openWork(db, ids, now);
    for (const provider of portion) {
      const state = states.get(provider.id);
      listed.push({
        ...provider,
        ...(known?.get(provider.id)?.facts ?? NO_FACTS),
        standing: standingOf(state),
        score: state?.final_score ?? null,
        band: state?.risk_band ?? null,
        next_due: known?.get(provider.id)?.next_due ?? null,
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

const DAY = 24 * 60 * 60 * 1000;

interface OnBoard {
  facts: ListedFacts;
  /** The input that loses points first. What has no evidence yet is not due: it was never there. */
  next_due: NextDue | null;
}

/**
 * Providers whose rows of the due board are not up to date, because something has just changed, are assessed here. Rows of
 * yesterday will do: facts and dates do not depend on the day, and after midnight it takes a while until all rows are new.
 */
async function readBoard(
  { store: { db }, clock }: Context,
  { methodology, digest }: Effective,
  ids: readonly string[],
): Promise<Map<string, OnBoard>> {
  const now = clock();
  const today = civilDate(now);
  const found = new Map<string, OnBoard>();
  // PostgreSQL has no empty lists.
  if (ids.length === 0) return found;
  const upToDate = await db
    .selectFrom('due_providers')
    .select(['provider_id', 'facts'])
    .where('provider_id', 'in', ids)
    .where('computed_on', '>=', civilDate(now - DAY))
    .where('methodology_digest', '=', digest)
    .where('facts', 'is not', null)
    .execute();
  for (const { provider_id, facts } of upToDate)
    found.set(provider_id, { facts: JSON.parse(facts!) as ListedFacts, next_due: null });
  const others = ids.filter((id) => !found.has(id));
  const due = (input: string, is_gate: boolean, loses_from: string): NextDue => ({
    ...{ input, is_gate, loses_from, days_left: daysBetween(today, loses_from) },
  });
  const rows = await db
    .selectFrom('due_inputs')
    .select(['provider_id', 'input_id', 'is_gate', 'loses_from'])
    .where('provider_id', 'in', [...ids])
    .where('loses_from', '<', NO_DAY)
    .execute();
  for (const { provider_id, input_id, is_gate, loses_from } of rows) {
    const own = found.get(provider_id);
    if (own !== undefined) own.next_due = earlier(own.next_due, due(input_id, is_gate === 1, loses_from));
  }
  for (const facts of await factsAsOf(db, methodology, others, now, now)) {
    let next: NextDue | null = null;
    for (const { input, is_gate, loses_from } of assessDue(methodology, facts, now).stakes)
      if (loses_from !== null) next = earlier(next, due(input, is_gate, loses_from));
    found.set(facts.id, { facts: listedFacts(facts), next_due: next });
  }
  return found;
}

/** Of the same day, a gate comes first, and then by name. */
function earlier(a: NextDue | null, b: NextDue): NextDue {
  const placeOf = ({ loses_from, is_gate, input }: NextDue) => `${loses_from} ${is_gate ? 0 : 1} ${input}`;
  return a === null || placeOf(b) < placeOf(a) ? b : a;
}
