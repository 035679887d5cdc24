import type {
  SearchProvidersInput,
  SearchProvidersResult,
  WithdrawnIndicator,
} from '@rf-indicators/contract';
import { countServed, selectServed } from '@rf-indicators/core/desk/served/select';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { inPortions } from '@rf-indicators/core/store/bulk';
import { fold } from '@rf-indicators/core/store/fold';
import { rowsOf } from '../../rendering/current-rows.ts';
import type { Reading } from '../../rendering/reading.ts';
import { candidate } from '../find-provider.ts';
import { currentIndicator, scoreCitation } from '../indicator-view.ts';
import { withdrawnFor } from '../no-indicator.ts';
import { resultEnd } from '../result-end.ts';

const DEFAULT_LIMIT = 10;
const MAX_NEAREST = 5;

export async function searchProviders(
  reading: Reading,
  input: SearchProvidersInput,
): Promise<SearchProvidersResult> {
  const { query, limit = DEFAULT_LIMIT } = input;
  const { served, total, withdrawn, isUnknown } =
    query === undefined ? await byFilters(reading, input, limit) : await byName(reading, input, query, limit);
  const rows = await rowsOf(reading, served);
  const providers = rows.map((row) => {
    const found = currentIndicator(row);
    return { ...found.view, cite_as: scoreCitation(reading.baseUrl, found) };
  });
  return {
    providers,
    total,
    withdrawn,
    nearest: isUnknown ? (await reading.names()).nearest(fold(query!), MAX_NEAREST).map(candidate) : [],
    ...resultEnd(reading),
  };
}

interface Matches {
  /** The first ones. */
  served: ServedIndicator[];
  total: number;
  withdrawn: WithdrawnIndicator[];
  /** Whether no name matches, whatever the filters. */
  isUnknown: boolean;
}

async function byFilters({ db }: Reading, input: SearchProvidersInput, limit: number): Promise<Matches> {
  const { planner_type = null, risk_band = null, min_score } = input;
  const minScore = min_score === undefined ? null : leastHundredths(min_score);
  const filter = { plannerType: planner_type, riskBand: risk_band, minScore };
  return {
    served: await selectServed(db, filter, { sort: 'name', limit }),
    total: await countServed(db, filter),
    withdrawn: [],
    isUnknown: false,
  };
}

/** The lowest score that is at least the given one, which need not have two decimals. */
function leastHundredths(score: number): number {
  const nearest = Math.round(score * 100);
  return nearest / 100 < score ? nearest + 1 : nearest;
}

/** The best match first. */
async function byName(
  { db, names }: Reading,
  input: SearchProvidersInput,
  query: string,
  limit: number,
): Promise<Matches> {
  const served: ServedIndicator[] = [];
  const withdrawn: WithdrawnIndicator[] = [];
  let total = 0;
  let named = 0;
  const matching = (await names()).search(query).map(({ provider }) => provider);
  for (const portion of inPortions(matching)) {
    const current = await currentIndicators(
      db,
      portion.map(({ id }) => id),
    );
    const byId = new Map(current.map((one) => [one.providerId, one]));
    const gone = portion.flatMap(({ id }) => (byId.has(id) ? [] : id));
    const found = gone.length === 0 ? [] : await withdrawnFor({ db }, gone, input.planner_type);
    withdrawn.push(...found.slice(0, limit - withdrawn.length));
    named += byId.size + found.length;
    const passing = portion.flatMap(({ id }) => byId.get(id) ?? []).filter((one) => passes(one, input));
    total += passing.length;
    served.push(...passing.slice(0, limit - served.length));
  }
  return { served, total, withdrawn, isUnknown: named === 0 };
}

function passes(
  { plannerType, riskBand, finalScore }: ServedIndicator,
  { planner_type, risk_band, min_score }: SearchProvidersInput,
): boolean {
  return (
    (planner_type === undefined || plannerType === planner_type) &&
    (risk_band === undefined || riskBand === risk_band) &&
    (min_score === undefined || finalScore / 100 >= min_score)
  );
}
