// Follows publications on the reading thread. In a store that is not large, the responses that are requested often are
// prepared at once and sent to the serving thread; in a large one they are read from the store when they are requested.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { OPERATIONS } from '@rf-indicators/contract';
import { countServed, selectServed } from '@rf-indicators/core/desk/served/select';
import { inPortions } from '@rf-indicators/core/store/bulk';
import { HOT_READS } from '../../api/hot-reads.ts';
import type { ReadId } from '../../api/reads.ts';
import { canonicalUrl } from '../../http/canonical-url.ts';
import { compressAll } from '../../rendering/body.ts';
import { isOfPublication } from '../../rendering/of-publication.ts';
import { HOT_PAGES } from '../../rendering/pages/reads.ts';
import type { Documents } from '../../rendering/published.ts';
import type { PageReadId, Prepared, Reading } from '../../rendering/reading.ts';
import { answer } from './answering.ts';
import { currentScores } from './current-scores.ts';
import type { Scores } from './messages.ts';

/** In a larger store this would delay a start and the reads after each publication. */
const MAX_PREPARED = 1000;
const BATCH_SIZE = 50;

export interface StateOptions {
  /** Replaces everything that was sent before. */
  swap: (documents: Documents) => void;
  /** Replaces only these, after a new checkpoint or daily dump. */
  update: (documents: Documents) => void;
  /** Sends scores that follow the last swap. The serving thread may drop them when it needs the memory. */
  sendScores: (scores: Scores) => void;
  /** Called if scores could not be prepared. They are then read from the store on request. */
  onError: (error: unknown) => void;
}

export interface State {
  /** Reads the store and sends a swap. Only the first time it waits until the scores of single providers are sent. */
  refresh: () => Promise<void>;
  /** Reads again what a publication is not needed for to change. */
  refreshLog: () => Promise<void>;
}

export function publishedState(reading: Reading, { swap, update, sendScores, onError }: StateOptions): State {
  let swaps = 0;
  /** Prepares scores in small batches, so that the thread can do other work in between, including the next swap. */
  const prepareScores = async (own: number) => {
    const served = await selectServed(reading.db, {}, { sort: 'name', limit: MAX_PREPARED });
    for (const portion of inPortions(served, BATCH_SIZE)) {
      const scores = await currentScores(
        reading,
        portion.map(({ providerId }) => ({ name: providerId })),
        { hot: true },
      );
      // Another swap has replaced them in the meantime.
      if (own !== swaps) return;
      sendScores(
        portion.flatMap(({ providerId, slug }, index): Scores => {
          const { body, source } = scores[index] ?? { body: null };
          return body === null ? [] : [providerId, slug].map((name) => [scoreUrl(name), body, source!]);
        }),
      );
      await nextTurn();
    }
  };
  return {
    async refresh() {
      const isStart = swaps === 0;
      swaps += 1;
      const own = swaps;
      const isSmall = await isSmallStore(reading);
      swap(isSmall ? await hotDocuments(reading, () => true) : []);
      if (!isSmall) return;
      const preparing = prepareScores(own);
      // A start takes hardly longer for it, and finds out whether what is served can be read.
      if (isStart) await preparing;
      else preparing.catch(onError);
    },
    async refreshLog() {
      const isSmall = await isSmallStore(reading);
      update(isSmall ? await hotDocuments(reading, (id) => !isOfPublication(id)) : []);
    },
  };
}

async function isSmallStore({ db }: Reading): Promise<boolean> {
  return (await countServed(db)) <= MAX_PREPARED;
}

function scoreUrl(providerId: string): string {
  return canonicalUrl(OPERATIONS.getScore, { providerId });
}

async function hotDocuments(
  reading: Reading,
  isWanted: (id: ReadId | PageReadId) => boolean,
): Promise<Documents> {
  const documents: Documents[number][] = [];
  const add = async (url: string, prepared: Prepared) => {
    if (!('problem' in prepared)) documents.push([url, await compressAll(prepared.toKeep)]);
  };
  for (const [operation, parameters] of HOT_READS) {
    if (!isWanted(operation)) continue;
    const url = canonicalUrl(OPERATIONS[operation], parameters);
    await add(url, await answer(reading, operation, parameters));
  }
  for (const [url, page] of HOT_PAGES) {
    if (isWanted(page)) await add(url, await answer(reading, page, {}));
  }
  return documents;
}
