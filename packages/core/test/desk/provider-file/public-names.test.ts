// What the public calls a provider: once it was published, one person changes nothing of it.

import assert from 'node:assert/strict';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { approveRun } from '@rf-indicators/core/desk/publication/approvals';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { listBehind } from '@rf-indicators/core/log/fact-leaves';
import { actServicesOf } from '../../../../../test/support/act-services.ts';
import { lowerGuards } from '../../../../../test/support/mutations.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { draft, foundedWorld, publishedWorld, type World } from '../../../../../test/support/world.ts';

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
  'before its first indicator one person names a provider, until a draft is approved',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, store, people, slugOf } = world;
    const act = acting(world);
    const slug = slugOf('FX-05');
    const first = await act(people.analyst, 'providers.rename', { provider: slug, name: 'Nova', reason });
    assert.equal(first.done, true);
    const run = await draft(world);
    await approveRun(desk, people.reviewer, run);
    const second = await act(people.analyst, 'providers.rename', { provider: slug, name: 'A fraud', reason });
    assert.equal(second.done, false, 'somebody else approved the draft under the present name');
    assert.equal((await findProvider(store.db, slug))!.name, 'Nova');
    assert.deepEqual(await loggedNames(world), [], 'nothing is public yet');
    await assert.rejects(
      act(people.analyst, 'providers.rename', { provider: slug, name: 'Nova', reason: ' ' }),
      /needs a reason/,
    );
  },
);
