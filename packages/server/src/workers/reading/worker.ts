// The reading thread. It has its own store connection and handles all reads that are not in memory. When any process changes
// the topic `published`, it prepares the published state again; when `log` or `datasets` changes, only what shows the log or the
// daily dumps; twice a second, and at once when `access` changes, it reads the keys that have newer entries in the record chain.

import type { MessagePort } from 'node:worker_threads';
import { AccessFollower } from '@rf-indicators/core/accounts/access-follower';
import { findAccess } from '@rf-indicators/core/accounts/access-table';
import { civilDate } from '@rf-indicators/core/context/times';
import { readScoreRequestOutcome } from '@rf-indicators/core/desk/market/score-request-records';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { readWitnesses } from '@rf-indicators/core/log/witnesses';
import { requirePrimary } from '@rf-indicators/core/store/connect';
import { openServedStore } from '@rf-indicators/core/store/open';
import { ForgedAuthority } from '@rf-indicators/core/store/records/authority';
import { readTopics } from '@rf-indicators/core/store/topics';
import { answerTool, type ToolRequest } from '../../agent/answer-tool.ts';
import { findEach } from '../../agent/find-provider.ts';
import type { ToolAnswer } from '../../agent/tool.ts';
import { cursorAfterEvent } from '../../api/events.ts';
import type { ReadId } from '../../api/reads.ts';
import { type DecisionsExport, readDecisionsExport } from '../../api/spreadsheets/decisions.ts';
import { threadClock } from '../../clock/shared-clock.ts';
import { buffersOf } from '../../rendering/body.ts';
import { readDataStatus } from '../../rendering/data-status.ts';
import { type EventQuery, readEvents } from '../../rendering/events/event-list.ts';
import { namesOf } from '../../rendering/names/read-names.ts';
import { resolveNames } from '../../rendering/names/resolve-names.ts';
import type { Documents } from '../../rendering/published.ts';
import type { PageReadId, Parameters, Prepared, Reading } from '../../rendering/reading.ts';
import { readUsage, type UsageQuery } from '../../rendering/usage.ts';
import { patiently } from '../rpc/patience.ts';
import { serveRequests, workerError } from '../rpc/requests.ts';
import { spreadsheetThread } from '../spreadsheets/thread.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import { answer, prepared } from './answering.ts';
import { type AskedScore, type CurrentScore, currentScores } from './current-scores.ts';
import type { FromReader, Scores, StartedReader } from './messages.ts';
import { publishedState } from './published-state.ts';

const MINUTE = 60_000;
/** While the record chain is altered, all keys are compared with what is known of them this often. */
const COMPARED_AFTER_MS = 5000;

