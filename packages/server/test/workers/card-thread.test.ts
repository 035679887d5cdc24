// How many cards are drawn for those who ask for very many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Overloaded } from '../../src/http/overloaded.ts';
import type { SiteCard } from '../../src/rendering/cards/card.ts';
import { cardThread, DRAWING_RATE } from '../../src/workers/cards/thread.ts';

const CARD: SiteCard = {
  kind: 'site',
  siteName: 'RF Risk Indicators',
  host: 'rf.example',
  baseUrl: 'https://rf.example',
  hasMark: true,
  isDemo: false,
};

test('of 10,000 cards that are asked for at once, a few are drawn, and after a while a few more', async (t) => {
  let now = 0;
  const errors: unknown[] = [];
  const cards = cardThread({ onError: (error) => errors.push(error), isolation: 'none', now: () => now });
  t.after(() => cards.stop());
  const ask = async (count: number) => {
    const asked = await Promise.allSettled(Array.from({ length: count }, () => cards.draw(CARD)));
    const refused = asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.ok(refused.every(({ reason }) => reason instanceof Overloaded));
    return count - refused.length;
  };
  // As many as the thread lets wait; those that it refuses use up nothing of the burst.
  const first = await ask(10_000);
  assert.ok(first >= 1 && first < DRAWING_RATE.burst, `${first} at first`);
  let drawn = first;
  while (drawn < DRAWING_RATE.burst) {
    const more = await ask(10_000);
    assert.ok(more >= 1, 'the burst is not used up yet');
    drawn += more;
  }
  assert.equal(drawn, DRAWING_RATE.burst);
  assert.equal(await ask(10), 0, 'the burst is used up');
  now += 3000;
  assert.equal(await ask(100), 3 * DRAWING_RATE.perSecond);
  assert.deepEqual(errors, []);
});
