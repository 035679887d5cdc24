// Reads what the page that compares providers shows: their current public rows and the steps of the last 90 days.

import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { withdrawnProviders } from '@rf-indicators/core/desk/served/withdrawn';
import { rowsOf } from '../../current-rows.ts';
import { DAY, historySince, startOfDay } from '../../history/window.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { readCauses } from '../causes.ts';
import { type Added, comparePage } from './page.ts';
import { MOST_COMPARED, readCompareQuery } from './query.ts';

export async function readComparePage(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, site } = reading;
  const { slugs, add } = readCompareQuery(parameters);
  const names = await reading.names();
  const named = slugs.map((slug) => names.bySlug(slug)).filter((provider) => provider !== undefined);
  const added: Added | null = add === '' ? null : addedBy(names.find(add), add);
  if (added?.provider && !named.includes(added.provider) && named.length < MOST_COMPARED)
    named.push(added.provider);
  const ids = named.map(({ id }) => id);
  const served = await currentIndicators(db, ids);
  const rows = await rowsOf(reading, served);
  const now = Math.floor(reading.clock());
  const since = historySince(now);
  const page = comparePage(site, {
    providers: named,
    withdrawn: new Map(
      (await withdrawnProviders(db, { providerIds: ids })).map((one) => [one.providerId, one]),
    ),
    rows: new Map(rows.map((row) => [row.id, row])),
    causes: await readCauses(reading, served),
    steps: await readSteps(db, ids, since),
    period: { since, until: startOfDay(now) + DAY },
    added,
  });
  return { content: page.text, lastModified: now, mediaType: 'text/html; charset=utf-8' };
}

type Match = ReturnType<Awaited<ReturnType<Reading['names']>>['find']>;

function addedBy(match: Match, typed: string): Added {
  return 'provider' in match
    ? { typed, provider: match.provider, candidates: [] }
    : { typed, provider: null, candidates: match.candidates };
}
