// The webhook thread. It sends all deliveries and mails notices, with its own store connection. It watches the topic `events`, so that
// deliveries start within a second of a publication.

import type { MessagePort } from 'node:worker_threads';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { mailWork } from '@rf-indicators/core/desk/mails/work-mails';
import { mailFounding } from '@rf-indicators/core/identity/founding-mails';
import { mailNotices } from '@rf-indicators/core/identity/notice-mails';
import { fencedStore, LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import { readLease, SCHEDULED_WORK } from '@rf-indicators/core/nodes/lease';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openServedStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import { deliverAlerts, type Means } from '@rf-indicators/core/watch/deliver';
import { sendDigests } from '@rf-indicators/core/watch/send-digests';
import { SharedClock, threadClock } from '../../clock/shared-clock.ts';
import { webhookConnectionsThatFit } from '../../http/open-files.ts';
import { mailer } from '../../identity/mailer.ts';
import { Deliverer } from '../../webhooks/queue/delivery.ts';
import { DEFAULT_LIMITS } from '../../webhooks/queue/lanes.ts';
import { deleteOldDeliveries, expediteDeliveries } from '../../webhooks/queue/retention.ts';
import { nameResolver } from '../../webhooks/sending/name-resolver.ts';
import { jsonPoster } from '../../webhooks/sending/post-json.ts';
import { randomPool } from '../../webhooks/sending/random-pool.ts';
import { createSender, type Send } from '../../webhooks/sending/send.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { FromWebhooks, WebhookSettings } from './messages.ts';

const STATS_MS = 1000;
/** How often notices are looked for that must be mailed. */
const MAIL_MS = 10_000;
/** How often it is looked for what an earlier attempt left. */
const TELL_MS = 10_000;
const RETENTION_MS = 10 * 60 * 1000;
/** A leader has been chosen by then. */
const FIRST_TIDYING_MS = 30_000;
/** Deliveries in progress get this long at shutdown; the process must end within ten seconds. */
const GRACE_MS = 4000;

export async function run(port: MessagePort, settings: WebhookSettings): Promise<void> {
  const { location, masterKey, disclosure, allowLoopback, allowed } = settings;
  const send = (message: FromWebhooks) => port.postMessage(message);
  const onError = (error: unknown) =>
    send({ kind: 'error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

  const store = await openServedStore(location, STORE_CONNECTIONS.webhooks);
  const clock = threadClock(settings.clock);
  const random = randomPool();
  const context: Context = { store, clock, newId: () => uuidV7(clock(), random) };
  const { sending, kept } = webhookConnectionsThatFit(DEFAULT_LIMITS.total);
  const sender = createSender({ allowLoopback, allowed, resolve: nameResolver(), keptConnections: kept });
  const tracing = await deliveryTracing(settings.tracing, onError);
  const deliverer = new Deliverer({
    context,
    masterKey: readMasterKey(location.dataDir, masterKey),
    send: tracing?.traced(sender.send) ?? sender.send,
    random: Math.random,
    disclosure,
    onError,
    limits: { ...DEFAULT_LIMITS, total: sending },
  });
  const bus = store.changeBus();
  bus.subscribe(['events'], () => deliverer.wake(), { onError });
  deliverer.wake();

  const statsTimer = setInterval(() => {
    const { open, queued, stats, lagMs } = deliverer;
    send({ kind: 'stats', open, queued, ...stats, lagMs });
  }, STATS_MS);
  let deleting = Promise.resolve();
  const deleteOld = () => {
    deleting = tidyUp().catch((error: unknown) => {
      // Another node does it then.
      if (!(error instanceof LeaseLost)) onError(error);
    });
  };
  /** One node is enough for this. */
  const tidyUp = async () => {
    const fenced = await storeOfLeader(store, settings);
    if (fenced === null) return;
    await expediteDeliveries(fenced, clock());
    await deleteOldDeliveries({ ...context, store: fenced });
  };
  const firstTidying = setTimeout(deleteOld, FIRST_TIDYING_MS);
  const retentionTimer = setInterval(deleteOld, RETENTION_MS);

  /** The leader sends what is about the work of the staff: no two nodes queue it. */
  const mailStaff = async (sendOne: NonNullable<typeof sendMail>) => {
    const fenced = await storeOfLeader(store, settings);
    if (fenced === null) return;
    await mailWork({ ...context, store: fenced }, settings.site, sendOne, onError);
  };
  const sendMail = mailer(context, settings.mail);
  const means: Means = {
    post: jsonPoster(sender.send, clock),
    ...{ mail: sendMail, pagerDuty: settings.pagerDuty, place: settings.site },
  };
  /** The leader sends what people watch: no two nodes claim it. */
  const tellOfAlerts = async () => {
    const fenced = await storeOfLeader(store, settings);
    if (fenced === null) return;
    const led = { ...context, store: fenced };
    const key = readMasterKey(location.dataDir, masterKey);
    await deliverAlerts(led, key, means);
    if (sendMail === null) return;
    const { policy: publishing, site: place } = settings;
    await sendDigests(led, { masterKey: key, publishing, place, mail: sendMail, onError });
  };
  let telling = Promise.resolve();
  const tell = () => {
    telling = telling.then(tellOfAlerts).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) onError(error);
    });
  };
  bus.subscribe(['events', 'access'], tell, { onError });
  const tellTimer = setInterval(tell, TELL_MS);
  let mailing = Promise.resolve();
  const mailTimer = setInterval(() => {
    if (sendMail === null) return;
    mailing = mailing
      .then(() => mailNotices(context, sendMail, onError))
      .then(() => mailFounding(context, sendMail, onError))
      .then(() => mailStaff(sendMail))
      .then(() => undefined, onError);
  }, MAIL_MS);

  port.on('message', async (message) => {
    if (message !== 'stop') return;
    clearInterval(statsTimer);
    clearTimeout(firstTidying);
    clearInterval(retentionTimer);
    clearInterval(mailTimer);
    clearInterval(tellTimer);
    await bus.stop();
    await deliverer.stop(GRACE_MS);
    await sender.close();
    await tracing?.stop();
    await deleting;
    await mailing;
    await telling;
    await store.close();
    port.close();
  });
}

/** null if this node does not lead. Nothing is deleted by a clock that is not steady. */
export async function storeOfLeader(
  store: Store,
  { node, clock }: Pick<WebhookSettings, 'node' | 'clock'>,
): Promise<Store | null> {
  if (clock !== undefined && !new SharedClock(clock).isSteady) return null;
  if (store.kind === 'sqlite') return store;
  const lease = await readLease(store.db, SCHEDULED_WORK);
  return lease?.holder === node ? fencedStore(store, lease) : null;
}

/** Loaded only if traces are set up. */
async function deliveryTracing(
  settings: WebhookSettings['tracing'],
  onError: (error: unknown) => void,
): Promise<{ traced(send: Send): Send; stop(): Promise<void> } | null> {
  if (settings === null) return null;
  const { startTracing } = await import('../../tracing/tracing.ts');
  const { traceDeliveries } = await import('../../tracing/webhook-spans.ts');
  const tracing = startTracing(settings, { node: settings.node, onError });
  return { traced: (send) => traceDeliveries(tracing, send), stop: () => tracing.stop() };
}
