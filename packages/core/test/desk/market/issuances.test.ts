import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { readRows } from '@rf-indicators/core/desk/import/file';
import {
  addIssuance,
  changeIssuanceStatus,
  importIssuances,
  updateIssuance,
} from '@rf-indicators/core/desk/market/issuances';
import { listIssuances } from '@rf-indicators/core/desk/market/list-issuances';
import type { IssuanceStatus } from '@rf-indicators/core/store/schema';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { addProvider, fixtureDesk, person, samples } from '../../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

const ANNOUNCED = {
  issuer_name: 'Fathom Treasury',
  name: 'Series A preferred',
  ticker: 'FTHM.A',
  isin: 'US0378331005',
  type: 'preferred_share',
  currency: 'USD',
  amount: '2521000000',
  coupon_rate: '9.00',
  price: '90',
  announced_on: '2026-04-01',
  pricing_on: '2026-04-08',
  settles_on: '2026-04-10',
  source_url: 'https://example.com/term-sheet',
};

async function openDesk(kind: StoreKind, t: TestContext) {
  const desk = await fixtureDesk(kind, t);
  return { desk, operator: await person(desk, 'olga', 'operator') };
}

async function newsOf({ store }: Context) {
  const rows = await store.db.selectFrom('events').selectAll().orderBy('seq').execute();
  return rows.map(({ type, provider_id, data }) => ({ type, provider_id, data: JSON.parse(data) }));
}

async function issuanceIn(
  desk: Context,
  operator: Actor,
  status: IssuanceStatus,
  name = `On the way to ${status}`,
): Promise<string> {
  const id = await addIssuance(desk, operator, { ...ANNOUNCED, name });
  if (status === 'PRICING' || status === 'ISSUED') await changeIssuanceStatus(desk, operator, id, 'PRICING');
  if (status === 'ISSUED' || status === 'WITHDRAWN') await changeIssuanceStatus(desk, operator, id, status);
  return id;
}

onEitherStore('a new issuance is ANNOUNCED and creates an event', async (kind, t) => {
  const { desk, operator } = await openDesk(kind, t);
  await addProvider(desk, operator, samples[0]!);
  const id = await addIssuance(desk, operator, { ...ANNOUNCED, provider_id: 'fx-01' });
  const [listed] = await listIssuances(desk.store.db);
  const stored = { id, ...ANNOUNCED, provider_id: 'FX-01', status: 'ANNOUNCED', updated_at: desk.now };
  assert.deepEqual({ ...listed }, stored, 'the slug became an id, and decimals stay as they were written');
  const { isin, ...told } = stored;
  assert.deepEqual(await newsOf(desk), [
    {
      type: 'issuance.new',
      provider_id: 'FX-01',
      data: {
        ...told,
        identifiers: [
          { kind: 'isin', value: isin },
          { kind: 'ticker', value: 'FTHM.A' },
        ],
        sequence: 1,
        amount: 2521000000,
        coupon_rate: 9,
        price: 90,
        updated_at: '2026-04-01T09:00:00.000Z',
      },
    },
  ]);
});

onEitherStore(
  'an issuance moves from ANNOUNCED through PRICING to ISSUED or WITHDRAWN, and no other way',
  async (kind, t) => {
    const { desk, operator } = await openDesk(kind, t);
    const all: IssuanceStatus[] = ['ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN'];
    const allowed = ['ANNOUNCED>PRICING', 'ANNOUNCED>WITHDRAWN', 'PRICING>ISSUED', 'PRICING>WITHDRAWN'];
    let issuances = 0;
    for (const from of all) {
      for (const to of all) {
        issuances += 1;
        const id = await issuanceIn(desk, operator, from, `${from} to ${to}`);
        const before = (await newsOf(desk)).length;
        const move = changeIssuanceStatus(desk, operator, id, to);
        if (allowed.includes(`${from}>${to}`)) {
          assert.equal((await move).status, to);
          const { type, data } = (await newsOf(desk)).at(-1)!;
          assert.equal(type, 'issuance.status_changed');
          assert.deepEqual([data.id, data.previous_status, data.status], [id, from, to]);
          assert.equal(data.sequence, before + 1);
        } else {
          await assert.rejects(
            move,
            (error: Refusal) => error.code === 'conflict' && error.message.includes(`it is ${from}`),
          );
          assert.equal((await newsOf(desk)).length, before, 'nothing happened, so nothing is told');
        }
      }
    }
    const open = await listIssuances(desk.store.db, { statuses: ['ANNOUNCED', 'PRICING'] });
    assert.ok(open.length > 0 && open.length < issuances);
    assert.ok(open.every(({ status }) => status === 'ANNOUNCED' || status === 'PRICING'));
  },
);

