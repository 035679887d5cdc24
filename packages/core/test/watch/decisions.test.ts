// A rule on a changed decision: an alert for each name of which a policy decides otherwise, until it decides as before.

import assert from 'node:assert/strict';
import type { Member } from '@rf-indicators/core/accounts/members';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import { tellDecisions } from '@rf-indicators/core/decisions/watch';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import { decideOnce, policyDocument } from '../../../../test/support/policies.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { evaluate, watchers } from '../../../../test/support/watch.ts';
import { ALL_SAMPLES, MINUTE, publishedWorld, type World } from '../../../../test/support/world.ts';

const LENIENT = '40.00';
const STRICT = '80.00';

/** Another version of the policy decides, and everybody is told. */
async function decideBelow(world: World, by: Member, below: string): Promise<void> {
  const { desk, masterKey, store } = world;
  desk.moveTo(desk.clock() + MINUTE);
  await savePolicy(desk, by, { document: policyDocument({ below }) });
  await askForActivation(desk, by, { name: 'lender' });
  await tellDecisions(
    desk,
    DEFAULT_POLICY,
    bookProviders(store.db, () => masterKey),
  );
  await evaluate(world);
}

async function decisionsOf({ desk, masterKey, idOf }: World, by: Member): Promise<Map<string, string>> {
  const services = { context: desk, masterKey: () => masterKey, policy: DEFAULT_POLICY };
  const { document } = await decideOnce(services, by.workspace.id, ALL_SAMPLES.map(idOf));
  return new Map(document.providers.map(({ provider, decision }) => [provider, decision]));
}

onEachStore('what a policy decides otherwise is an alert until it decides as before', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk } = world;
  const { ada, rio, rule, book, alerts } = await watchers(world);
  const { ada: eve, ...ofEve } = await watchers(world, 'Birch');
  const all = [{ kind: 'decision_changed' }] as const;
  await ofEve.rule(eve, { conditions: [...all] });
  const every = await rule(ada, { conditions: [...all] });
  const other = await rule(ada, { conditions: [{ kind: 'decision_changed', policy: 'another' }] });
  await decideBelow(world, ada, LENIENT);
  const before = await decisionsOf(world, ada);
  assert.deepEqual(await alerts(ada), [], 'the first evaluation says what stands');

  await decideBelow(world, ada, STRICT);
  const after = await decisionsOf(world, ada);
  const stricter = [...after].filter(([id, decision]) => before.get(id) !== decision);
  assert.ok(stricter.length > 1 && stricter.length < ALL_SAMPLES.length);
  const found = await alerts(ada);
  assert.deepEqual(
    found
      .map(({ names: [name] }) => [name!.provider, name!.previous_decision, name!.decision])
      .sort()
      .map(String),
    stricter
      .map(([id, decision]) => [id, before.get(id), decision])
      .sort()
      .map(String),
  );
  for (const { rule: of, state, policy, sentence, fact, names } of found) {
    assert.deepEqual([of.id, state, policy], [every, 'open', 'lender']);
    const [{ name, previous_decision, decision }] = names as [(typeof names)[number]];
    assert.equal(sentence, `The policy lender changed from ${previous_decision} to ${decision} for ${name}`);
    assert.match(String(fact), /Below 80\.00\./);
  }
  assert.deepEqual(await ofEve.alerts(eve), [], 'the policy is not hers');
  assert.ok(found.every(({ rule: of }) => of.id !== other));

  // One that begins now learns of what comes, of the names in its book alone.
  const [[watched]] = stricter as [[string, string]];
  desk.moveTo(desk.clock() + MINUTE);
  const treasury = await book(rio, [watched]);
  const late = await rule(rio, { book: treasury, conditions: [...all] });
  await evaluate(world);
  const ofLate = async () => (await alerts(rio)).filter(({ rule: of }) => of.id === late);
  assert.deepEqual(await ofLate(), []);

  await decideBelow(world, ada, LENIENT);
  assert.deepEqual(await decisionsOf(world, ada), before);
  const states = (await alerts(ada)).map(({ rule: of, state }) => [of.id, state]);
  assert.deepEqual(
    states,
    found.map(() => [every, 'resolved']),
  );
  const [own, ...others] = await ofLate();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [own!.state, own!.names.map(({ provider, decision }) => [provider, decision])],
    ['open', [[watched, before.get(watched)]]],
  );
  assert.match(String(own!.fact), /100\.00 EUR/);
});
