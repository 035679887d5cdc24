// kill -9 of the delivering process, again and again, while it delivers to a real receiver: every event arrives, and
// only what was in flight at a kill, or was recorded as failed, arrives twice.

import assert from 'node:assert/strict';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { countingReceiver, sharedStore, startDelivering } from './processes.ts';
import { happen } from './subscribers.ts';

const LEASE_MS = 1500;
const EVENTS_EACH = 40;

onEachStore(
  'a delivering process that is killed loses nothing and repeats only what was in flight',
  async (kind, t) => {
    const random = seededNumbers(kind === 'sqlite' ? 71 : 72);
    const { url, counts } = await countingReceiver(t, () => random(20));
    const { location, desk } = await sharedStore(kind, t, [url]);
    const happened: string[] = [];
    /** How often each event was in flight when its process died. */
    const inFlight = new Map<string, number>();
    const kills = cases(2, 100);
    let hits = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      happened.push(...(await happen(desk, EVENTS_EACH)));
      const process = startDelivering(location, LEASE_MS, t);
      const what = random(3) === 0 ? 'recorded' : 'claimed';
      let nth = 1 + random(2);
      const ready = process.until((line) => line.what === 'ready');
      const moment = process.until((line) => {
        if (line.what === what) nth -= 1;
        return nth === 0;
      });
      await ready;
      // With little to do it may never come that far.
      await Promise.race([moment, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
      moment.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, random(1 + random(40))));
      await process.kill();
      assert.equal(process.complaints(), '');
      const claimed = await desk.store.db
        .selectFrom('webhook_deliveries')
        .select('event_id')
        .where('claim', 'is not', null)
        .execute();
      if (claimed.length > 0) hits += 1;
      for (const { event_id } of claimed) inFlight.set(event_id, (inFlight.get(event_id) ?? 0) + 1);
    }
    const last = startDelivering(location, LEASE_MS, t);
    await until('all is delivered', async () => {
      const { left } = await desk.store.db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .where('status', '!=', 'delivered')
        .executeTakeFirstOrThrow();
      return Number(left) === 0 && counts.size === happened.length;
    });
    await last.kill();
    assert.deepEqual([...counts.keys()].sort(), happened.toSorted(), 'every event arrived, and no other');
    const deliveries = await desk.store.db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'tries'])
      .execute();
    // On a busy machine an answer can come too late, which is recorded and tried again.
    const recorded = new Map(deliveries.map(({ event_id, tries }) => [event_id, Number(tries)]));
    let twice = 0;
    for (const [id, count] of counts) {
      assert.ok(count <= recorded.get(id)! + (inFlight.get(id) ?? 0), `${id} came ${count} times`);
      if (count > 1) twice += 1;
    }
    assert.ok(hits >= kills / 4, `only ${hits} kills met something in flight`);
    t.diagnostic(
      `${kills} kills, ${hits} with something in flight, ${happened.length} events, ${twice} came more than once`,
    );
  },
);
