// The event that an indicator will be stale soon: 14 and 3 days before, once each, and again for a new check.

import assert from 'node:assert/strict';
import type { Context } from '@rf-indicators/core/context/context';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { readEventData } from '@rf-indicators/core/store/event-data';
import { onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  FIRST_DAY,
  publishedWorld,
  renew,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

const OTHERS = ALL_SAMPLES.filter((sample) => sample !== 'FX-05');
const AT = (date: string) => Date.parse(`${date}T00:00:00Z`);
// FX-05's insolvency and withdrawal status are of 31 March, and lapse when they are 14 days old.
const LAPSE = AT('2026-04-14');

async function toldOf({ store, idOf }: World, sample = 'FX-05') {
  const rows = await store.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'evidence.lapsing')
    .where('provider_id', '=', idOf(sample))
    .orderBy('seq')
    .execute();
  return rows.map(({ data }) => readEventData({ type: 'evidence.lapsing', data }));
}

async function sweepAt(world: World, at: number): Promise<void> {
  world.desk.moveTo(at);
  await sweepStaleness(world.desk, DEFAULT_POLICY);
}

/** Only FX-05 lapses next. */
async function othersChecked(world: World): Promise<void> {
  world.desk.moveTo(FIRST_DAY + 5 * DAY);
  await renewGates(world, OTHERS);
}

onEitherStore(
  'three days before a gate lapses there is one event, and one more for a new check',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    await othersChecked(world);
    await sweepAt(world, LAPSE - 3 * DAY - 1);
    assert.deepEqual(await toldOf(world), []);
    for (const later of [0, DAY, 3 * DAY - 1]) await sweepAt(world, LAPSE - 3 * DAY + later);
    const [told, ...repeated] = await toldOf(world);
    assert.deepEqual(repeated, []);
    const { verification_id } = await world.store.db
      .selectFrom('provider_states')
      .select('verification_id')
      .where('provider_id', '=', world.idOf('FX-05'))
      .executeTakeFirstOrThrow();
    const { sequence: _, provider_name: __, ...data } = told!;
    assert.deepEqual(data, {
      provider_id: world.idOf('FX-05'),
      planner_type: data.planner_type,
      framework_version: 'RF Framework v1.0',
      verification_id,
      days: 3,
      gates: [
        { kind: 'gate', id: 'insolvency_status', label: 'Insolvency status', evidence_date: '2026-03-31' },
        {
          kind: 'criterion',
          id: 'withdrawal_status',
          label: 'Withdrawal, redemption and payment status',
          evidence_date: '2026-03-31',
        },
      ],
      stale_from: '2026-04-14T00:00:00Z',
      withdrawn_from: '2026-04-28T00:00:00Z',
    });
    assert.deepEqual(await toldOf(world, 'FX-06'), []);

    // The check is approved on the 13th, and is good until the 27th.
    await renewGates(world, ['FX-05']);
    for (const day of ['2026-04-14', '2026-04-23']) await sweepAt(world, AT(day));
    assert.equal((await toldOf(world)).length, 1);
    await sweepAt(world, AT('2026-04-24'));
    assert.deepEqual(
      (await toldOf(world)).map(({ stale_from }) => stale_from),
      ['2026-04-14T00:00:00Z', '2026-04-27T00:00:00Z'],
    );
  },
);

onEitherStore('a gate that holds for longer is told of 14 days before too', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  // Only the integrity finding, which lapses when it is 60 days old, is not checked again.
  const { evidence_date } = await world.store.db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select('evidence_date')
    .where('input_id', '=', 'integrity_finding')
    .where('proposals.provider_id', '=', world.idOf('FX-05'))
    .executeTakeFirstOrThrow();
  const lapse = AT(evidence_date) + 60 * DAY;
  const daysTold = async () =>
    (await toldOf(world)).map(({ days, gates }) => [days, ...gates.map(({ id }) => id)]);
  for (const before of [15, 14, 4, 3]) {
    world.desk.moveTo(lapse - before * DAY);
    for (const gate of ['insolvency_status', 'withdrawal_status']) await renew(world, gate, ['FX-05']);
    await sweepStaleness(world.desk, DEFAULT_POLICY);
    const expected = [
      ...(before <= 14 ? [[14, 'integrity_finding']] : []),
      ...(before <= 3 ? [[3, 'integrity_finding']] : []),
    ];
    assert.deepEqual(await daysTold(), expected, `${before} days before`);
  }
});

onEachStore(
  'two sweeps at once tell it once, and none tells it if a check came in between',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    await othersChecked(world);
    const { desk, store } = world;
    desk.moveTo(LAPSE - 3 * DAY);
    /** The same desk, but something happens before its first transaction. */
    const overtaken = (act: () => Promise<unknown>): Context => {
      let isFirst = true;
      return {
        clock: desk.clock,
        newId: desk.newId,
        store: {
          ...store,
          async transaction(work) {
            if (isFirst) {
              isFirst = false;
              await act();
            }
            return store.transaction(work);
          },
        },
      };
    };
    await sweepStaleness(
      overtaken(() => sweepStaleness(desk, DEFAULT_POLICY)),
      DEFAULT_POLICY,
    );
    assert.equal((await toldOf(world)).length, 1);
    // The others were checked on 6 April.
    desk.moveTo(AT('2026-04-17'));
    await renewGates(world, OTHERS.slice(1));
    await sweepStaleness(
      overtaken(() => renewGates(world, OTHERS.slice(0, 1))),
      DEFAULT_POLICY,
    );
    assert.deepEqual(await toldOf(world, OTHERS[0]), []);
  },
);
