import assert from 'node:assert/strict';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { computationAnswer } from '@rf-indicators/core/desk/publication/computation';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { readDraft } from '@rf-indicators/core/desk/runs/drafts';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { keyChain, trustedKeys } from '@rf-indicators/core/log/key-chain';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import { openStore } from '@rf-indicators/core/store/open';
import { verify } from '@rf-indicators/engine';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { cleanUp } from '../../../../../test/support/lifetime.ts';
import { onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  approvedDraft,
  changelog,
  DAY,
  draft,
  enter,
  foundedPlace,
  foundedWorld,
  publishedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';
import { storyOf } from '../../acts/story.ts';

async function counts({ store }: World) {
  const count = async (table: 'indicators' | 'log_leaves' | 'checkpoints' | 'changelog' | 'events') => {
    const row = await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    indicators: await count('indicators'),
    leaves: await count('log_leaves'),
    checkpoints: await count('checkpoints'),
    changelog: await count('changelog'),
  };
}

async function eventTypes({ store }: World): Promise<string[]> {
  const rows = await store.db.selectFrom('events').select('type').orderBy('seq').execute();
  return rows.map(({ type }) => type).filter((type) => !type.startsWith('methodology.'));
}

/** Twelve statements; then twelve rationales, the beginning of MACs, the announcement of the framework, the names, the publication, its changelog, and the seal. */
const PUBLISHED = { indicators: 12, leaves: 12 + 12 + 6, checkpoints: 2, changelog: 12 };

const isRefusal = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === code && message.test(error.message);

onEitherStore(
  'a draft is not visible to readers; publishing makes all of it visible at once',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const runId = await approvedDraft(world);
    assert.deepEqual(await counts(world), { indicators: 0, leaves: 0, checkpoints: 0, changelog: 0 });
    const { items } = await readDraft(world.store.db, runId);
    assert.deepEqual(
      [...new Set(items.map(({ action, causes }) => `${action} ${causes}`))],
      ['publish initial'],
    );

    const outcome = await publishRun(world.desk, world.people.operator, runId, world.publisher);
    assert.deepEqual([outcome.published, outcome.held], [12, []]);
    assert.deepEqual(await counts(world), PUBLISHED);
    const entries = await changelog(world);
    assert.deepEqual(
      entries
        .filter(({ provider_name }) => /Loop|Harbour/.test(provider_name))
        .map(({ new_score }) => new_score)
        .sort(),
      [3999, 9152],
      'scores are those of the samples',
    );
    const events = await world.store.db.selectFrom('events').select('type').execute();
    assert.equal(events.filter(({ type }) => type === 'score.published').length, 12);
  },
);

onEitherStore(
  'a published indicator and its log entry verify from the computation answer with the pinned key',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { verification_id } = await world.store.db
      .selectFrom('indicators')
      .select('verification_id')
      .where('provider_id', '=', world.idOf('FX-07'))
      .executeTakeFirstOrThrow();
    const answer = await computationAnswer(world.store.db, verification_id, LIMITATIONS_DISCLOSURE);
    const report = await verify(JSON.stringify(answer), trustedKeys(await keyChain(world.store.db, null)));
    assert.deepEqual(
      report.checks.filter(({ ok }) => !ok),
      [],
    );
    assert.ok(report.checks.some(({ check }) => check === 'log'));
    const entry = answer!.data.package.inputs.reserve_coverage!;
    assert.match(String(entry.evidence!.sha256), /^[0-9a-f]{64}$/);
    assert.notEqual(entry.approval!.proposed_by, entry.approval!.approved_by);
  },
);

onEitherStore('publishing again returns the same outcome, says so, and writes nothing', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const runId = await approvedDraft(world);
  const first = await publishRun(world.desk, world.people.operator, runId, world.publisher);
  const again = await publishRun(world.desk, world.people.operator, runId, world.publisher);
  assert.deepEqual(again, { ...first, already: true });
  assert.deepEqual(await counts(world), PUBLISHED);
});

onEitherStore('an analyst, a reviewer and a chief risk officer cannot publish', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const runId = await approvedDraft(world);
  for (const person of ['analyst', 'reviewer', 'officer'] as const) {
    const { services, callers } = storyOf(world);
    const attempt = performAct(services, callers[person]!, 'runs.publish', { run: runId });
    await assert.rejects(attempt, isRefusal('insufficient_role', /requires the operator role/));
  }
});

