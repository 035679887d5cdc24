// The bookkeeping thread: all that the serving side writes. A writer may have to wait for another process's
// transaction, and the serving thread must not.

import { parentPort, workerData } from 'node:worker_threads';
import { forgetCalls, KEPT_CALL_DAYS, writeCalls } from '@rf-indicators/core/accounts/agent-call-records';
import { writeUsage } from '@rf-indicators/core/accounts/usage-records';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { Refusal, type RefusalDetail } from '@rf-indicators/core/context/refusal';
import { forgetAnswers } from '@rf-indicators/core/desk/market/idempotent-answers';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { openStore } from '@rf-indicators/core/store/open';
import type { ScoreRequestOutcome } from '../../api/public/score-request-outcome.ts';
import { openPeriod, prolongPeriod, readUptime } from '../../api/uptime.ts';
import { forgetSpans, readSpans, writeSpans } from '../../http/limits/saved-windows.ts';
import { answerOn } from '../rpc/questions.ts';
import { releaseStartupMemory } from '../rpc/startup-memory.ts';
import type { BookkeeperSettings, CountedWork, FromBookkeeper, ReceivedBody } from './messages.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const BEAT_MS = 10_000;

const { location, node } = workerData as BookkeeperSettings;
const port = parentPort!;
const tell = (message: FromBookkeeper) => port.postMessage(message);
const store = await openStore(location);
const clock = () => Date.now();
const context: Context = { store, clock, newId: () => uuidV7(clock()) };

answerOn(port, {
  save: ({ usage, spans, calls }: CountedWork) =>
    store.transaction(async (writes) => {
      await writeUsage(writes, usage);
      await writeSpans(writes, spans);
      await writeCalls(context, writes, calls);
    }),
  savedWindows: () => readSpans(store.db, node, clock() - HOUR),
  scoreRequest: ({ body, idempotencyKey }: ReceivedBody): Promise<ScoreRequestOutcome> =>
    receiveScoreRequest(context, body, idempotencyKey).then(
      (receipt) => ({ receipt }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        const { code, message, details } = error;
        return { refusal: { code, message, details: details as RefusalDetail[] } };
      },
    ),
});

const period = context.newId();
await store.transaction((writes) => openPeriod(writes, period, node, clock()));
tell({ kind: 'uptime', uptime: await readUptime(store.db, clock()) });

releaseStartupMemory();

let underWay = Promise.resolve();
async function beat(): Promise<void> {
  try {
    const now = clock();
    await store.transaction(async (writes) => {
      await prolongPeriod(writes, period, now);
      await forgetSpans(writes, now - HOUR);
      await forgetAnswers(writes, now - DAY);
      await forgetCalls(writes, now - KEPT_CALL_DAYS * DAY);
    });
    tell({ kind: 'uptime', uptime: await readUptime(store.db, now) });
  } catch (error) {
    tell({ kind: 'trouble', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
const beats = setInterval(() => {
  underWay = underWay.then(beat);
}, BEAT_MS);

port.on('message', async (message) => {
  if (message !== 'stop') return;
  clearInterval(beats);
  await underWay;
  await beat();
  await store.close();
  port.close();
});
