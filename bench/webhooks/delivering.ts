// The measured side: stored events are fanned out, claimed, sent and recorded.
//   node delivering.ts DATA_DIR PORT DELIVERIES CONCURRENCY      prints deliveries per second and the size of a body
//   DATABASE_URL                                                 the database, if the store is in PostgreSQL

import { randomBytes } from 'node:crypto';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { writeEvent } from '@rf-indicators/core/events/write-event';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { Deliverer } from '../../packages/server/src/webhooks/queue/delivery.ts';
import { DEFAULT_LIMITS } from '../../packages/server/src/webhooks/queue/lanes.ts';
import { randomPool } from '../../packages/server/src/webhooks/sending/random-pool.ts';
import { createSender } from '../../packages/server/src/webhooks/sending/send.ts';
import { firstOperator } from '../../test/support/staff.ts';

const WORKSPACES = 8;
const ENDPOINTS_EACH = 4;
/** About the size of a score event with its details. */
const NOTES = 1500;

const [dataDir, port, deliveries, concurrency] = process.argv.slice(2);
const keyText = randomBytes(32).toString('base64');
const store = await createStore({
  ...{ dataDir: dataDir!, databaseUrl: process.env.DATABASE_URL ?? null, masterKey: keyText },
});
const clock = () => Date.now();
const random = randomPool();
const desk: Context = { store, clock, newId: () => uuidV7(clock(), random) };
const masterKey = readMasterKey('', keyText);
const rules = { allowLoopback: true, resolve: async () => [] };
await subscribe();
const endpoints = WORKSPACES * ENDPOINTS_EACH;
const events = Math.ceil(Number(deliveries) / endpoints);
await store.transaction(async (writes) => {
  const data = { version: '1.0', framework_version: 'RF Framework v1.0', notes: 'x'.repeat(NOTES) };
  const more = {
    digest: '0'.repeat(64),
    effective_from: '2026-04-01',
    urgent_reason: null,
    differences: null,
  };
  for (let made = 0; made < events; made += 1) {
    await writeEvent(desk, writes, 'methodology.published', null, { ...data, ...more });
  }
});

const sender = createSender(rules);
const done = Promise.withResolvers<void>();
let recorded = 0;
const deliverer = new Deliverer({
  context: desk,
  masterKey,
  send: sender.send,
  random: Math.random,
  disclosure: '',
  onError: (error) => console.error(error),
  limits: { ...DEFAULT_LIMITS, quick: Number(concurrency), total: Number(concurrency) },
  watch: {
    recorded: (outcomes) => {
      recorded += outcomes.length;
      if (recorded >= events * endpoints) done.resolve();
    },
  },
});
const begun = performance.now();
deliverer.wake();
await done.promise;
const perSecond = recorded / ((performance.now() - begun) / 1000);
if (deliverer.stats.failed > 0) throw new Error(`${deliverer.stats.failed} delivery attempts failed`);
const { body } = await store.db
  .selectFrom('webhook_messages')
  .select('body')
  .limit(1)
  .executeTakeFirstOrThrow();
console.log(JSON.stringify({ perSecond, bodyBytes: Buffer.byteLength(body) }));
await deliverer.stop();
await sender.close();
await store.close();

async function subscribe(): Promise<void> {
  const { actor: operator } = await firstOperator(desk);
  for (let made = 0; made < WORKSPACES; made += 1) {
    const wanted = { name: `Workspace ${made}`, tier: 'ENTERPRISE' } as const;
    const { claim } = await createWorkspace(desk, operator, masterKey, wanted);
    const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
    for (let each = 0; each < ENDPOINTS_EACH; each += 1) {
      await addEndpoint(desk, member, rules, { url: `http://127.0.0.1:${port}/hook/${made}/${each}` });
    }
  }
}
