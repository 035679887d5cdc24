// What the public calls a provider: once it was published, one person changes nothing of it.

import assert from 'node:assert/strict';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { listBehind } from '@rf-indicators/core/log/fact-leaves';
import { actServicesOf } from '../../../../../test/support/act-services.ts';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { lowerGuards } from '../../../../../test/support/mutations.ts';
import { onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  draft,
  foundedWorld,
  publishedWorld,
  publishNow,
  type World,
} from '../../../../../test/support/world.ts';

function acting({ desk, masterKey }: World) {
  const services = actServicesOf(desk, () => masterKey);
  return <Name extends ActName>(actor: Actor, name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> =>
    performAct(services, { kind: 'staff', actor }, name, input);
}

const reason = 'The company changed its name.';

/** The lines of the lists of names in the log, with the entries before the last one. */
async function loggedNames({ store: { db } }: World): Promise<Record<string, unknown>[]> {
  const leaves = await db
    .selectFrom('log_leaves')
    .selectAll()
    .where('kind', '=', 'names')
    .orderBy('idx')
    .execute();
  const lists = await Promise.all(leaves.map(({ kind, leaf }) => listBehind(db, kind, leaf)));
  return lists.flatMap((list) => list!.trimEnd().split('\n')).map((line) => JSON.parse(line));
}

onEitherStore(
  'one person cannot rename a published provider, nor change its slug or website',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store, people, slugOf } = world;
    const act = acting(world);
    const slug = slugOf('FX-05');
    const before = (await findProvider(store.db, slug))!;
    const attempts = [
      () =>
        act(people.analyst, 'providers.rename', { provider: slug, name: `${before.name} (FRAUD)`, reason }),
      () => act(people.operator, 'providers.change_slug', { provider: slug, slug: 'a-fraud', reason }),
      () =>
        act(people.analyst, 'providers.describe', {
          provider: slug,
          website: 'https://evil.example',
          reason,
        }),
    ];
    for (const attempt of attempts) {
      const { done, request } = await attempt();
      assert.equal(done, false);
      const { requested_by } = await store.db
        .selectFrom('requests')
        .selectAll()
        .where('id', '=', request!)
        .executeTakeFirstOrThrow();
      const requester = [people.analyst, people.operator].find(({ id }) => id === requested_by)!;
      await assert.rejects(act(requester, 'requests.approve', { request: request! }), Refusal);
    }
    for (const row of [
      { slug, name: `${before.name} (FRAUD)` },
      { slug, website: 'https://evil.example' },
      { slug, provider_subtype: 'fraud' },
      { slug, aliases: ['A fraud'] },
    ]) {
      await assert.rejects(importProviders(world.desk, people.analyst, asRows([row])), (error: Refusal) => {
        assert.deepEqual(
          error.details.map(({ code }) => code),
          ['takes_two_people'],
        );
        return true;
      });
    }
    assert.deepEqual(await findProvider(store.db, slug), before);
  },
);

onEitherStore(
  'a change that two people made is in the log, with its reason, and is an event',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store, people, slugOf, idOf } = world;
    const act = acting(world);
    const slug = slugOf('FX-05');
    const { name: former } = (await findProvider(store.db, slug))!;
    assert.equal((await loggedNames(world)).length, 12, 'the names of the first indicators');

    const renamed = await act(people.analyst, 'providers.rename', { provider: slug, name: 'Nova', reason });
    await act(people.reviewer, 'requests.approve', { request: renamed.request! });
    const moved = await act(people.analyst, 'providers.change_slug', {
      provider: slug,
      slug: 'nova',
      reason,
    });
    await act(people.reviewer, 'requests.approve', { request: moved.request! });
    const described = await act(people.analyst, 'providers.describe', {
      provider: 'nova',
      website: 'https://nova.example',
      reason,
    });
    await act(people.reviewer, 'requests.approve', { request: described.request! });

    const changes = (await loggedNames(world)).slice(12);
    const members = changes.map((line) => [line.name, line.slug, line.website, line.reason]);
    const { website } = (await loggedNames(world)).find((line) => line.slug === slug)!;
    assert.deepEqual(members, [
      ['Nova', slug, website, reason],
      ['Nova', 'nova', website, reason],
      ['Nova', 'nova', 'https://nova.example', reason],
    ]);
    assert.ok(changes.every((line) => line.provider_id === idOf('FX-05') && !('named_by' in line)));
    const events = await store.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'provider.renamed')
      .execute();
    const [first] = events.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
    assert.deepEqual([events.length, first!.previous_name, first!.provider_name], [3, former, 'Nova']);
    assert.deepEqual((await verifyAll(store.db)).findings, []);

    // Past the program: the record chain shows it, and so do the names that two people decided.
    await lowerGuards(store);
    await store.db
      .updateTable('provider_versions')
      .set({ name: 'Nova (FRAUD)' })
      .where('name', '=', 'Nova')
      .execute();
    const found = (await verifyAll(store.db)).findings.map(({ problem }) => problem);
    assert.ok(found.includes('is called otherwise than two people decided'), found.join('\n'));
  },
);