export async function run(port: MessagePort, settings: StartedReader): Promise<void> {
  const { location, site, staleDays } = settings;
  const { baseUrl, disclosure } = site;
  const send = (message: FromReader, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers);
  const store = await openServedStore(location, STORE_CONNECTIONS.reading);
  const clock = threadClock(settings.clock);
  const pinned = (await readPinnedKey(location.dataDir, settings.verifierKey))?.key ?? null;
  const witnesses = (await readWitnesses(settings.witnesses)).map(({ key }) => key);
  const readNames = namesOf(store.db);
  const spreadsheets = spreadsheetThread(reportError, settings.isolation);
  const reading: Reading = {
    ...{ db: store.db, baseUrl, disclosure, site, pinned, witnesses, staleDays, clock },
    snapshots: snapshotReader(store.db),
    names: readNames,
    writeXlsx: spreadsheets.write,
  };
  const sendBodies = (message: FromReader, bodies: Documents | Scores) =>
    send(message, buffersOf(bodies.map(([, body]) => body)));
  const state = publishedState(reading, {
    swap: (documents) => sendBodies({ kind: 'swap', documents }, documents),
    update: (documents) => sendBodies({ kind: 'update', documents }, documents),
    sendScores: (scores) => sendBodies({ kind: 'scores', scores }, scores),
    onError: reportError,
  });

  const stopping = serveRequests(
    port,
    {
      read: ({ id, parameters }: { id: ReadId | PageReadId; parameters: Parameters }) =>
        answer(reading, id, parameters),
      scores: (asked: readonly AskedScore[]) => currentScores(reading, asked, { hot: false }),
      usage: (query: UsageQuery) => readUsage(store.db, query),
      events: async (query: EventQuery) => ({
        body: await readEvents(store.db, query, { disclosure, cursorAfter: cursorAfterEvent }),
      }),
      decisionsExport: async (query: DecisionsExport) => prepared(await readDecisionsExport(reading, query)),
      resolve: (asked: readonly string[]) => resolveNames(reading, asked),
      scoreRequest: (id: string) => readScoreRequestOutcome(store.db, id),
      key: async (keyHash: string) => {
        const found = await findAccess(store.db, keyHash);
        // An old server does not know a new key.
        if (found === null) await requirePrimary(store);
        return found;
      },
      tool: (request: ToolRequest) => answerTool(reading, request),
      findNames: (names: readonly string[]) => findEach(reading, names),
    },
    (result) => {
      if (Array.isArray(result)) {
        const bodies = (result as (CurrentScore | null)[]).map((score) => score?.body ?? null);
        return buffersOf(bodies.filter((body) => body !== null));
      }
      const prepared = result as Prepared | ToolAnswer | null | undefined;
      if (!prepared || !('body' in prepared)) return [];
      return buffersOf('toKeep' in prepared ? [prepared.body, prepared.toKeep] : [prepared.body]);
    },
  );

  let day = '';
  let lastRefresh = Promise.resolve();
  /** Refreshes one at a time, because each contains the changes since the previous one. */
  function inTurn(refresh: () => Promise<void>): Promise<void> {
    lastRefresh = lastRefresh.then(refresh, refresh);
    return lastRefresh;
  }
  async function sendStatus(): Promise<void> {
    send({ kind: 'dataStatus', status: await readDataStatus(store.db, clock()) });
  }
  const refreshState = () =>
    inTurn(async () => {
      const now = clock();
      await sendStatus();
      readNames.expire();
      await state.refresh();
      day = civilDate(now);
    });
  /** The status tells of cosignatures. */
  const refreshLog = () =>
    inTurn(async () => {
      await sendStatus();
      await state.refreshLog();
    });

  let hasFailed = false;
  function reportError(error: unknown): void {
    hasFailed = true;
    send({ kind: 'error', ...workerError(error) });
  }
  function reportRecovery(): void {
    if (hasFailed) send({ kind: 'recovered' });
    hasFailed = false;
  }

  const bus = store.changeBus();
  let isStopping = false;
  let calendar: NodeJS.Timeout | undefined;
  const patience = { onError: reportError, isStopping: () => isStopping };

  const access = new AccessFollower(store.db);
  let comparedAt = Number.NEGATIVE_INFINITY;
  async function followAccess(): Promise<void> {
    try {
      const changes = await access.readChanges();
      if (changes !== null) send({ kind: 'access', changes });
    } catch (error) {
      if (error instanceof ForgedAuthority && performance.now() - comparedAt > COMPARED_AFTER_MS) {
        // An old server does not have the newest entries.
        await requirePrimary(store);
        send({ kind: 'access', changes: await access.readAltered() });
        comparedAt = performance.now();
      }
      throw error;
    }
  }

  /** Reads everything that is served from memory, and follows its changes. */
  async function load(): Promise<void> {
    const since = await patiently(async () => {
      // Read the topics before the data, so that a change in between is read again and not missed.
      const topics = await readTopics(store.db);
      send({ kind: 'access', changes: await access.readAll() });
      return topics;
    }, patience);
    // A subscription of its own, because a large publication takes a while to prepare and a revoked key must not wait.
    bus.subscribe(['access'], followAccess, {
      atEveryPoll: true,
      ...{ since, onError: reportError, onPoll: reportRecovery },
    });
    await patiently(refreshState, patience);
    send({ kind: 'ready' });
    bus.subscribe(['published'], refreshState, { since, onError: reportError });
    bus.subscribe(['log', 'datasets'], refreshLog, { since, onError: reportError });
    bus.subscribe(['status'], sendStatus, { since, onError: reportError });
    // A framework takes effect on a date, without any change in the store.
    calendar = setInterval(() => {
      if (civilDate(clock()) !== day) refreshState().catch(reportError);
    }, MINUTE);
  }

  const loading = load();
  stopping.then(async () => {
    isStopping = true;
    await loading.catch(() => undefined);
    clearInterval(calendar);
    await bus.stop();
    await spreadsheets.stop();
    await store.close();
    port.close();
  });
  await loading.catch((error) => {
    if (!isStopping) throw error;
  });
}
