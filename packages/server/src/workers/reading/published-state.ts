// The published state as the reading thread makes it: looked at whenever the store changed, and handed to the
// serving thread as one swap. What many readers share is always ready with it; where very much changed at once,
// single indicators follow, and are read from the store until they have come.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { OPERATIONS } from '@rf-indicators/contract';
import type { Queries } from '@rf-indicators/core/store/store';
import { HOT_READS } from '../../api/reads.ts';
import { canonicalUrl } from '../../http/canonical-url.ts';
import { type Body, prepareBody, sizeOf } from '../../rendering/body.ts';
import { currentRows } from '../../rendering/current-rows.ts';
import { NameIndex } from '../../rendering/names/name-index.ts';
import { namesOf } from '../../rendering/names/read-names.ts';
import type { Swap } from '../../rendering/published.ts';
import type { Reading } from '../../rendering/reading.ts';
import type { RenderedRow } from '../../rendering/rows.ts';
import type { ServedIndicator } from '../../rendering/served.ts';
import { snapshotsOf } from '../../rendering/snapshots.ts';
import { answer } from './answering.ts';

/** More than this in a publication, and the swap does not wait for all of them. */
const PREPARED_WITH_SWAP = 200;
const BODIES_AT_ONCE = 50;

export interface StateOptions {
  /** What the serving thread may hold. */
  budgetBytes: number;
  swap: (swap: Swap) => void;
  /** Bodies that follow a swap. */
  follow: (bodies: Swap['bodies']) => void;
  /** Bodies could not be prepared; they are read from the store until they are. */
  onError: (error: unknown) => void;
}

export interface State extends Pick<Reading, 'rows' | 'rowsChangedAt' | 'names'> {
  /** Resolves once what changed is swapped; where much changed, bodies follow. */
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
  const look = currentRows(base.db);
  const lookAtNames = namesOf(base.db);
  /** What the serving thread has; null while it has nothing of ours. */
  let delivered: ReadonlyMap<string, ServedIndicator> | null = null;
  const following = followingBodies(
    reading,
    options,
    (served) => delivered?.get(served.providerId) === served,
  );
  return {
    ...state,
    async refresh() {
      const { sorted, served, changedAt } = await look();
      rows = sorted;
      rowsChangedAt = changedAt;
      names = await lookAtNames();
      const changed = [...served.values()].filter((one) => delivered?.get(one.providerId) !== one);
      const slugs = await formerSlugs(base.db);
      const documents = await hotDocuments(reading);
      const bodies = await bodiesOf(reading, changed.slice(0, PREPARED_WITH_SWAP));
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
      // Only now: what could not be handed over is handed over at the next look.
      delivered = served;
      following(changed.slice(PREPARED_WITH_SWAP)).catch(onError);
    },
  };
}

/** Prepares bodies a few at a time, so that the thread can do other things between, the next swap among them. */
function followingBodies(
  reading: Reading,
  { budgetBytes, follow }: StateOptions,
  stillStands: (served: ServedIndicator) => boolean,
): (more: readonly ServedIndicator[]) => Promise<void> {
  const waiting = new Map<string, ServedIndicator>();
  let bytes = 0;
  let isFollowing = false;
  return async (more) => {
    for (const served of more) waiting.set(served.providerId, served);
    bytes = 0;
    if (isFollowing) return;
    isFollowing = true;
    try {
      while (waiting.size > 0 && bytes < budgetBytes) {
        const batch = [...waiting.values().take(BODIES_AT_ONCE)];
        for (const { providerId } of batch) waiting.delete(providerId);
        const bodies = await bodiesOf(reading, batch);
        for (const [, body] of bodies) bytes += sizeOf(body);
        // What was swapped meanwhile is old.
        const standing = new Set(batch.filter(stillStands).map(({ providerId }) => providerId));
        follow(bodies.filter(([id]) => standing.has(id)));
        await nextTurn();
      }
      // What has no room is prepared when it is asked for.
      waiting.clear();
    } finally {
      isFollowing = false;
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

/** Links with an old slug go on working. */
async function formerSlugs(db: Queries): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('provider_slugs').selectAll().execute();
  const byProvider = Map.groupBy(rows, ({ provider_id }) => provider_id);
  return new Map([...byProvider].map(([id, found]) => [id, found.map(({ slug }) => slug)]));
}
