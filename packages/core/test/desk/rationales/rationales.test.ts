// News is published with a rationale that another person approved; what publishes by itself never waits for one.

import assert from 'node:assert/strict';
import { acceptDraft, acceptMatter } from '../../../../../test/support/deciding.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, draft, enter, publishedWorld, type World } from '../../../../../test/support/world.ts';
import { SERVICE } from '../../../src/context/actor.ts';
import { publishRun } from '../../../src/desk/publication/publish.ts';
import { askToWithdraw } from '../../../src/desk/publication/withdraw.ts';
import { listRationales } from '../../../src/desk/rationales/list.ts';
import { reviewRationales, writeRationale } from '../../../src/desk/rationales/write.ts';

const TEXT =
  'New audited statements changed our view of the equity of this provider. Better liquidity would raise the score, and evidence that is not renewed would lower it.';

/** A draft with a change of band, which the committee has accepted. */
async function bandChange(world: World): Promise<{ run: string; provider: string }> {
  const provider = world.idOf('FX-05');
  await enter(world, 'FX-05', 'insolvency_status', 'distressed');
  const run = await draft(world, { providerIds: [provider] });
  await acceptDraft(world.desk, run);
  return { run, provider };
}

onEitherStore('a band change is published with its reviewed rationale, and not before', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  const { desk, people, publisher, store } = world;
  const { run, provider } = await bandChange(world);
  const publish = () => publishRun(desk, people.operator, run, publisher);
  const missing = /published with a rationale that another person approved.*Providers without one: /s;
  await assert.rejects(publish(), missing);
  const providers = [provider];
  const status = async () => (await listRationales(store.db, { run })).map((one) => one.status);
  assert.deepEqual(await status(), ['missing']);

  const [first] = await writeRationale(desk, people.analyst, { run, providers, text: TEXT });
  const approve = (id: string, by = people.reviewer) =>
    reviewRationales(desk, by, { rationales: [id], decision: 'approved', confirms: true });
  await assert.rejects(publish(), /it is voted again/, 'the committee has not seen the text');
  await acceptDraft(desk, run);
  await assert.rejects(publish(), missing, 'written is not approved');
  const reviewed = { rationales: [first!.id], decision: 'approved' as const };
  await assert.rejects(reviewRationales(desk, people.reviewer, reviewed), /confirm that it names no input/);
  const returned = { rationales: [first!.id], decision: 'returned' as const, reason: 'Name the drivers.' };
  await reviewRationales(desk, people.reviewer, returned);
  assert.deepEqual(await status(), ['returned']);
  desk.moveTo(desk.clock() + 1000);
  const [own] = await writeRationale(desk, people.reviewer, { run, providers, text: TEXT });
  await assert.rejects(approve(own!.id), /You wrote this rationale/);
  desk.moveTo(desk.clock() + 1000);
  const [last] = await writeRationale(desk, people.analyst, { run, providers, text: `${TEXT} Again.` });
  await assert.rejects(approve(first!.id), /wrote another text since/);
  await approve(last!.id);
  await acceptDraft(desk, run);
  await publish();

  const [entry] = await store.db
    .selectFrom('changelog')
    .innerJoin('published_rationales', 'published_rationales.changelog_id', 'changelog.id')
    .select(['kind', 'text', 'published_rationales.verification_id as about', 'changelog.verification_id'])
    .orderBy('changelog.seq', 'desc')
    .limit(1)
    .execute();
  assert.deepEqual(
    [entry!.kind, entry!.text, entry!.about],
    ['band_change', `${TEXT} Again.`, entry!.verification_id],
  );
  const leaf = await store.db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'rationale')
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const logged = JSON.parse(leaf.leaf);
  assert.deepEqual([logged.text, logged.verification_id], [`${TEXT} Again.`, entry!.verification_id]);
});

onEitherStore('the service holds news without a rationale back, and nothing else', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  const { desk, publisher, idOf } = world;
  await enter(world, 'FX-05', 'insolvency_status', 'distressed');
  await enter(world, 'FX-01', 'equity_ratio', '4.00');
  const run = await draft(world, { providerIds: [idOf('FX-05'), idOf('FX-01')] });
  await acceptDraft(desk, run);
  const { held, published } = await publishRun(desk, SERVICE, run, publisher);
  assert.deepEqual([held, published], [[idOf('FX-05')], 1]);
});

onEitherStore(
  'a withdrawal has a rationale, and one can follow what published by itself',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    world.desk.moveTo(world.desk.clock() + DAY);
    const { desk, people, publisher, store, idOf } = world;
    const request = await askToWithdraw(desk, people.operator, {
      providerId: idOf('FX-07'),
      reason: 'It closed.',
    });
    await assert.rejects(acceptMatter(desk, request), /published with a rationale/);
    const subject = { withdrawal: request, providers: [] };
    const [written] = await writeRationale(desk, people.analyst, { ...subject, text: TEXT });
    const decision = { rationales: [written!.id], decision: 'approved', confirms: true } as const;
    assert.deepEqual(await reviewRationales(desk, people.reviewer, decision), { published: 0 });
    await acceptMatter(desk, request);

    await enter(world, 'FX-01', 'equity_ratio', '4.00');
    const run = await draft(world, { providerIds: [idOf('FX-01')] });
    await publishRun(desk, people.operator, run, publisher);
    const [open, ...others] = await listRationales(store.db, {});
    assert.deepEqual(
      [open!.kind, open!.status, open!.required, others.length],
      ['score_change', 'missing', false, 0],
    );
    const seqOf = async () =>
      (
        await store.db
          .selectFrom('served_indicators')
          .select('rationale_seq')
          .where('provider_id', '=', idOf('FX-01'))
          .executeTakeFirstOrThrow()
      ).rationale_seq;
    assert.equal(await seqOf(), null, 'that of older news does not explain this score');
    const [later] = await writeRationale(desk, people.analyst, {
      entry: open!.entry!,
      providers: [],
      text: TEXT,
    });
    const approved = { rationales: [later!.id], decision: 'approved', confirms: true } as const;
    assert.deepEqual(await reviewRationales(desk, people.reviewer, approved), { published: 1 });
    assert.notEqual(await seqOf(), null);
    const again = writeRationale(desk, people.analyst, { entry: open!.entry!, providers: [], text: TEXT });
    await assert.rejects(again, /what was published never changes/);
  },
);

onEitherStore('a text that gives a value away is refused with its place', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  const { desk, people } = world;
  const { run, provider } = await bandChange(world);
  const text = `${TEXT} HR04 fired.`;
  await assert.rejects(writeRationale(desk, people.analyst, { run, providers: [provider], text }), {
    code: 'validation_failed',
    details: [
      {
        place: '/text',
        code: 'rule_id',
        message: 'HR04 is the id of a hard rule. Say in words what happened.',
      },
    ],
  });
});
