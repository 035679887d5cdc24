import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { canonicalJson, digestOf } from '@rf-indicators/engine';
import {
  announce,
  approve,
  importSigned,
  nextFramework,
  requestActivation,
} from '../../../../../test/support/next-framework.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, FIRST_DAY, foundedWorld, publishNow, type World } from '../../../../../test/support/world.ts';

/** The news about frameworks after the first one. */
async function frameworkNews({ store }: World) {
  const rows = await store.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('type', 'in', ['methodology.announced', 'methodology.published'])
    .orderBy('seq')
    .execute();
  const news = rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  return news.filter(({ data }) => data.version !== '1.0');
}

function activation({ store }: World, digest: string) {
  return store.db
    .selectFrom('methodology_activations')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
}

/** A world on the first day of version 1.0, with every provider published. */
async function publishedWorld(kind: StoreKind, t: TestContext): Promise<World> {
  const world = await foundedWorld(kind, t);
  await publishDueFrameworks(world.desk);
  await publishNow(world);
  return world;
}

const early =
  /takes effect on 2026-04-14\. With the notice period of 14 days, the earliest date is 2026-04-15\./;

onEitherStore('a framework is announced with notice, and published when it takes effect', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const digest = await announce(world, nextFramework('1.1', '2026-04-15'));
  const [announced, ...others] = await frameworkNews(world);
  assert.deepEqual(others, []);
  assert.equal(announced?.type, 'methodology.announced');
  const { sequence: _, ...data } = announced!.data;
  const { differences_digest, approved_by, activated_by } = await activation(world, digest);
  assert.deepEqual([activated_by, approved_by], [world.people.operator.id, world.people.reviewer.id]);
  assert.deepEqual(data, {
    version: '1.1',
    framework_version: 'RF Framework v1.1',
    digest,
    effective_from: '2026-04-15',
    notes: 'Reserves count more.',
    urgent_reason: null,
    differences: {
      url: `/api/public/methodology/${digest}/differences`,
      digest: differences_digest,
      counts: data.differences.counts,
    },
    cancelled_reason: null,
  });
  world.desk.moveTo(FIRST_DAY + 13 * DAY);
  assert.deepEqual(await publishDueFrameworks(world.desk), [], 'not in effect yet');
  world.desk.moveTo(FIRST_DAY + 14 * DAY);
  assert.deepEqual(await publishDueFrameworks(world.desk), [digest]);
  assert.deepEqual(await publishDueFrameworks(world.desk), [], 'once');
  const published = (await frameworkNews(world)).slice(1);
  assert.deepEqual(
    published.map(({ type, data: { differences, urgent_reason } }) => [type, differences, urgent_reason]),
    [['methodology.published', data.differences, null]],
  );
  assert.equal((await findEffectiveMethodology(world.store.db, world.desk.clock()))?.digest, digest);
});

onEitherStore(
  'a date within the notice period is refused, at the request and at the approval',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const late = await importSigned(world, nextFramework('1.1', '2026-04-14'));
    await assert.rejects(requestActivation(world, late), early);
    const inTime = await importSigned(world, nextFramework('1.2', '2026-04-15'));
    const request = await requestActivation(world, inTime);
    world.desk.moveTo(FIRST_DAY + DAY);
    await assert.rejects(approve(world, request), /the earliest date is 2026-04-16/);
    await assert.rejects(activation(world, inTime));
  },
);

onEitherStore('urgency waives the notice, and its reason is public', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const digest = await announce(world, nextFramework('1.1', '2026-04-01'), ' A rule was wrong. ');
  assert.equal((await activation(world, digest)).urgent_reason, 'A rule was wrong.');
  assert.deepEqual(
    (await frameworkNews(world)).map(({ type, data }) => [type, data.urgent_reason]),
    [
      ['methodology.announced', 'A rule was wrong.'],
      ['methodology.published', 'A rule was wrong.'],
    ],
  );
  assert.deepEqual(await publishDueFrameworks(world.desk), [], 'it was told at once');
  const before = await importSigned(world, nextFramework('1.2', '2026-03-31'));
  await assert.rejects(
    requestActivation(world, before, 'Urgent.'),
    /indicators were already published as of 2026-04-01 under another framework/,
  );
  const notUrgent = await importSigned(world, nextFramework('1.3', '2026-04-15'));
  await assert.rejects(requestActivation(world, notUrgent, 'Urgent.'), /needs no urgent reason/);
  await assert.rejects(requestActivation(world, before, ' '), /urgent reason must have 1 to 2000 characters/);
});

onEitherStore('the differences list every current indicator, and no input', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { db } = world.store;
  // Without evidence for its gate, this provider would not be scored any more.
  const unfit = world.idOf('FX-05');
  await db.deleteFrom('provider_states').where('provider_id', '=', world.idOf('FX-10')).execute();
  const document = nextFramework('1.1', '2026-04-15');
  document.gates.push({
    id: 'sanctions_status',
    options: ['listed', 'none'],
    max_age_days: 7,
    option_definitions: { listed: 'Listed.', none: 'Not listed.' },
  });
  const gated = await announce(world, document);
  const digest = await announce(world, nextFramework('1.2', '2026-04-16'));

  const row = await activation(world, digest);
  const list = JSON.parse(row.differences!);
  assert.equal(canonicalJson(list), row.differences);
  assert.equal(await digestOf(list), row.differences_digest);
  assert.equal(list.compared_with.version, '1.0');
  assert.equal(list.framework.digest, digest);
  const current = await db
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select(['indicators.provider_id', 'final_score', 'risk_band'])
    .execute();
  assert.equal(list.providers.length, current.length);
  const impact = JSON.parse(row.impact);
  for (const { provider_id, final_score, risk_band } of current) {
    const listed = list.providers.find((one: { provider_id: string }) => one.provider_id === provider_id);
    const { after } = impact.providers.find(
      (one: { provider_id: string }) => one.provider_id === provider_id,
    );
    assert.deepEqual(
      [Number(listed.old_score), listed.old_band, listed.new_score, listed.new_band],
      [final_score / 100, risk_band, after.final_score, after.risk_band],
    );
    assert.equal(
      Math.round(Number(listed.delta) * 100),
      Math.round(Number(after.final_score) * 100) - final_score,
    );
    assert.deepEqual(Object.keys(listed), [
      ...['delta', 'name', 'new_band', 'new_score', 'old_band', 'old_score'],
      ...['planner_type', 'provider_id', 'reason', 'slug'],
    ]);
  }
  const { providers, higher, lower, unchanged, not_scored } = list.counts;
  assert.equal(higher + lower + unchanged + not_scored, providers);
  assert.ok(higher + lower > 0);
  const moved = list.bands.reduce((sum: number, band: { providers: number }) => sum + band.providers, 0);
  assert.equal(moved, providers);

  const none = JSON.parse((await activation(world, gated)).differences!);
  assert.equal(none.counts.not_scored, none.counts.providers);
  const { new_score, new_band, delta, reason } = none.providers.find(
    (one: { provider_id: string }) => one.provider_id === unfit,
  );
  assert.deepEqual([new_score, new_band, delta], [null, null, null]);
  assert.equal(reason, 'The evidence on record is not enough for a score.');
});
