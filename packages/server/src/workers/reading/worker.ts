// The reading thread: a store of its own, all reads that need one, the published state, which it makes again whenever
// any process moved the topic `published`, and the keys, of which it reads those that changed.

import type { MessagePort } from 'node:worker_threads';
import { findAccess, readAccess, readAccessChanges } from '@rf-indicators/core/accounts/access-table';
import { civilDate } from '@rf-indicators/core/context/times';
import { openStore } from '@rf-indicators/core/store/open';
import { readTopics } from '@rf-indicators/core/store/topics';
import { answerTool, type ToolAnswer, type ToolQuestion } from '../../agent/answer-tool.ts';
import type { ReadId } from '../../api/reads.ts';
import { buffersOf } from '../../rendering/body.ts';
import { readDataStatus } from '../../rendering/data-status.ts';
import type { Parameters, Prepared, Reading } from '../../rendering/reading.ts';
import { readUsage, type UsageQuestion } from '../../rendering/usage.ts';
import { answerOn } from '../rpc/questions.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import { answer } from './answering.ts';
import type { FromReader, ReaderSettings } from './messages.ts';
import { publishedState } from './published-state.ts';

const MINUTE = 60_000;

export async function run(port: MessagePort, settings: ReaderSettings): Promise<void> {
  const { location, baseUrl, disclosure, budgetBytes } = settings;
  const tell = (message: FromReader, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers);
  const store = await openStore(location, STORE_CONNECTIONS.reading);
  const clock = () => Date.now();
  const base = { db: store.db, baseUrl, disclosure, clock };
  const state = publishedState(base, {
    budgetBytes,
    swap: (swap) => {
      tell({ kind: 'swap', swap }, buffersOf([...swap.documents, ...swap.bodies].map(([, body]) => body)));
      if (swap.isComplete) tell({ kind: 'ready' });
    },
    follow: (bodies) => tell({ kind: 'bodies', bodies }, buffersOf(bodies.map(([, body]) => body))),
    onError: reportError,
  });
  const { rows, rowsChangedAt, names } = state;
  const reading: Reading = { ...base, rows, rowsChangedAt, names };

  answerOn(
    port,
    {
      read: ({ operation, parameters }: { operation: ReadId; parameters: Parameters }) =>
        answer(reading, operation, parameters),
      usage: (question: UsageQuestion) => readUsage(store.db, question),
      key: (keyHash: string) => findAccess(store.db, keyHash),
      tool: (question: ToolQuestion) => answerTool(reading, question),
    },
    (given) => {
      const prepared = given as Prepared | ToolAnswer | null | undefined;
      if (!prepared || !('body' in prepared)) return [];
      return buffersOf('toKeep' in prepared ? [prepared.body, prepared.toKeep] : [prepared.body]);
    },
  );

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

  let hasFailed = false;
  function reportError(error: unknown): void {
    hasFailed = true;
    tell({ kind: 'error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  function reportRecovery(): void {
    if (hasFailed) tell({ kind: 'recovered' });
    hasFailed = false;
  }

  // Read before what rests on it: what changes in between is then read again, not missed.
  const since = await readTopics(store.db);
  let accessVersion = since.access;
  tell({ kind: 'access', changes: { isComplete: true, rows: await readAccess(store.db) } });
  const bus = store.changeBus();
  // Apart from the published state, because a large publication takes a while to prepare, and a revoked key must not
  // wait for it.
  bus.subscribe(
    ['access'],
    async ({ access }) => {
      const changed = await readAccessChanges(store.db, { after: accessVersion, upTo: access });
      accessVersion = access;
      tell({ kind: 'access', changes: { isComplete: false, rows: changed } });
    },
    { since, onError: reportError, onLook: reportRecovery },
  );
  await lookAtState();
  bus.subscribe(['published'], lookAtState, { since, onError: reportError });
  // A framework takes effect by the calendar, without any change of the store.
  const calendar = setInterval(() => {
    if (civilDate(clock()) !== day) lookAtState().catch(reportError);
  }, MINUTE);

  port.on('message', async (message) => {
    if (message !== 'stop') return;
    clearInterval(calendar);
    await bus.stop();
    await store.close();
    port.close();
  });
}
