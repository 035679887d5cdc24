// Pages that are rendered on the reading thread, like the responses of the API.

import type { MethodologyDifferences } from '@rf-indicators/contract';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { withdrawnProviders } from '@rf-indicators/core/desk/served/withdrawn';
import { readChangeCard, readIndicatorCard } from '../cards/read-cards.ts';
import { rowsOf } from '../current-rows.ts';
import { readEmbedChart, readEmbedPage, readOembed } from '../embeds/read-embeds.ts';
import { DAY, historySince, startOfDay } from '../history/window.ts';
import { findDifferences } from '../methodology-differences.ts';
import type { Answer, Found, PageReadId, Parameters, Read, Reading } from '../reading.ts';
import { readSnapshots } from './causes.ts';
import { readChangePage } from './change/read-change.ts';
import { readChangelogCsv, readChangelogPage } from './changelog/read-changelog.ts';
import { type Added, comparePage } from './compare/page.ts';
import { MOST_COMPARED, readCompareQuery } from './compare/query.ts';
import { differencesPage, ROWS_PER_PAGE } from './methodology/differences/page.ts';
import { readProviderPage, readProviderReport } from './provider/read-provider.ts';
import { readScoresMap } from './scores/read-map.ts';
import { readScoresCsv, readScoresPage, readScoresRows } from './scores/read-scores.ts';
import { readScoresTimeline } from './scores/read-timeline.ts';
import { readSearchPage, readSearchResults } from './search/read-search.ts';
import { readHistory } from './verify/about.ts';
import { readProviderNames } from './verify/read-provider-names.ts';
import { readWeekPage, readWeeksPage } from './weeks/read-weeks.ts';
import { readSpecimen, readWhyPage } from './why/read-why.ts';

export const PAGE_READS: Readonly<Record<PageReadId, Read>> = {
  scoresPage: readScoresPage,
  scoresMap: readScoresMap,
  scoresTimeline: readScoresTimeline,
  scoresRows: readScoresRows,
  scoresCsv: readScoresCsv,
  changelogPage: readChangelogPage,
  changelogCsv: readChangelogCsv,
  changePage: readChangePage,
  weekPage: readWeekPage,
  weeksPage: readWeeksPage,
  comparePage: readComparePage,
  providerPage: readProviderPage,
  providerReport: readProviderReport,
  whyPage: readWhyPage,
  specimen: readSpecimen,
  differencesPage: readDifferencesPage,
  providerNames: readProviderNames,
  searchPage: readSearchPage,
  searchResults: readSearchResults,
  serviceHistory: readHistory,
  indicatorCard: readIndicatorCard,
  changeCard: readChangeCard,
  embedPage: readEmbedPage,
  embedChart: readEmbedChart,
  oembed: readOembed,
};

/** By URL: prepared at every publication, so that requests for them never wait for the store. */
export const HOT_PAGES: readonly [url: string, PageReadId][] = [['/', 'scoresPage']];

/** Providers side by side: their current public rows and the steps of the last 90 days. */
async function readComparePage(reading: Reading, parameters: Parameters): Promise<Found> {
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
    unknown: slugs.filter((slug) => names.bySlug(slug) === undefined),
    withdrawn: new Map(
      (await withdrawnProviders(db, { providerIds: ids })).map((one) => [one.providerId, one]),
    ),
    rows: new Map(rows.map((row) => [row.id, row])),
    snapshots: await readSnapshots(reading, served),
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

/** What a framework version changes. Its list has every provider. */
async function readDifferencesPage(reading: Reading, { version, page }: Parameters): Promise<Answer> {
  const { db, site, clock } = reading;
  const stored = await findDifferences(db, String(version));
  if (stored === null) return { problem: 'not_found' };
  const differences = JSON.parse(stored.differences) as MethodologyDifferences['data'];
  // A page after the last one is the last one.
  const pages = Math.max(1, Math.ceil(differences.providers.length / ROWS_PER_PAGE));
  const shown = Math.min(Number(page), pages);
  const { text } = differencesPage({ site, differences, digest: stored.digest, page: shown });
  return { content: text, lastModified: Math.floor(clock()), mediaType: 'text/html; charset=utf-8' };
}
