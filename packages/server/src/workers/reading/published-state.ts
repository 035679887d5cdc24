// Prepares the published state on the reading thread and sends it to the serving thread as one swap whenever the store
// has changed. Shared documents are always part of the swap. After a large publication, the bodies of single indicators
// follow later; until then they are read from the store on request.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { OPERATIONS } from '@rf-indicators/contract';
import type { Queries } from '@rf-indicators/core/store/store';
import { HOT_READS } from '../../api/hot-reads.ts';
import { canonicalUrl } from '../../http/canonical-url.ts';
import { type Body, prepareBody, sizeOf } from '../../rendering/body.ts';
import { currentRows } from '../../rendering/current-rows.ts';
import { NameIndex } from '../../rendering/names/name-index.ts';
import { namesOf } from '../../rendering/names/read-names.ts';
import { HOT_PAGES } from '../../rendering/pages/reads.ts';
import type { Swap } from '../../rendering/published.ts';
import type { Reading } from '../../rendering/reading.ts';
import type { RenderedRow } from '../../rendering/rows.ts';
import type { ServedIndicator } from '../../rendering/served.ts';
import { snapshotsOf } from '../../rendering/snapshots.ts';
import { answer } from './answering.ts';

/** How many indicators the swap waits for; the bodies of further ones follow later. */
const MAX_BODIES_IN_SWAP = 200;
const BATCH_SIZE = 50;

export interface StateOptions {
  /** The memory budget of the serving thread for prepared responses. */
  budgetBytes: number;
  swap: (swap: Swap) => void;
  /** Sends bodies that follow a swap. */
  sendBodies: (bodies: Swap['bodies']) => void;
  /** Called if following bodies could not be prepared. They are then read from the store on request. */
  onError: (error: unknown) => void;
}

export interface State extends Pick<Reading, 'rows' | 'rowsChangedAt' | 'names'> {
  /** Reads the store and sends a swap. Resolves before following bodies have been sent. */
  refresh: () => Promise<void>;
}

export function publishedState(
  base: Omit<Reading, 'rows' | 'rowsChangedAt' | 'names'>,
  options: StateOptions,
): State {
  const { swap, onError } = options;
  let rows: readonly RenderedRow[] = [];
  let rowsChangedAt = 0;
  let names = new NameIndex([]);
  const state = { rows: () => rows, rowsChangedAt: () => rowsChangedAt, names: () => names };
  const reading: Reading = { ...base, ...state };
  const readRows = currentRows(base.db);
  const readNames = namesOf(base.db);
  /** The indicators that the serving thread has; null before the first swap. */
  let delivered: ReadonlyMap<string, ServedIndicator> | null = null;
  const prepareFollowing = followingBodies(
    reading,
    options,
    (served) => delivered?.get(served.providerId) === served,
  );
  return {
    ...state,
    async refresh() {
      const { sorted, served, changedAt } = await readRows();
      rows = sorted;
      rowsChangedAt = changedAt;
      names = await readNames();
      const changed = [...served.values()].filter((one) => delivered?.get(one.providerId) !== one);
      const slugs = await formerSlugs(base.db);
      const documents = await hotDocuments(reading);
      const bodies = await bodiesOf(reading, changed.slice(0, MAX_BODIES_IN_SWAP));
      swap({
        isComplete: delivered === null,
        documents,
        changed: changed.map(({ providerId, slug }) => [
          providerId,
          [slug, ...(slugs.get(providerId) ?? [])],
        ]),
        removed: [...(delivered?.keys() ?? [])].filter((id) => !served.has(id)),
        bodies,
      });
      // Set only after the swap was sent, so that a failed refresh is repeated in full by the next one.
      delivered = served;
      prepareFollowing(changed.slice(MAX_BODIES_IN_SWAP)).catch(onError);
    },
  };
}

/** Prepares bodies in small batches, so that the thread can do other work in between, including the next swap. */
function followingBodies(
  reading: Reading,
  { budgetBytes, sendBodies }: StateOptions,
  isCurrent: (served: ServedIndicator) => boolean,
): (more: readonly ServedIndicator[]) => Promise<void> {
  const waiting = new Map<string, ServedIndicator>();
  let bytes = 0;
  let isPreparing = false;
  return async (more) => {
    for (const served of more) waiting.set(served.providerId, served);
    bytes = 0;
    if (isPreparing) return;
    isPreparing = true;
    try {
      while (waiting.size > 0 && bytes < budgetBytes) {
        const batch = [...waiting.values().take(BATCH_SIZE)];
        for (const { providerId } of batch) waiting.delete(providerId);
        const bodies = await bodiesOf(reading, batch);
        for (const [, body] of bodies) bytes += sizeOf(body);
        // Skip indicators that another swap has replaced in the meantime.
        const current = new Set(batch.filter(isCurrent).map(({ providerId }) => providerId));
        sendBodies(bodies.filter(([id]) => current.has(id)));
        await nextTurn();
      }
      // Bodies that exceed the budget are prepared on request.
      waiting.clear();
    } finally {
      isPreparing = false;
    }
  };
}

async function hotDocuments(reading: Reading): Promise<Swap['documents']> {
  const documents: Swap['documents'] = [];
  for (const [operation, parameters] of HOT_READS) {
    const prepared = await answer(reading, operation, parameters, { hot: true });
    if ('problem' in prepared) continue;
    documents.push([canonicalUrl(OPERATIONS[operation], parameters), prepared.toKeep]);
  }
  for (const [url, page] of HOT_PAGES) {
    const prepared = await answer(reading, page, {}, { hot: true });
    if (!('problem' in prepared)) documents.push([url, prepared.toKeep]);
  }
  return documents;
}

async function bodiesOf(reading: Reading, indicators: readonly ServedIndicator[]): Promise<[string, Body][]> {
  const bodies: [string, Body][] = [];
  for await (const [served, snapshot] of snapshotsOf(reading, indicators)) {
    const options = { lastModified: served.changedAt, hot: true };
    bodies.push([served.providerId, await prepareBody(JSON.stringify(snapshot), options)]);
  }
  return bodies;
}

/** Former slugs keep working. */
async function formerSlugs(db: Queries): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('provider_slugs').selectAll().execute();
  const byProvider = Map.groupBy(rows, ({ provider_id }) => provider_id);
  return new Map([...byProvider].map(([id, found]) => [id, found.map(({ slug }) => slug)]));
}
