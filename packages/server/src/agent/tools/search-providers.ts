import type { SearchProvidersInput, SearchProvidersResult } from '@rf-indicators/contract';
import { fold } from '../../rendering/names/fold.ts';
import type { Reading } from '../../rendering/reading.ts';
import type { RenderedRow } from '../../rendering/rows.ts';
import { candidate } from '../find-provider.ts';
import { currentIndicator, resultEnd, rowsByProvider, scoreCitation } from '../indicator-view.ts';

const DEFAULT_LIMIT = 10;
const MAX_NEAREST = 5;

export async function searchProviders(
  reading: Reading,
  input: SearchProvidersInput,
): Promise<SearchProvidersResult> {
  const { query, limit = DEFAULT_LIMIT } = input;
  const rows = reading.rows();
  const named = query === undefined ? rows : matchingRows(reading, rows, query);
  const matching = named.filter((row) => passesFilters(row, input));
  const providers = matching.slice(0, limit).map((row) => {
    const found = currentIndicator(row);
    return { ...found.view, cite_as: scoreCitation(reading.baseUrl, found) };
  });
  const isUnknown = query !== undefined && named.length === 0;
  return {
    providers,
    total: matching.length,
    nearest: isUnknown ? reading.names().nearest(fold(query), MAX_NEAREST).map(candidate) : [],
    ...resultEnd(reading),
  };
}

function matchingRows(reading: Reading, rows: readonly RenderedRow[], query: string): RenderedRow[] {
  const byId = rowsByProvider(rows);
  return reading
    .names()
    .search(query)
    .flatMap(({ id }) => byId.get(id) ?? []);
}

function passesFilters(
  row: RenderedRow,
  { planner_type, risk_band, min_score }: SearchProvidersInput,
): boolean {
  return (
    (planner_type === undefined || row.plannerType === planner_type) &&
    (risk_band === undefined || row.riskBand === risk_band) &&
    (min_score === undefined || row.finalScore / 100 >= min_score)
  );
}
