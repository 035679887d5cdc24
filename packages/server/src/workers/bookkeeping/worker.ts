// The bookkeeping thread. It does all writes for the serving thread, which must not wait for the transactions of other
// processes.

import type { MessagePort } from 'node:worker_threads';
import { deleteCalls, KEPT_CALL_DAYS, writeCalls } from '@rf-indicators/core/accounts/agent-calls';
import { writeUsage } from '@rf-indicators/core/accounts/usage-records';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { Refusal, type RefusalDetail } from '@rf-indicators/core/context/refusal';
import { forgetAnswers } from '@rf-indicators/core/desk/market/idempotent-answers';
import { openStore } from '@rf-indicators/core/store/open';
import type { ReceivedOrRefused } from '../../api/public/score-request-receipt.ts';
import { openPeriod, prolongPeriod, readUptime } from '../../api/uptime.ts';
import { forgetSpans, readSpans, writeSpans } from '../../http/limits/memory/saved-windows.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { BookkeeperSettings, Counts, FromBookkeeper, ReceivedBody } from './messages.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const HEARTBEAT_MS = 10_000;

export async function run(port: MessagePort, settings: BookkeeperSettings): Promise<void> {
  const { location, node } = settings;
  const send = (message: FromBookkeeper) => port.postMessage(message);
  const store = await openStore(location, STORE_CONNECTIONS.bookkeeping);
  const clock = () => Date.now();
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };

  serveRequests(port, {
    save: ({ usage, spans, calls }: Counts) =>
      store.transaction(async (writes) => {
        await writeUsage(writes, usage);
        await writeSpans(writes, spans);
        await writeCalls(context, writes, calls);
      }),
    savedWindows: () => readSpans(store.db, node, clock() - HOUR),
    scoreRequest: async ({ body, idempotencyKey }: ReceivedBody): Promise<ReceivedOrRefused> => {
      // Loaded here: it needs half of the modules of this thread, and few processes ever receive a score request.
      const { receiveScoreRequest } = await import('@rf-indicators/core/desk/market/score-requests');
      return receiveScoreRequest(context, body, idempotencyKey).then(
        (receipt) => ({ receipt }),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const { code, message, details } = error;
          return { refusal: { code, message, details: details as RefusalDetail[] } };
        },
      );
    },
  });

  const period = context.newId();
  await store.transaction((writes) => openPeriod(writes, period, node, clock()));
  send({ kind: 'uptime', uptime: await readUptime(store.db, clock()) });

  let running = Promise.resolve();
  /** Records that the process is running, and deletes expired data. */
  async function heartbeat(): Promise<void> {
    try {
      const now = clock();
      await store.transaction(async (writes) => {
        await prolongPeriod(writes, period, now);
        await forgetSpans(writes, now - HOUR);
        await forgetAnswers(writes, now - DAY);
        await deleteCalls(writes, now - KEPT_CALL_DAYS * DAY);
      });
      send({ kind: 'uptime', uptime: await readUptime(store.db, now) });
    } catch (error) {
      send({ kind: 'error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  const timer = setInterval(() => {
    running = running.then(heartbeat);
  }, HEARTBEAT_MS);

  port.on('message', async (message) => {
    if (message !== 'stop') return;
    clearInterval(timer);
    await running;
    await heartbeat();
    await store.close();
    port.close();
  });
}