onEitherStore(
  'details can change until the status is final, and the audit record has the old values',
  async (kind, t) => {
    const { desk, operator } = await openDesk(kind, t);
    const id = await issuanceIn(desk, operator, 'PRICING');
    desk.now += 1000;
    const changed = await updateIssuance(desk, operator, id, { price: '88.25', ticker: null });
    assert.deepEqual([changed.price, changed.ticker, changed.updated_at], ['88.25', null, desk.now]);
    assert.deepEqual(
      (await listIssuances(desk.store.db)).map((row) => ({ ...row })),
      [changed],
    );
    const act = await desk.store.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'issuance.update')
      .executeTakeFirstOrThrow();
    assert.equal(JSON.parse(act.before!).price, '90');
    assert.equal(JSON.parse(act.after!).price, '88.25');
    desk.now += 1000;
    await updateIssuance(desk, operator, id, { price: '88.25' });
    const [same] = await listIssuances(desk.store.db);
    assert.equal(same?.updated_at, changed.updated_at, 'what changes nothing leaves no trace');
    for (const wrong of [
      { status: 'ISSUED' },
      { price: '0' },
      { name: null },
      'x',
      { settles_on: '2026-03-31' },
    ]) {
      await assert.rejects(updateIssuance(desk, operator, id, wrong), { code: 'validation_failed' });
    }
    for (const end of ['ISSUED', 'WITHDRAWN'] as const) {
      const ended = await issuanceIn(desk, operator, end);
      await assert.rejects(updateIssuance(desk, operator, ended, { price: '1' }), /can no longer change/);
    }
    await assert.rejects(updateIssuance(desk, operator, 'nothing', {}), { code: 'not_found' });
    await assert.rejects(changeIssuanceStatus(desk, operator, 'nothing', 'PRICING'), { code: 'not_found' });
  },
);

const WRONG: [string, unknown, string][] = [
  ['issuer_name', undefined, 'missing'],
  ['issuer_name', 'x'.repeat(121), 'too_long'],
  ['name', '  ', 'empty'],
  ['name', 'a\u0000b', 'control_character'],
  ['type', 'share', 'unknown_type'],
  ['type', undefined, 'missing'],
  ['currency', 'dollar', 'unknown_currency'],
  ['ticker', 'lower', 'not_ticker'],
  ['isin', 'US0378331006', 'not_isin'],
  ['amount', 500000000, 'not_text'],
  ['amount', '0.00', 'not_amount'],
  ['amount', '1e9', 'not_amount'],
  ['amount', '-1', 'not_amount'],
  ['amount', '1.005', 'not_amount'],
  ['amount', '12345678901234', 'not_amount'],
  ['coupon_rate', '9,00', 'not_decimal'],
  ['coupon_rate', '9.00001', 'not_decimal'],
  ['price', '0', 'not_decimal'],
  ['announced_on', undefined, 'missing'],
  ['announced_on', '2026-02-30', 'not_date'],
  ['announced_on', '01.04.2026', 'not_date'],
  ['pricing_on', '2026-03-31', 'dates_out_of_order'],
  ['settles_on', '2026-04-07', 'dates_out_of_order'],
  ['source_url', 'http://example.com', 'not_https'],
  ['source_url', 'https://user:secret@example.com', 'not_https'],
  ['provider_id', 'nobody', 'unknown_provider'],
  ['status', 'ISSUED', 'unknown_member'],
];