onEitherStore(
  'a run that finds equal results confirms them in one signed leaf of the log, and writes no news',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const before = { ...(await counts(world)), events: await eventTypes(world) };
    const packages = async () =>
      (await world.store.db.selectFrom('packages').select('package_hash').execute()).length;
    const stored = await packages();
    world.desk.moveTo(world.desk.clock() + 60_000);
    const ids = [world.idOf('FX-05'), world.idOf('FX-01')];
    const runId = await draft(world, { providerIds: ids });
    const outcome = await publishRun(world.desk, world.people.operator, runId, world.publisher);
    assert.deepEqual([outcome.published, outcome.verified], [0, 2]);
    assert.deepEqual(
      { ...(await counts(world)), events: await eventTypes(world) },
      // One leaf for the confirmation, and one for the seal behind it.
      { ...before, leaves: before.leaves + 2, checkpoints: before.checkpoints + 2 },
    );
    assert.equal(await packages(), stored, 'an equal result needs no package of its own');
    const states = await world.store.db
      .selectFrom('provider_states')
      .select(['verified_at', 'confirmed_by', 'verification_id'])
      .where('provider_id', 'in', ids)
      .execute();
    for (const { verified_at, confirmed_by } of states) {
      assert.deepEqual([verified_at, confirmed_by], [world.desk.clock(), runId]);
    }
    const [confirmation, ...others] = await world.store.db.selectFrom('confirmations').selectAll().execute();
    assert.deepEqual(others, []);
    const record = JSON.parse(confirmation!.record);
    assert.deepEqual(
      [record.leaf, record.version, record.run, record.count, Date.parse(record.at)],
      ['confirmation', 1, runId, 2, world.desk.clock()],
    );
    assert.deepEqual(
      JSON.parse(confirmation!.verification_ids),
      states.map(({ verification_id }) => verification_id).sort(),
    );
    const leaf = await world.store.db
      .selectFrom('log_leaves')
      .select(['kind', 'leaf'])
      .where('idx', '=', confirmation!.log_index)
      .executeTakeFirstOrThrow();
    assert.deepEqual([leaf.kind, leaf.leaf], ['confirmation', confirmation!.record]);
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);

onEitherStore(
  'newer evidence for the same score renews the indicator, without an entry in the changelog',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const current = () =>
      world.store.db
        .selectFrom('provider_states')
        .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
        .selectAll('indicators')
        .where('indicators.provider_id', '=', world.idOf('FX-05'))
        .executeTakeFirstOrThrow();
    const initial = await current();
    const news = await changelog(world);
    for (const times of [1, 2]) {
      world.desk.moveTo(world.desk.clock() + DAY);
      await renewGates(world, ['FX-05']);
      const runId = await draft(world, { providerIds: [world.idOf('FX-05')] });
      const [item] = (await readDraft(world.store.db, runId)).items;
      assert.deepEqual([item?.action, item?.kind, item?.causes], ['publish', 'renewal', ['evidence']]);
      const before = await current();
      await publishRun(world.desk, world.people.operator, runId, world.publisher);
      const renewed = await current();
      assert.deepEqual(
        [renewed.kind, renewed.supersedes, renewed.renews, renewed.final_score, renewed.risk_band],
        ['renewal', before.verification_id, initial.verification_id, initial.final_score, initial.risk_band],
        'a renewal of a renewal renews what that one did',
      );
      assert.deepEqual(await changelog(world), news);
      assert.deepEqual((await eventTypes(world)).slice(12), Array(times).fill('score.renewed'));
    }
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);

onEitherStore(
  'a newly approved value is published with its cause and an explanation of the change',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    world.desk.moveTo(world.desk.clock() + DAY);
    await renewGates(world);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    const runId = await draft(world, { providerIds: [world.idOf('FX-05')] });
    const [item] = (await readDraft(world.store.db, runId)).items;
    assert.deepEqual(item?.causes, ['new_value']);
    assert.ok(
      item?.change?.parts.some(
        ({ kind: part, criterion_id }) => part === 'value' && criterion_id === 'equity_ratio',
      ),
    );
    await publishRun(world.desk, world.people.operator, runId, world.publisher);
    const entry = (await changelog(world)).at(-1)!;
    assert.deepEqual([entry.kind, entry.reason], ['score_change', 'New facts in Solvency and leverage.']);
    assert.doesNotMatch(entry.reason, /\d\.\d/, 'a reason never tells a value');
  },
);

onEitherStore('a band change takes the committee, and the publisher decides nothing', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-01', 'key_quorum', '1');
  const runId = await draft(world, { providerIds: [world.idOf('FX-01')] });
  const publish = () => publishRun(world.desk, world.people.operator, runId, world.publisher);
  await assert.rejects(publish(), isRefusal('conflict', /It needs 3 more votes for its quorum of 3/));
  await decideDraft(world.desk, runId);
  await publish();
  const entry = (await changelog(world)).at(-1)!;
  assert.deepEqual([entry.kind, entry.previous_band, entry.new_band], ['band_change', 'MEDIUM', 'HIGH']);
  assert.equal(
    entry.reason,
    'New facts in Custody and asset protection; a cap was applied.',
    'a public reason never names a hard rule, whose text would tell the value',
  );
});

