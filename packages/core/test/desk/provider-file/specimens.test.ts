// Specimens: two people let anyone read the packages of a provider, and nobody else can.

import assert from 'node:assert/strict';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { listSpecimens } from '@rf-indicators/core/desk/providers/specimens';
import { readTopics } from '@rf-indicators/core/store/topics';
import { actServicesOf } from '../../../../../test/support/act-services.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { publishedWorld, type World } from '../../../../../test/support/world.ts';

function acting({ desk, masterKey }: World) {
  const services = actServicesOf(desk, () => masterKey);
  return <Name extends ActName>(actor: Actor, name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> =>
    performAct(services, { kind: 'staff', actor }, name, input);
}

const reason = 'Readers shall compute it again.';
const slugsOf = async ({ store }: World) => (await listSpecimens(store.db)).map(({ slug }) => slug);
const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof Refusal && message.test(error.message);

onEitherStore(
  'a specimen takes a request and the approval of somebody else, and so does its end',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store, people, slugOf } = world;
    const act = acting(world);
    const provider = slugOf('FX-05');
    const { done, request } = await act(people.operator, 'specimens.name', { provider, reason });
    assert.equal(done, false);
    assert.deepEqual(await slugsOf(world), []);
    await assert.rejects(
      act(people.operator, 'requests.approve', { request: request! }),
      refusal(/somebody else must approve/),
    );
    assert.deepEqual(await slugsOf(world), []);
    const before = await readTopics(store.db);
    await act(people.reviewer, 'requests.approve', { request: request! });
    assert.deepEqual(await slugsOf(world), [provider]);
    assert.notEqual((await readTopics(store.db)).published, before.published, 'readers see it at once');
    await assert.rejects(
      act(people.operator, 'specimens.name', { provider, reason }),
      refusal(/Anyone may already read the packages of /),
    );
    const { data } = await act(people.analyst, 'specimens.list', {});
    assert.deepEqual(
      data.map(({ address }) => address),
      [`/specimens/${provider}.json`],
    );

    const ending = await act(people.officer, 'specimens.end', { provider, reason: 'It is not needed.' });
    assert.deepEqual([ending.done, await slugsOf(world)], [false, [provider]]);
    await act(people.reviewer, 'requests.approve', { request: ending.request! });
    assert.deepEqual(await slugsOf(world), []);
    await assert.rejects(
      act(people.operator, 'specimens.end', { provider, reason }),
      refusal(/is not a specimen/),
    );
    const audit = await store.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('action', 'like', 'specimen.%')
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      audit.map(({ action, after }) => [action, JSON.parse(after!)]),
      [
        ['specimen.named', { reason, approved_by: people.reviewer.id }],
        ['specimen.ended', { reason: 'It is not needed.', approved_by: people.reviewer.id }],
      ],
    );
  },
);

onEitherStore(
  'a row that somebody else wrote makes no specimen, and one that was removed is noticed',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { store, people, slugOf } = world;
    const act = acting(world);
    const { request } = await act(people.operator, 'specimens.name', { provider: slugOf('FX-05'), reason });
    await act(people.reviewer, 'requests.approve', { request: request! });
    const forger = await Forger.at(store);
    const [row] = await forger.rowsOf('specimens');
    const other = await store.db
      .selectFrom('providers')
      .select('id')
      .where('slug', '=', slugOf('FX-01'))
      .executeTakeFirstOrThrow();
    await forger.insert('specimens', { ...row!, seq: 99, provider_id: other.id });
    assert.deepEqual(await slugsOf(world), [slugOf('FX-05')]);
    await forger.remove('specimens', row!);
    await assert.rejects(slugsOf(world), /specimens .* is missing or was changed/);
  },
);

onEitherStore(
  'a provider without a current indicator cannot be named, and an analyst names nobody',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { people, slugOf } = world;
    const act = acting(world);
    await assert.rejects(
      act(people.operator, 'specimens.name', { provider: 'nobody', reason }),
      refusal(/No provider/),
    );
    await assert.rejects(
      act(people.analyst, 'specimens.name', { provider: slugOf('FX-05'), reason }),
      Refusal,
    );
  },
);
