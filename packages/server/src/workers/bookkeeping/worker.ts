// The bookkeeping thread. It does all writes for the serving thread, which must not wait for the transactions of other
// processes.

import type { MessagePort } from 'node:worker_threads';
import { deleteCalls, KEPT_CALL_DAYS, writeCalls } from '@rf-indicators/core/accounts/agent-calls';
import {
  deleteFailedCalls,
  KEPT_FAILURE_DAYS,
  writeFailedCalls,
} from '@rf-indicators/core/accounts/failed-calls';
import { QuotaNotices } from '@rf-indicators/core/accounts/quota-notices';
import { writeUsage } from '@rf-indicators/core/accounts/usage-records';
import type { Context } from '@rf-indicators/core/context/context';
import { forgetAnswers } from '@rf-indicators/core/context/idempotent-answers';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { Refusal, type RefusalDetail } from '@rf-indicators/core/context/refusal';
import { hasDueDecisions } from '@rf-indicators/core/desk/inputs/due-decisions';
import { deleteExpiredSignIns } from '@rf-indicators/core/identity/expired';
import { openStore } from '@rf-indicators/core/store/open';
import type { ReceivedOrRefused } from '../../api/public/score-request-receipt.ts';
import { openPeriod, prolongPeriod, readUptime } from '../../api/uptime.ts';
import { forgetSpans, readSpans, writeSpans } from '../../http/limits/memory/saved-windows.ts';
import { serveRequests } from '../rpc/requests.ts';
import { workerError } from '../rpc/worker-error.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import { watchForEndpoint } from './endpoint-watch.ts';
import type { BookkeeperSettings, Counts, FromBookkeeper, MasterKeyFault, ReceivedBody } from './messages.ts';
import { findMasterKeyFault, requireFreeSpace } from './self-check.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** A heartbeat is a write, so it also finds out that writes fail. */
const HEARTBEAT_MS = 2000;
const RETENTION_MS = 60_000;
/** Decisions at the desk are put in force so soon after their time. */
const SETTLED_EVERY_MS = 1000;

export async function run(port: MessagePort, settings: BookkeeperSettings): Promise<void> {
  const { location, node } = settings;
  const send = (message: FromBookkeeper) => port.postMessage(message);
  const store = await openStore(location, STORE_CONNECTIONS.bookkeeping);
  const clock = () => Date.now();
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };

  const quotaNotices = new QuotaNotices(context);
  let masterKey: MasterKeyFault | null = null;

  const stopping = serveRequests(port, {
    save: async ({ usage, spans, calls, failures, highUse }: Counts) => {
      await store.transaction(async (writes) => {
        await writeUsage(writes, usage);
        await writeSpans(writes, spans);
        await writeCalls(context, writes, calls);
        await writeFailedCalls(context, writes, failures);
      });
      // Counts that were saved must not be saved again because a notice could not be written.
      await quotaNotices.tell(highUse).catch((error: unknown) => {
        send({ kind: 'checked', writes: workerError(error), masterKey });
      });
    },
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
  let isOpen = false;
  let lastDeletion = clock();
  /** Records that the process is running, and deletes expired data. */
  async function recordPeriod(): Promise<void> {
    const now = clock();
    const deletes = now - lastDeletion >= RETENTION_MS;
    await store.transaction(async (writes) => {
      await (isOpen ? prolongPeriod(writes, period, now) : openPeriod(writes, period, node, now));
      if (!deletes) return;
      await forgetSpans(writes, now - HOUR);
      await forgetAnswers(writes, now - DAY);
      await deleteCalls(writes, now - KEPT_CALL_DAYS * DAY);
      await deleteFailedCalls(writes, now - KEPT_FAILURE_DAYS * DAY);
    });
    isOpen = true;
    if (deletes) await deleteExpiredSignIns(context);
    if (deletes) lastDeletion = now;
    send({ kind: 'uptime', uptime: await readUptime(store.db, now) });
    await requireFreeSpace(location);
  }
  /** Never rejects: a process that starts on a full disk serves what is published. */
  async function heartbeat(): Promise<void> {
    try {
      await recordPeriod();
      masterKey = await findMasterKeyFault(store, settings);
      send({ kind: 'checked', writes: null, masterKey });
    } catch (error) {
      send({ kind: 'checked', writes: workerError(error), masterKey });
    }
  }
  let running = heartbeat();
  await running;
  const timer = setInterval(() => {
    running = running.then(heartbeat);
  }, HEARTBEAT_MS);

  async function settle(): Promise<void> {
    if (!(await hasDueDecisions(store.db, clock()))) return;
    // Loaded here: it needs the whole desk, and most processes never settle a decision.
    const { settleDecisions } = await import('@rf-indicators/core/desk/inputs/settle');
    await settleDecisions(context);
  }
  let settling = Promise.resolve();
  const settlement = setInterval(() => {
    settling = settling.then(settle).catch((error: unknown) => {
      send({ kind: 'checked', writes: workerError(error), masterKey });
    });
  }, SETTLED_EVERY_MS);

  const watch = watchForEndpoint(store.db, () => send({ kind: 'endpoint' }));

  stopping.then(async () => {
    clearInterval(timer);
    clearInterval(settlement);
    await settling;
    await watch.stop();
    await running;
    await heartbeat();
    await store.close();
    port.close();
  });
}
