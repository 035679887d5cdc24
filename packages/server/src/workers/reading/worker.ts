// The reading thread: a store of its own, all reads that need one, and the published state, which it makes again
// whenever any process changed the store.

import { parentPort, workerData } from 'node:worker_threads';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { civilDate } from '@rf-indicators/core/context/times';
import { changeCount } from '@rf-indicators/core/store/change-counter';
import { watchChanges } from '@rf-indicators/core/store/change-watch';
import { openStore } from '@rf-indicators/core/store/open';
import { answerTool, type ToolAnswer, type ToolQuestion } from '../../agent/answer-tool.ts';
import type { ReadId } from '../../api/reads.ts';
import { buffersOf } from '../../rendering/body.ts';
import { readDataStatus } from '../../rendering/data-status.ts';
import type { Parameters, Prepared, Reading } from '../../rendering/reading.ts';
import { readUsage, type UsageQuestion } from '../../rendering/usage.ts';
import { answerOn } from '../rpc/questions.ts';
import { releaseStartupMemory } from '../rpc/startup-memory.ts';
import { answer } from './answering.ts';
import type { FromReader, ReaderSettings } from './messages.ts';
import { publishedState } from './published-state.ts';

const MINUTE = 60_000;

const { location, baseUrl, disclosure, budgetBytes } = workerData as ReaderSettings;
const port = parentPort!;
const tell = (message: FromReader, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers);
const store = await openStore(location);
const clock = () => Date.now();
const base = { db: store.db, baseUrl, disclosure, clock };
const state = publishedState(base, {
  budgetBytes,
  swap: (swap) => {
    tell({ kind: 'swap', swap }, buffersOf([...swap.documents, ...swap.bodies].map(([, body]) => body)));
    if (swap.isWhole) tell({ kind: 'ready' });
  },
  follow: (bodies) => tell({ kind: 'bodies', bodies }, buffersOf(bodies.map(([, body]) => body))),
  onError: trouble,
});
const { rows, rowsChangedAt, names } = state;
const reading: Reading = { ...base, rows, rowsChangedAt, names };

answerOn(
  port,
  {
    read: ({ operation, parameters }: { operation: ReadId; parameters: Parameters }) =>
      answer(reading, operation, parameters),
    usage: (question: UsageQuestion) => readUsage(store.db, question),
    tool: (question: ToolQuestion) => answerTool(reading, question),
  },
  (given) => {
    const prepared = given as Prepared | ToolAnswer | undefined;
    if (prepared === undefined || !('body' in prepared)) return [];
    return buffersOf('toKeep' in prepared ? [prepared.body, prepared.toKeep] : [prepared.body]);
  },
);

let lastAccess = '';
async function lookAtAccess(): Promise<void> {
  const rows = await readAccess(store.db);
  const text = JSON.stringify(rows);
  if (text !== lastAccess) tell({ kind: 'access', rows });
  lastAccess = text;
}

let day = '';
let lastLook = Promise.resolve();
/** One look after the other: each hands over what changed since the one before. */
function lookAtState(): Promise<void> {
  const look = async () => {
    const now = clock();
    tell({ kind: 'dataStatus', status: await readDataStatus(store.db, now) });
    await state.refresh();
    day = civilDate(now);
  };
  lastLook = lastLook.then(look, look);
  return lastLook;
}

let isTroubled = false;
function trouble(error: unknown): void {
  isTroubled = true;
  tell({ kind: 'trouble', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
function recovered(): void {
  if (isTroubled) tell({ kind: 'well' });
  isTroubled = false;
}

// Counted before it is read: what changes in between is then read again, not missed.
const since = await changeCount(store.db);
await lookAtAccess();
// Two watches, because a large publication takes a while to prepare, and a revoked key must not wait for it.
const stops = [watchChanges(store, lookAtAccess, { since, onError: trouble, onLook: recovered })];
await lookAtState();
stops.push(watchChanges(store, lookAtState, { since, onError: trouble }));
releaseStartupMemory();
// A framework takes effect by the calendar, without any change of the store.
const calendar = setInterval(() => {
  if (civilDate(clock()) !== day) lookAtState().catch(trouble);
}, MINUTE);

port.on('message', async (message) => {
  if (message !== 'stop') return;
  clearInterval(calendar);
  for (const stop of stops) await stop();
  await store.close();
  port.close();
});
