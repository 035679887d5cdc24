// The webhooks' thread: a store of its own, and all that is sent. It watches the topic `events`, so that a publication
// is on its way within a second.

import type { MessagePort } from 'node:worker_threads';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { Deliverer } from '../../webhooks/queue/delivery.ts';
import { deleteOldDeliveries } from '../../webhooks/queue/retention.ts';
import { nameResolver } from '../../webhooks/sending/name-resolver.ts';
import { randomPool } from '../../webhooks/sending/random-pool.ts';
import { createSender } from '../../webhooks/sending/send.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { FromWebhooks, WebhookSettings } from './messages.ts';

const TELL_MS = 1000;
const RETENTION_MS = 60 * 60 * 1000;
/** The process must be gone within ten seconds of being asked. */
const GRACE_MS = 4000;

export async function run(port: MessagePort, settings: WebhookSettings): Promise<void> {
  const { location, masterKey, disclosure, allowLoopback } = settings;
  const tell = (message: FromWebhooks) => port.postMessage(message);
  const onError = (error: unknown) =>
    tell({ kind: 'error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

  const store = await openStore(location, STORE_CONNECTIONS.webhooks);
  const clock = () => Date.now();
  const random = randomPool();
  const context: Context = { store, clock, newId: () => uuidV7(clock(), random) };
  const sender = createSender({ allowLoopback, resolve: nameResolver() });
  const deliverer = new Deliverer({
    context,
    masterKey: readMasterKey(location.dataDir, masterKey),
    send: sender.send,
    random: Math.random,
    disclosure,
    onError,
  });
  const bus = store.changeBus();
  bus.subscribe(['events'], () => deliverer.wake(), { onError });
  deliverer.wake();

  const telling = setInterval(() => {
    const { open, queued, stats } = deliverer;
    tell({ kind: 'stats', open, queued, ...stats });
  }, TELL_MS);
  let forgetting = Promise.resolve();
  const forget = () => {
    forgetting = deleteOldDeliveries(context).then(() => undefined, onError);
  };
  forget();
  const forgettingTimer = setInterval(forget, RETENTION_MS);

  port.on('message', async (message) => {
    if (message !== 'stop') return;
    clearInterval(telling);
    clearInterval(forgettingTimer);
    await bus.stop();
    await deliverer.stop(GRACE_MS);
    await sender.close();
    await forgetting;
    await store.close();
    port.close();
  });
}
