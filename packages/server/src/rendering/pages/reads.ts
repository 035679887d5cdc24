// Pages that are rendered on the reading thread, like the responses of the API.

import type { PageReadId, Read } from '../reading.ts';
import { readComparePage } from './compare/read-compared.ts';
import { readDifferencesPage } from './methodology/differences/read-differences.ts';
import { readProviderPage, readProviderReport } from './provider/read-provider.ts';
import { readScoresCsv, readScoresPage, readScoresRows } from './scores/read-scores.ts';
import { readProviderNames } from './verify/read-provider-names.ts';

export const PAGE_READS: Readonly<Record<PageReadId, Read>> = {
  scoresPage: readScoresPage,
  scoresRows: readScoresRows,
  scoresCsv: readScoresCsv,
  comparePage: readComparePage,
  providerPage: readProviderPage,
  providerReport: readProviderReport,
  differencesPage: readDifferencesPage,
  providerNames: readProviderNames,
};

/** By URL: prepared at every publication, so that requests for them never wait for the store. */
export const HOT_PAGES: readonly [url: string, PageReadId][] = [['/', 'scoresPage']];
