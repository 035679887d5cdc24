// The published state as the reading thread makes it: looked at whenever the store changed, and handed to the
// serving thread as one swap. What many readers share is always ready with it; where very much changed at once,
// single indicators follow, and are read from the store until they have come.

import { OPERATIONS } from '@rf-indicators/contract';
import { NameIndex } from '../agent/names/name-index.ts';
import { namesOf } from '../agent/names/read-names.ts';
import { HOT_READS } from '../api/reads.ts';
import { snapshotOf } from '../api/v1/scores-get.ts';
import { canonicalUrl } from '../http/canonical-url.ts';
import { type Body, prepareBody, sizeOf } from '../indicators/body.ts';
import type { Swap } from '../indicators/published.ts';
import type { RenderedRow } from '../indicators/rows.ts';
import type { ServedIndicator } from '../indicators/served.ts';
import { standingRows } from '../indicators/standing-rows.ts';
import type { Queries } from '../store/store.ts';
import { answer } from './answering.ts';
import type { Reading } from './reading.ts';

/** More than this in a publication, and the swap does not wait for all of them. */
const PREPARED_WITH_SWAP = 200;
const BODIES_AT_ONCE = 50;

export interface StateOptions {
  budgetBytes: number;
  swap: (swap: Swap) => void;
  /** Bodies that follow a swap. */
  follow: (bodies: Swap['bodies']) => void;
}

export interface State {
  rows: () => readonly RenderedRow[];
  /** By which name agents find which provider. */
  names: () => NameIndex;
  refresh: () => Promise<void>;
}

export function publishedState(
  base: Omit<Reading, 'rows'>,
  { budgetBytes, swap, follow }: StateOptions,
): State {
  let rows: readonly RenderedRow[] = [];
  const reading: Reading = { ...base, rows: () => rows };
  const look = standingRows(base.db);
  const lookAtNames = namesOf(base.db);
  let providerNames = new NameIndex([]);
  /** What the serving thread has; null while it has nothing of ours. */
  let delivered: ReadonlyMap<string, ServedIndicator> | null = null;
  return {
    rows: reading.rows,
    names: () => providerNames,
    async refresh() {
      const { sorted, served } = await look();
      rows = sorted;
      providerNames = await lookAtNames();
      const changed = [...served.values()].filter((one) => delivered?.get(one.providerId) !== one);
      const names = await formerSlugs(base.db);
      const documents = await hotDocuments(reading);
      const bodies = await bodiesOf(reading, changed.slice(0, PREPARED_WITH_SWAP));
      swap({
        isWhole: delivered === null,
        documents,
        changed: changed.map(({ providerId, slug }) => [
          providerId,
          [slug, ...(names.get(providerId) ?? [])],
        ]),
        removed: [...(delivered?.keys() ?? [])].filter((id) => !served.has(id)),
        bodies,
      });
      // Only now: what could not be handed over is handed over at the next look.
      delivered = served;
      let bytes = 0;
      for (let at = PREPARED_WITH_SWAP; at < changed.length && bytes < budgetBytes; at += BODIES_AT_ONCE) {
        const more = await bodiesOf(reading, changed.slice(at, at + BODIES_AT_ONCE));
        for (const [, body] of more) bytes += sizeOf(body);
        follow(more);
      }
    },
  };
}

async function hotDocuments(reading: Reading): Promise<Swap['documents']> {
  const documents: Swap['documents'] = [];
  for (const [operation, parameters] of HOT_READS) {
    const prepared = await answer(reading, operation, parameters, { hot: true });
    if ('problem' in prepared) continue;
    documents.push([canonicalUrl(OPERATIONS[operation], parameters), prepared.toKeep]);
  }
  return documents;
}

async function bodiesOf(reading: Reading, indicators: readonly ServedIndicator[]): Promise<[string, Body][]> {
  const bodies: [string, Body][] = [];
  for (const served of indicators) {
    const { content, lastModified } = await snapshotOf(reading, served);
    bodies.push([served.providerId, await prepareBody(content, { lastModified, hot: true })]);
  }
  return bodies;
}

/** Links with an old slug go on working. */
async function formerSlugs(db: Queries): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('provider_slugs').selectAll().execute();
  const byProvider = Map.groupBy(rows, ({ provider_id }) => provider_id);
  return new Map([...byProvider].map(([id, found]) => [id, found.map(({ slug }) => slug)]));
}