onEitherStore('a draft is refused if another publication came first', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  const overtaken = await draft(world, { providerIds: [world.idOf('FX-05')] });
  world.desk.moveTo(world.desk.clock() + DAY);
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  const attempt = publishRun(world.desk, world.people.operator, overtaken, world.publisher);
  await assert.rejects(
    attempt,
    isRefusal(
      'conflict',
      new RegExp(`^Other indicators were published .* Providers: ${world.slugOf('FX-05')}\\.$`),
    ),
  );
});

onEachStore(
  'if two processes publish at once, one wins, the other is refused, and the log does not fork',
  async (kind, t) => {
    const { location, world } = await foundedPlace(kind, t);
    const second = await openStore(location);
    cleanUp(t, () => second.close());
    const runId = await approvedDraft(world);
    const other = { ...world.desk, store: second };
    const outcomes = await Promise.allSettled([
      publishRun(world.desk, world.people.operator, runId, world.publisher),
      publishRun(other, world.people.operator, runId, world.publisher),
    ]);
    // The other is told, by a refusal or by an answer that says it was done before, as the race goes.
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled' && !outcome.value.already);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.equal(winners.length, 1);
    for (const { reason } of refused) assert.ok(reason instanceof Refusal, String(reason));
    assert.deepEqual(await counts(world), PUBLISHED);
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);

onEitherStore(
  'after a key rotation old and new indicators verify, and the log has the rotation',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    world.desk.moveTo(world.desk.clock() + DAY);
    await rotateSigningKey(world.desk, world.people.operator, world.publisher);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    await publishNow(world, { providerIds: [world.idOf('FX-05')] });
    const { leaves, findings } = await verifyAll(world.store.db);
    // The rotation, then a statement, its publication, its changelog, and the seal.
    assert.deepEqual([leaves, findings], [PUBLISHED.leaves + 1 + 4, []]);
    const [oldKey, newKey] = trustedKeys(await keyChain(world.store.db, null));
    const signedBy = async (sample: string) => {
      const { signature } = await world.store.db
        .selectFrom('indicators')
        .select('signature')
        .where('provider_id', '=', world.idOf(sample))
        .orderBy('log_index', 'desc')
        .executeTakeFirstOrThrow();
      return JSON.parse(signature).key_id;
    };
    assert.deepEqual([await signedBy('FX-01'), await signedBy('FX-05')], [oldKey!.id, newKey!.id]);
  },
);

onEitherStore(
  'a run is refused for a time in the future and for providers that do not exist',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    await assert.rejects(
      draft(world, { asOf: world.desk.clock() + 1 }),
      isRefusal('validation_failed', /a time in the future/),
    );
    await assert.rejects(draft(world, { providerIds: ['nobody'] }), isRefusal('not_found', /nobody/));
    assert.equal(ALL_SAMPLES.length, 12);
  },
);

onEitherStore(
  'a run about the past, or with an already published package, publishes nothing',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const first = world.desk.clock();
    world.desk.moveTo(first + DAY);
    await publishNow(world);
    const actions = async (asOf: number) => {
      const runId = await draft(world, { asOf, everything: true });
      return [...new Set((await readDraft(world.store.db, runId)).items.map(({ action }) => action))];
    };
    assert.deepEqual(await actions(first), ['none'], 'older than what stands');
    assert.deepEqual(await actions(first + DAY), ['none'], 'the same again');
    world.desk.moveTo(first + 2 * DAY);
    assert.deepEqual(await actions(first + 2 * DAY), ['publish']);
  },
);

onEitherStore(
  'a publication is not signed with a key that was rotated while it was prepared',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const runId = await approvedDraft(world);
    let rotated = false;
    const interrupted = {
      ...world.desk,
      store: {
        ...world.store,
        transaction: async (work: Parameters<typeof world.store.transaction>[0]) => {
          if (!rotated) {
            rotated = true;
            await rotateSigningKey(world.desk, world.people.operator, world.publisher);
          }
          return world.store.transaction(work);
        },
      } as typeof world.store,
    };
    await publishRun(interrupted, world.people.operator, runId, world.publisher);
    const signatures = await world.store.db.selectFrom('indicators').select('signature').execute();
    const [, current] = trustedKeys(await keyChain(world.store.db, null));
    assert.ok(signatures.every(({ signature }) => JSON.parse(signature).key_id === current!.id));
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);
