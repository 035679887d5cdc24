// The webhook thread. It sends all deliveries and mails notices, with its own store connection. It watches the topic `events`, so that
// deliveries start within a second of a publication.

import type { MessagePort } from 'node:worker_threads';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { mailNotices } from '@rf-indicators/core/identity/notice-mails';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { webhookConnectionsThatFit } from '../../http/open-files.ts';
import { mailer } from '../../identity/mailer.ts';
import { Deliverer } from '../../webhooks/queue/delivery.ts';
import { DEFAULT_LIMITS } from '../../webhooks/queue/lanes.ts';
import { deleteOldDeliveries } from '../../webhooks/queue/retention.ts';
import { nameResolver } from '../../webhooks/sending/name-resolver.ts';
import { randomPool } from '../../webhooks/sending/random-pool.ts';
import { createSender } from '../../webhooks/sending/send.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { FromWebhooks, WebhookSettings } from './messages.ts';

const STATS_MS = 1000;
/** How often notices are looked for that must be mailed. */
const MAIL_MS = 10_000;
const RETENTION_MS = 60 * 60 * 1000;
/** Deliveries in progress get this long at shutdown; the process must end within ten seconds. */
const GRACE_MS = 4000;

export async function run(port: MessagePort, settings: WebhookSettings): Promise<void> {
  const { location, masterKey, disclosure, allowLoopback } = settings;
  const send = (message: FromWebhooks) => port.postMessage(message);
  const onError = (error: unknown) =>
    send({ kind: 'error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

  const store = await openStore(location, STORE_CONNECTIONS.webhooks);
  const clock = () => Date.now();
  const random = randomPool();
  const context: Context = { store, clock, newId: () => uuidV7(clock(), random) };
  const { sending, kept } = webhookConnectionsThatFit(DEFAULT_LIMITS.total);
  const sender = createSender({ allowLoopback, resolve: nameResolver(), keptConnections: kept });
  const deliverer = new Deliverer({
    context,
    masterKey: readMasterKey(location.dataDir, masterKey),
    send: sender.send,
    random: Math.random,
    disclosure,
    onError,
    limits: { ...DEFAULT_LIMITS, total: sending },
  });
  const bus = store.changeBus();
  bus.subscribe(['events'], () => deliverer.wake(), { onError });
  deliverer.wake();

  const statsTimer = setInterval(() => {
    const { open, queued, stats } = deliverer;
    send({ kind: 'stats', open, queued, ...stats });
  }, STATS_MS);
  let deleting = Promise.resolve();
  const deleteOld = () => {
    deleting = deleteOldDeliveries(context).then(() => undefined, onError);
  };
  deleteOld();
  const retentionTimer = setInterval(deleteOld, RETENTION_MS);

  const sendMail = mailer(settings.mail);
  let mailing = Promise.resolve();
  const mailTimer = setInterval(() => {
    if (sendMail === null) return;
    mailing = mailing.then(() => mailNotices(context, sendMail, onError)).then(() => undefined, onError);
  }, MAIL_MS);

  port.on('message', async (message) => {
    if (message !== 'stop') return;
    clearInterval(statsTimer);
    clearInterval(retentionTimer);
    clearInterval(mailTimer);
    await bus.stop();
    await deliverer.stop(GRACE_MS);
    await sender.close();
    await deleting;
    await mailing;
    await store.close();
    port.close();
  });
}
