// The bookkeeping thread. It does all writes for the serving thread, which must not wait for the transactions of other
// processes. It also takes part in choosing the node that does scheduled work.

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
import { forgetDecisions } from '@rf-indicators/core/decisions/forget';
import { hasDueDecisions } from '@rf-indicators/core/desk/inputs/due-decisions';
import { deleteExpiredSignIns } from '@rf-indicators/core/identity/expired';
import { fencedStore, LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import type { Lease } from '@rf-indicators/core/nodes/lease';
import { forgetNodes } from '@rf-indicators/core/nodes/registry';
import { openServedStore } from '@rf-indicators/core/store/open';
import type { Queries } from '@rf-indicators/core/store/store';
import { forgetAlerts } from '@rf-indicators/core/watch/forget';
import type { ReceivedOrRefused } from '../../api/dependencies.ts';
import { SharedClock, threadClock } from '../../clock/shared-clock.ts';
import { forgetSpans, readSpans, writeSpans } from '../../http/limits/memory/saved-windows.ts';
import { patiently } from '../rpc/patience.ts';
import { serveRequests, workerError } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import { Heartbeat } from './heartbeat.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import type { BookkeeperSettings, Counts, FromBookkeeper, MasterKeyFault, ReceivedBody } from './messages.ts';
import { findMasterKeyFault, heldKeys, requireFreeSpace } from './self-check.ts';
import { ServerWatch } from './server-watch.ts';

const HOUR = 60 * 60 * 1000;
/** A heartbeat is a write, so it also finds out that writes fail. */
const HEARTBEAT_MS = 2000;
const RETENTION_MS = 60_000;
/** The lease is kept, and decisions at the desk are put in force, so soon after their time. */
const LEADING_MS = 1000;

export async function run(port: MessagePort, settings: BookkeeperSettings): Promise<void> {
  const { location, node } = settings;
  const send = (message: FromBookkeeper) => port.postMessage(message);
  const store = await openServedStore(location, STORE_CONNECTIONS.bookkeeping);
  const clock = threadClock(settings.clock);
  const shared = new SharedClock(settings.clock);
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };

  const quotaNotices = new QuotaNotices(context);
  let masterKey: MasterKeyFault | null = null;

  let isStopping = false;
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
    savedWindows: () =>
      patiently(() => readSpans(store.db, node, clock() - HOUR), {
        // The heartbeat reports the same.
        onError: () => undefined,
        isStopping: () => isStopping,
      }),
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

  const servers = new ServerWatch(context, settings.servers, (problems) =>
    send({ kind: 'servers', problems }),
  );
  const heart = new Heartbeat({
    ...{ context, node, shared, dataDir: location.dataDir },
    masterKeys: () => heldKeys(settings),
  });
  const keeper = new LeaseKeeper({
    store,
    holder: node,
    isWilling: () => heart.hasBeaten && shared.isSteady,
  });
  /** Never rejects: a process that starts on a full disk serves what is published. */
  async function beat(): Promise<void> {
    try {
      const { uptime, nodes, isNameTaken } = await heart.beat();
      send({ kind: 'uptime', uptime });
      send({ kind: 'nodes', nodes, isNameTaken });
      await requireFreeSpace(location);
      masterKey = await findMasterKeyFault(store, settings);
      send({ kind: 'checked', writes: null, masterKey });
      await servers.check();
    } catch (error) {
      send({ kind: 'checked', writes: workerError(error), masterKey });
    }
  }
  stopping.then(() => {
    isStopping = true;
  });
  let running = beat();
  await running;
  const timer = setInterval(() => {
    running = running.then(beat);
  }, HEARTBEAT_MS);

  let lastDeletion = performance.now();
  /** What only the leader does in this thread. */
  async function workAsLeader(lease: Lease | null): Promise<void> {
    const fenced: Context = { ...context, store: fencedStore(store, lease) };
    if (await hasDueDecisions(store.db, clock())) {
      // Loaded here: it needs the whole desk, and most processes never settle a decision.
      const { settleDecisions } = await import('@rf-indicators/core/desk/inputs/settle');
      await settleDecisions(fenced);
    }
    if (performance.now() - lastDeletion < RETENTION_MS) return;
    lastDeletion = performance.now();
    await deleteExpired(fenced);
  }
  let told = false;
  const tellLeading = () => {
    const { isLeader, lease } = keeper.leading;
    if (isLeader === told) return;
    told = isLeader;
    send({ kind: 'leading', isLeader, lease });
  };
  const keeping = repeat(async () => {
    await keeper.keep().catch((error: unknown) => {
      send({ kind: 'checked', writes: workerError(error), masterKey });
    });
    tellLeading();
  });
  // Beside the above: a lease must be renewed while its work is running.
  const working = repeat(async () => {
    // The lease may have ended while the store did not respond.
    tellLeading();
    const { isLeader, lease } = keeper.leading;
    if (!isLeader) return;
    await workAsLeader(lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) send({ kind: 'info', message: error.message });
      else send({ kind: 'checked', writes: workerError(error), masterKey });
    });
  });

  const watch = watchForEndpoint(store.db, () => send({ kind: 'endpoint' }));

  stopping.then(async () => {
    clearInterval(timer);
    await Promise.all([working.stop(), keeping.stop()]);
    await watch.stop();
    await running;
    // Others take over at once. If the store does not respond, the lease and the row end by themselves.
    await keeper.giveBack().catch(() => undefined);
    await beat();
    await heart.stop().catch(() => undefined);
    await store.close();
    port.close();
  });
}

/** Runs the work once a second, unless it is still running. It must not reject. */
function repeat(work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = null;
    });
  }, LEADING_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

// Deletes what is no longer needed. Only the leader does this, by a clock that is steady.

const DAY = 24 * HOUR;

async function deleteExpired(context: Context): Promise<void> {
  const { store, clock } = context;
  const now = clock();
  await forgetSpans(store, now - HOUR);
  await forgetAnswers(store, now - DAY);
  await deleteCalls(store, now - KEPT_CALL_DAYS * DAY);
  await deleteFailedCalls(store, now - KEPT_FAILURE_DAYS * DAY);
  await store.transaction((writes) => forgetNodes(writes, store.kind, now));
  await forgetDecisions(store, now);
  await forgetAlerts(store, now);
  await deleteExpiredSignIns(context);
}

// Finds out that there is a webhook endpoint or a channel for alerts, so that the webhook thread runs only where one was ever added.

/** Anyone may add the first endpoint, in any process; a test event follows soon after. */
const INTERVAL_MS = 500;

export interface EndpointWatch {
  stop(): Promise<void>;
}

/** Calls `onFound` once. A store that cannot be read is reported by the heartbeat, and is read again here. */
function watchForEndpoint(db: Queries, onFound: () => void): EndpointWatch {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const first = (table: 'webhook_endpoints' | 'watch_channels') =>
      db.selectFrom(table).select('id').limit(1).executeTakeFirst();
    const found = await first('webhook_endpoints')
      .then((endpoint) => endpoint ?? first('watch_channels'))
      .catch(() => undefined);
    if (isStopped) return;
    if (found !== undefined) return onFound();
    timer = setTimeout(() => {
      looking = look();
    }, INTERVAL_MS);
  };
  let looking = look();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
