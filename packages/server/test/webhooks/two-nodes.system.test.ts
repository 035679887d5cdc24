// Two processes deliver from one PostgreSQL: they share the work, and no delivery is ever with both at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import type { Store } from '@rf-indicators/core/store/store';
import { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import { cases } from '../../../../test/support/counts.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { claimDue, pendingEndpoints } from '../../src/webhooks/queue/claims.ts';
import { fanOut } from '../../src/webhooks/queue/fan-out.ts';
import { ProvedMessages } from '../../src/webhooks/queue/proved-messages.ts';
import { SigningKeyRing } from '../../src/webhooks/sending/signing-keys.ts';
import { countingReceiver, type Line, sharedStore, startDelivering } from './processes.ts';
import { happen } from './subscribers.ts';

const LEASE_MS = 20_000;
const SHORT_LEASE_MS = 1500;
const ENDPOINTS = 4;

interface Holding {
  node: number;
  from: number;
  until: number;
}

/** From when a node knew of its claim until it had recorded what became of it, or released it unsent. */
function holdings(node: number, lines: readonly Line[]): Map<string, Holding[]> {
  const held = new Map<string, Holding[]>();
  for (const { what, at, ids } of lines) {
    for (const id of ids) {
      const all = held.get(id) ?? [];
      if (what === 'claimed') all.push({ node, from: at, until: Number.POSITIVE_INFINITY });
      else all.at(-1)!.until = at;
      held.set(id, all);
    }
  }
  return held;
}

test('two nodes share the deliveries, and none is claimed by both at once', async (t) => {
  const { url, counts } = await countingReceiver(t);
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => `${url}/${index}`);
  const { location, desk } = await sharedStore('postgres', t, urls);
  const events = cases(300, 10_000) / ENDPOINTS;
  const happened: string[] = [];
  for (let made = 0; made < events; made += 125) happened.push(...(await happen(desk, 125)));
  const nodes = [startDelivering(location, LEASE_MS, t), startDelivering(location, LEASE_MS, t)];
  await Promise.all(nodes.map((node) => node.until(({ what }) => what === 'ready')));
  // Events go on while both are at work.
  happened.push(...(await happen(desk, 100)));
  const expected = happened.length * ENDPOINTS;
  const recorded = () =>
    nodes
      .flatMap(({ lines }) => lines)
      .reduce((sum, { what, ids }) => sum + (what === 'recorded' ? ids.length : 0), 0);
  // The full run has many.
  const end = performance.now() + cases(1, 5) * PATIENCE_MS;
  while (recorded() < expected && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(recorded(), expected);
  for (const { complaints } of nodes) assert.equal(complaints(), '');

  const [first, second] = nodes.map(({ lines }, index) => holdings(index, lines));
  for (const [id, held] of first!) {
    for (const one of held) {
      for (const other of second!.get(id) ?? []) {
        assert.ok(one.until < other.from || other.until < one.from, `${id} was with both at once`);
      }
    }
  }
  assert.equal(new Set([...first!.keys(), ...second!.keys()]).size, expected);
  assert.ok(first!.size > 0 && second!.size > 0, 'both had a part in it');
  for (const id of happened) assert.equal(counts.get(id), ENDPOINTS, 'each endpoint got it once');
  t.diagnostic(`${first!.size} and ${second!.size} of ${expected} deliveries`);
});

test('claims that are made at the same moment have nothing in common', async (t) => {
  const { location, desk } = await sharedStore('postgres', t, [
    'http://127.0.0.1:1/a',
    'http://127.0.0.1:1/b',
  ]);
  const stores = await Promise.all([1, 2, 3].map(() => openStore(location)));
  for (const store of stores) cleanUp(t, () => store.close());
  const masterKey = readMasterKey(location.dataDir, undefined);
  const keyRing = new SigningKeyRing(masterKey);
  const proof = new MessageProof(masterKey);
  const messages = (store: Store) => new ProvedMessages(store, proof, '');
  for (let round = 0; round < cases(5, 100); round += 1) {
    await happen(desk, 10);
    while ((await fanOut(desk, '')) !== null);
    const now = Date.now();
    const endpoints = await pendingEndpoints(desk.store);
    const wanted = endpoints.map((endpoint) => ({ endpoint, most: 8 }));
    const claims = await Promise.all(
      stores.map((store, node) =>
        claimDue(store, keyRing, messages(store), wanted, {
          claim: `${round} ${node}`,
          now,
          leaseEnds: now + 60_000,
        }),
      ),
    );
    const names = claims.flat().map(({ endpointId, eventId }) => `${endpointId} ${eventId}`);
    assert.equal(new Set(names).size, names.length, `round ${round}: ${names.length} claims`);
    await desk.store.db.updateTable('webhook_deliveries').set({ status: 'delivered', claim: null }).execute();
  }
});

test('a node that is killed leaves its deliveries to the other, and every event arrives', async (t) => {
  const { url, counts } = await countingReceiver(t, () => 5);
  const { location, desk } = await sharedStore('postgres', t, [url]);
  const nodes = [startDelivering(location, SHORT_LEASE_MS, t), startDelivering(location, SHORT_LEASE_MS, t)];
  await Promise.all(nodes.map((node) => node.until(({ what }) => what === 'ready')));
  const claimed = nodes[0]!.until(({ what }) => what === 'claimed');
  const happened = [...(await happen(desk, 60)), ...(await happen(desk, 60))];
  await claimed;
  await nodes[0]!.kill();
  happened.push(...(await happen(desk, 30)));
  const inFlight = new Set(
    (
      await desk.store.db
        .selectFrom('webhook_deliveries')
        .select('event_id')
        .where('claim', 'is not', null)
        .execute()
    ).map(({ event_id }) => event_id),
  );
  await until('every event has arrived', () => counts.size >= happened.length);
  assert.deepEqual([...counts.keys()].sort(), happened.toSorted());
  const twice = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
  assert.deepEqual(
    twice.filter((id) => !inFlight.has(id)),
    [],
    'only what was in flight at the kill came twice',
  );
  assert.equal(nodes[1]!.complaints(), '');
});