onEitherStore(
  'before its first indicator one person names a provider, until the committee votes on a draft',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, store, people, slugOf } = world;
    const act = acting(world);
    const slug = slugOf('FX-05');
    const first = await act(people.analyst, 'providers.rename', { provider: slug, name: 'Nova', reason });
    assert.equal(first.done, true);
    const run = await draft(world);
    await decideDraft(desk, run);
    const second = await act(people.analyst, 'providers.rename', { provider: slug, name: 'A fraud', reason });
    assert.equal(second.done, false, 'others voted on the draft under the present name');
    assert.equal((await findProvider(store.db, slug))!.name, 'Nova');
    assert.deepEqual(await loggedNames(world), [], 'nothing is public yet');
    await assert.rejects(
      act(people.analyst, 'providers.rename', { provider: slug, name: 'Nova', reason: ' ' }),
      /needs a reason/,
    );
  },
);

onEachStore('one person cannot rename a provider whose indicators were hidden meanwhile', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  // One provider stays without an indicator, and is given that of another.
  await publishNow(world, {
    providerIds: ALL_SAMPLES.filter((sample) => sample !== 'FX-06').map(world.idOf),
  });
  const { desk, store, people, slugOf, idOf } = world;
  const act = acting(world);
  const slug = slugOf('FX-05');
  const before = await findProvider(store.db, slug);
  const forger = await Forger.at(store);
  const own = (await forger.rowsOf('indicators')).find(({ provider_id }) => provider_id === idOf('FX-05'))!;
  const hidden = await forger.change('indicators', own, { provider_id: idOf('FX-06') });
  const input = { provider: slug, name: 'A fraud', reason };
  const renamed = await act(people.analyst, 'providers.rename', input);
  assert.equal(renamed.done, false);
  const moved = await act(people.operator, 'providers.change_slug', {
    provider: slug,
    slug: 'a-fraud',
    reason,
  });
  assert.equal(moved.done, false);
  await assert.rejects(
    importProviders(desk, people.analyst, asRows([{ slug, name: 'A fraud' }])),
    (error: Refusal) => error.details[0]!.code === 'takes_two_people',
  );
  await forger.change('indicators', hidden, own);
  assert.deepEqual(await findProvider(store.db, slug), before);

  // Two people rename it, and it is in the log, whatever a row says.
  await forger.change('indicators', own, { provider_id: idOf('FX-06') });
  await act(people.reviewer, 'requests.approve', { request: renamed.request! });
  await forger.change('indicators', hidden, own);
  const newest = (await loggedNames(world)).at(-1)!;
  assert.deepEqual([newest.name, newest.aliases], ['A fraud', [before!.name, ...before!.aliases]]);
});

onEachStore(
  'one person cannot rename a provider whose approved draft was hidden meanwhile',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, store, people, slugOf, idOf } = world;
    const act = acting(world);
    const provider = slugOf('FX-05');
    const { name } = (await findProvider(store.db, provider))!;
    const runId = await draft(world);
    await decideDraft(desk, runId);
    const forger = await Forger.at(store);
    const rename = () => act(people.analyst, 'providers.rename', { provider, name: 'A fraud', reason });
    const one = async (table: 'runs' | 'run_items', column: string, value: string) =>
      (await forger.rowsOf(table)).find((row) => row[column] === value)!;

    const entries = (await forger.rowsOf('committee_entries')).filter(
      ({ scope }) => scope === `run/${runId}`,
    );
    for (const entry of entries) await forger.remove('committee_entries', entry);
    assert.equal((await rename()).done, false);
    for (const entry of entries) await forger.insert('committee_entries', entry);

    const run = await one('runs', 'id', runId);
    await forger.change('runs', run, { status: 'discarded' });
    await assert.rejects(rename(), /runs .* is not what was recorded/);
    await forger.change('runs', run, run);

    const item = await one('run_items', 'provider_id', idOf('FX-05'));
    const as_of = (item.as_of as number) + 1;
    const changed = await forger.change('run_items', item, { provider_id: idOf('FX-06'), as_of });
    await assert.rejects(rename(), /Nothing was renamed, because the store was altered: run_items/);
    await forger.change('run_items', changed, item);
    assert.equal((await findProvider(store.db, provider))!.name, name);
  },
);

onEitherStore('a name that was approved in a draft, but not published, becomes no alias', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, store, people, slugOf, publisher } = world;
  const act = acting(world);
  const provider = slugOf('FX-05');
  const { name: former, aliases } = (await findProvider(store.db, provider))!;
  const runId = await draft(world);
  await decideDraft(desk, runId);
  const rename = async (name: string) => {
    const { done, request } = await act(people.analyst, 'providers.rename', { provider, name, reason });
    assert.equal(done, false);
    await act(people.reviewer, 'requests.approve', { request: request! });
  };
  await rename('Nova');
  assert.deepEqual((await findProvider(store.db, provider))!.aliases, aliases, `${former} was never public`);
  await publishRun(desk, people.operator, runId, publisher);
  await rename('Nova Two');
  assert.deepEqual((await findProvider(store.db, provider))!.aliases, ['Nova', ...aliases]);
});