onEitherStore('a field that breaks its rule is refused with its place', async (kind, t) => {
  const { desk, operator } = await openDesk(kind, t);
  for (const [member, value, code] of WRONG) {
    await assert.rejects(addIssuance(desk, operator, { ...ANNOUNCED, [member]: value }), (error: Refusal) => {
      assert.equal(error.code, 'validation_failed');
      assert.deepEqual(
        error.details.map((detail) => detail.code),
        [code],
        `${member} ${value}`,
      );
      assert.ok(error.details[0]?.place.endsWith(member));
      return true;
    });
  }
  await assert.rejects(addIssuance(desk, operator, []), { code: 'validation_failed' });
  assert.deepEqual(await listIssuances(desk.store.db), []);
  const bare = { issuer_name: 'A', name: 'B', type: 'bond', currency: 'EUR', announced_on: '2026-04-01' };
  await addIssuance(desk, operator, { ...bare, settles_on: '2026-04-01', coupon_rate: '0' });
});

onEitherStore(
  'a file is imported as a whole or not at all, and an invalid row is refused with its line',
  async (kind, t) => {
    const { desk, operator } = await openDesk(kind, t);
    const header = 'issuer_name,name,type,currency,amount,announced_on';
    const good = `${header}\nA,Bond 1,bond,USD,1000000,2026-04-01\nB,Bond 2,bond,USD,,2026-04-02\n`;
    const bad = `${good}C,Bond 3,bond,USD,much,2026-04-03\nA,Bond 1,bond,USD,1,2026-04-01\n`;
    await assert.rejects(importIssuances(desk, operator, readRows(bad, 'csv')), (error: Refusal) => {
      assert.deepEqual(
        error.details.map(({ place, code }) => `${place}: ${code}`),
        ['line 4, amount: not_amount', 'line 5: already_listed'],
      );
      return true;
    });
    assert.deepEqual(await listIssuances(desk.store.db), []);
    assert.deepEqual(await newsOf(desk), []);
    assert.equal((await importIssuances(desk, operator, readRows(good, 'csv'))).length, 2);
    assert.equal((await newsOf(desk)).length, 2);
    await assert.rejects(importIssuances(desk, operator, readRows(good, 'csv')), (error: Refusal) => {
      assert.deepEqual(
        error.details.map(({ code }) => code),
        ['already_listed', 'already_listed'],
      );
      return true;
    });
    assert.equal((await listIssuances(desk.store.db, { type: 'bond' })).length, 2);
    assert.deepEqual(await listIssuances(desk.store.db, { type: 'preferred_share' }), []);
  },
);

onEitherStore('only an operator adds and changes issuances', async (kind, t) => {
  const { desk, operator } = await openDesk(kind, t);
  const analyst = await person(desk, 'ann', 'analyst', 'reviewer', 'chief_risk_officer');
  const id = await addIssuance(desk, operator, ANNOUNCED);
  const acts = [
    async () => addIssuance(desk, analyst, { ...ANNOUNCED, name: 'Other' }),
    async () => updateIssuance(desk, analyst, id, { price: '1' }),
    async () => changeIssuanceStatus(desk, analyst, id, 'PRICING'),
  ];
  for (const act of acts) await assert.rejects(act, { code: 'insufficient_role' });
});

onEitherStore(
  'an issuance whose transaction fails is neither listed nor announced as an event',
  async (kind, t) => {
    const { desk, operator } = await openDesk(kind, t);
    const id = await addIssuance(desk, operator, ANNOUNCED);
    const told = await newsOf(desk);
    // The audit record is the last thing an act writes: without an id for it, the act fails at its end.
    let ids = 0;
    const failing: Context = {
      ...desk,
      newId: () => {
        ids += 1;
        if (ids > 2) throw new Error('no more ids');
        return desk.newId();
      },
    };
    await assert.rejects(addIssuance(failing, operator, { ...ANNOUNCED, name: 'Other' }), /no more ids/);
    ids = 1;
    await assert.rejects(changeIssuanceStatus(failing, operator, id, 'PRICING'), /no more ids/);
    assert.deepEqual(await newsOf(desk), told);
    const listed = await listIssuances(desk.store.db);
    assert.deepEqual(
      listed.map(({ status }) => status),
      ['ANNOUNCED'],
    );
  },
);
