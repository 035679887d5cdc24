// What a book shows, against a computation in fractions that shares nothing with it: two currencies, a missing rate, a negative
// position, a name that is withdrawn, one without a score, limits with their cures, decisions, and what changed since a day.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { changeSettings, createBook } from '@rf-indicators/core/books/books';
import { askForLimits } from '@rf-indicators/core/books/limits';
import { requireSeenBook } from '@rf-indicators/core/books/policy-scope';
import { listPositions } from '@rf-indicators/core/books/position-rows';
import { showBook } from '@rf-indicators/core/books/show';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { civilDate, dayAfter } from '@rf-indicators/core/context/times';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import type { StoreKind } from '@rf-indicators/core/store/store';
import type { PolicyScope } from '@rf-indicators/engine';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { decideMatter } from '../../../../test/support/deciding.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { QueryRecorder } from '../../../../test/support/query-recorder.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, publishedWorld } from '../../../../test/support/world.ts';
import { Fraction } from './fraction.ts';

async function place(kind: StoreKind, t: Lifetime) {
  const world = await publishedWorld(kind, t);
  const { desk, people, masterKey, store } = world;
  desk.moveTo(desk.clock() + 60_000);
  const wanted = { name: 'Acorn', tier: 'ENTERPRISE', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  const { id } = await createBook(desk, masterKey, member, { name: 'Treasury', currency: 'EUR' });
  const reading = () => ({ db: store.db, masterKey, publishing: DEFAULT_POLICY, now: desk.clock() });
  const rows = await store.db.selectFrom('served_indicators').selectAll().orderBy('provider_id').execute();
  return {
    ...{ world, desk, db: store.db, masterKey, member, book: id, rows },
    save: (contents: unknown) => saveVersion(desk, masterKey, member, { book: id, contents }),
    ask: (document: unknown) => askForLimits(desk, masterKey, member, { book: id, document }),
    show: (more: object = {}) => showBook(reading(), member, { book: id, ...more }),
    positions: (more: object = {}) => listPositions(reading(), member, { book: id, ...more }),
  };
}

type Place = Awaited<ReturnType<typeof place>>;

async function withdraw({ world: { people }, desk }: Place, providerId: string): Promise<void> {
  await decideMatter(desk, await askToWithdraw(desk, people.operator, { providerId, reason: 'It closed.' }));
}

const RATES = [{ currency: 'USD', rate: '0.917', as_of: '2026-03-31' }];
const eur = (text: string) =>
  new Fraction(BigInt(text.replace('.', '')), 10n ** BigInt(text.split('.')[1]?.length ?? 0));
const usd = (text: string) => eur(text).times(eur('0.917'));
/** Two decimals. */
const rounded = (value: Fraction) => value.times(new Fraction(100n)).rounded() / 100;
const part = (of: Fraction, whole: Fraction) => of.times(new Fraction(whole.bottom, whole.top));

onEitherStore('the figures of a book are those of an independent computation', async (kind, t) => {
  const given = await place(kind, t);
  const { desk, rows, save, show, positions } = given;
  const [one, two, three] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  await save(
    contentsOf(
      [
        positionOf('a', '1000.10', { provider: one.provider_id }),
        positionOf('b', '333.33', { provider: two.provider_id, currency: 'USD' }),
        positionOf('c', '77.7', { provider: one.provider_id, currency: 'USD' }),
        positionOf('d', '250', { provider: three.provider_id }),
        positionOf('e', '120.5', { name: 'Unmatched Ltd' }),
        positionOf('f', '20', { name: ' unmatched LTD' }),
        positionOf('g', '5000', { provider: two.provider_id, currency: 'BTC' }),
        positionOf('h', '-40', { provider: two.provider_id }),
        positionOf('i', null, { gross: '12', provider: two.provider_id }),
      ],
      { rates: RATES },
    ),
  );
  const before = await show();
  const day = new Date(desk.clock()).toISOString().slice(0, 10);
  desk.moveTo(desk.clock() + DAY);
  await withdraw(given, three.provider_id);
  desk.moveTo(desk.clock() + 1000);
  const shown = await show({ since: day });

  const a = eur('1000.10').plus(usd('77.7'));
  const [b, d, e] = [usd('333.33'), eur('250'), eur('140.5')];
  const total = [a, b, d, e].reduce((sum, some) => sum.plus(some));
  const scored = a.plus(b);
  const score = ({ final_score }: typeof one) => new Fraction(BigInt(final_score), 100n);
  const points = a.times(score(one)).plus(b.times(score(two)));
  // By hand: 1000.10 + 71.2509 + 305.66361 + 250 + 140.5.
  assert.equal(shown.total, '1767.51451');
  assert.equal(rounded(eur(shown.total)), rounded(total));
  assert.deepEqual(shown.composite, {
    score: rounded(part(points, scored)),
    coverage: rounded(part(scored, total).times(new Fraction(100n))),
    unscored_at_zero: rounded(part(points, total)),
  });
  const losses = shown.losses.data.reduce((sum, { points: lost }) => sum + Math.round(lost * 100), 0);
  assert.equal(losses, 10_000 - Math.round(shown.composite.score! * 100));
  assert.deepEqual(
    shown.withdrawn.map(({ provider, exposure, reason }) => [provider, exposure, reason]),
    [[three.provider_id, '250.00', 'It closed.']],
  );
  assert.deepEqual(
    shown.unscored.data.map(({ name, state, exposure }) => [name, state, exposure]),
    [
      [three.name, 'withdrawn', '250.00'],
      ['Unmatched Ltd', 'not_matched', '140.50'],
    ],
  );
  assert.deepEqual(
    shown.outside.data.map(({ position, amount, reason }) => [position, amount, reason]),
    [
      ['g', '5000.00', 'no_rate'],
      ['h', '-40.00', 'negative'],
      ['i', null, 'not_stated'],
    ],
  );
  assert.deepEqual([shown.positions, shown.names, shown.outside.positions], [9, 4, 3]);
  for (const list of [shown.bands, shown.types, shown.frameworks.data])
    assert.equal(
      list.reduce((sum, { share }) => sum + Math.round(share * 100), 0),
      10_000,
    );
  assert.deepEqual(shown.bands.find(({ band }) => band === 'none')!.names, 2);
  assert.equal(shown.frameworks.is_mixed, false);
  const squares = [a, b, d, e].reduce((sum, some) => sum.plus(some.times(some)), new Fraction(0n));
  assert.equal(
    shown.concentration!.hhi,
    part(squares, total.times(total)).times(new Fraction(10_000n)).rounded(),
  );
  // The day before, three names had a score; the one that is withdrawn has a line of its own.
  const { change } = shown;
  assert.equal(change!.before, before.composite.score);
  assert.equal(change!.after, shown.composite.score);
  const sum = change!.lines.reduce((all, { points: moved }) => all + Math.round(moved * 100), 0);
  assert.equal(sum, Math.round(change!.after! * 100) - Math.round(change!.before! * 100));
  assert.deepEqual(
    change!.lines.filter(({ cause }) => cause === 'unscored').map(({ provider }) => provider),
    [three.provider_id],
  );
  assert.equal((await show({ effective_on: day })).composite.score, before.composite.score);
  const ids = async (more: object) => (await positions(more)).data.map(({ id }) => id);
  assert.deepEqual(await ids({}), ['a', 'b', 'd', 'e', 'c', 'f', 'g', 'h', 'i']);
  assert.deepEqual(await ids({ show: 'needs_you', sort: 'name' }).then((list) => list.sort()), [
    'd',
    'e',
    'f',
    'g',
    'h',
    'i',
  ]);
  assert.deepEqual(await ids({ show: 'unscored' }), ['d', 'e', 'f']);
});

onEitherStore('a breach comes with its cures, which hold exactly', async (kind, t) => {
  const { rows, save, ask, show, positions } = await place(kind, t);
  const provider = rows[0]!.provider_id;
  const book = (first: string) =>
    contentsOf([
      positionOf('a', first, { provider, name: 'Nickname', group: 'lending', gross: '500' }),
      positionOf('b', '60', { group: 'lending' }),
      positionOf('c', '30', { currency: 'BTC', group: 'lending' }),
    ]);
  await save(book('41.75'));
  await ask(
    limitsOf(
      limitOf('group', '100'),
      limitOf('gross', '500', { measure: 'gross' }),
      limitOf('share', '40', { measure: 'share', of: { kind: 'name', name: provider } }),
      limitOf('alias', '41.74', { of: { kind: 'name', name: ' nickname' } }),
      limitOf('unscored', '59.99', { measure: 'share', of: { kind: 'band', band: 'none' } }),
    ),
  );
  const { limits } = await show();
  assert.deepEqual(
    limits.map(({ id, used, breached, outside, cures }) => [id, used, breached, outside, cures]),
    [
      [
        'group',
        '101.75',
        true,
        1,
        [
          { kind: 'reduce', by: '1.75' },
          { kind: 'raise', to: '101.75' },
        ],
      ],
      ['gross', '500.00', false, 2, []],
      [
        'share',
        '41.03',
        true,
        0,
        [
          { kind: 'reduce', by: '1.75' },
          { kind: 'raise', to: '41.04' },
        ],
      ],
      [
        'alias',
        '41.75',
        true,
        0,
        [
          { kind: 'reduce', by: '0.01' },
          { kind: 'raise', to: '41.75' },
        ],
      ],
      ['unscored', '58.97', false, 1, []],
    ],
  );
  const first = (await positions()).data.find(({ id }) => id === 'a')!;
  assert.deepEqual(first.breaches.sort(), ['alias', 'group', 'share']);
  await save(book('40.00'));
  const after = await show();
  assert.deepEqual(
    after.limits.map(({ id, breached }) => [id, breached]),
    [
      ['group', false],
      ['gross', false],
      ['share', false],
      ['alias', false],
      ['unscored', true],
    ],
  );
});

onEitherStore('the active policy decides about every name, and nothing of it is kept', async (kind, t) => {
  const { desk, db, masterKey, member, book, rows, save, show, positions } = await place(kind, t);
  const sorted = rows.toSorted((a, b) => a.final_score - b.final_score);
  const [worst, best] = [sorted[0]!, sorted.at(-1)!];
  await save(
    contentsOf([
      positionOf('worst', '10', { provider: worst.provider_id }),
      positionOf('best', '20', { provider: best.provider_id }),
      positionOf('nobody', '30'),
    ]),
  );
  assert.equal((await show()).policy, null);
  await changeSettings(desk, masterKey, member, { book, policy: 'lender' });
  assert.deepEqual((await show()).policy, { name: 'lender', version: null, decisions: [] });
  await savePolicy(desk, member, { document: policyDocument() });
  await askForActivation(desk, member, { name: 'lender' });
  const { policy } = await show();
  assert.deepEqual(
    policy!.decisions.map(({ decision, names, exposure }) => [decision, names, exposure]),
    [
      ['ALLOW', 1, '20.00'],
      ['REVIEW', 0, '0.00'],
      ['BLOCK', 2, '40.00'],
    ],
  );
  const blocked = await positions({ show: 'block' });
  assert.deepEqual(
    blocked.data.map(({ id, decided_by }) => [id, decided_by]),
    [
      ['nobody', 'rf:unknown'],
      ['worst', 'low_score'],
    ],
  );
  assert.deepEqual(await db.selectFrom('policy_decisions').select('id').execute(), []);
});

onEitherStore(
  'a policy about a book decides about its names, also as a version that begins later has them',
  async (kind, t) => {
    const { desk, masterKey, member, book, rows, save, show } = await place(kind, t);
    const sorted = rows.toSorted((a, b) => b.final_score - a.final_score);
    const [best, second] = sorted.map(({ provider_id }) => provider_id) as [string, string];
    const tomorrow = dayAfter(civilDate(desk.clock()), 1);
    await save(contentsOf([positionOf('best', '20', { provider: best })]));
    const later = contentsOf([positionOf('second', '30', { provider: second })]);
    await saveVersion(desk, masterKey, member, { book, contents: later, effective_on: tomorrow });
    await changeSettings(desk, masterKey, member, { book, policy: 'lender' });
    const decide = async (scope: PolicyScope) => {
      await savePolicy(desk, member, { document: policyDocument({ scope }) }, requireSeenBook);
      await askForActivation(desk, member, { name: 'lender' }, requireSeenBook);
      const counted = async (more: object) =>
        (await show(more)).policy!.decisions.map(({ decision, names }) => `${decision} ${names}`);
      return [await counted({}), await counted({ effective_on: tomorrow })];
    };
    const allowed = ['ALLOW 1', 'REVIEW 0', 'BLOCK 0'];
    const reviewed = ['ALLOW 0', 'REVIEW 1', 'BLOCK 0'];
    assert.deepEqual(await decide({ book }), [allowed, allowed]);
    const { id: other } = await createBook(desk, masterKey, member, { name: 'Other', currency: 'EUR' });
    assert.deepEqual(await decide({ book: other }), [reviewed, reviewed]);
  },
);

test('pages of positions have every one once, and a cursor says nothing of the book', async (t) => {
  const { save, positions } = await place('sqlite', t);
  const all = Array.from({ length: 25 }, (_, n) => positionOf(`p${n}`, String((n * 7) % 5)));
  await save(contentsOf(all));
  for (const sort of ['exposure', 'score', 'loss', 'name'] as const) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await positions({ sort, limit: 4, ...(cursor == null ? {} : { cursor }) });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      const text = Buffer.from(cursor ?? '', 'base64url').toString('latin1');
      assert.ok(!/books\.positions|Name of/.test(text));
    } while (cursor !== null);
    assert.deepEqual(seen.toSorted(), all.map(({ id }) => id).toSorted(), sort);
  }
  await assert.rejects(positions({ cursor: 'x' }), { code: 'validation_failed' });
});

test('a book of 10,000 positions is read with as many queries as one of ten', async (t) => {
  const { rows, save, show, ask } = await place('sqlite', t);
  const providers = rows.map(({ provider_id }) => provider_id);
  const many = (count: number) =>
    contentsOf(
      Array.from({ length: count }, (_, n) =>
        positionOf(`p${n}`, `${n + 1}.25`, {
          ...{ provider: n % 3 === 0 ? providers[(n / 3) % providers.length]! : null },
          ...{ currency: n % 2 === 0 ? 'USD' : 'EUR', group: `group ${n % 40}`, tags: ['a tag'] },
        }),
      ),
      { rates: RATES },
    );
  await ask(
    limitsOf(
      ...Array.from({ length: 40 }, (_, n) =>
        limitOf(`l${n}`, '100', { of: { kind: 'group', group: `group ${n}` } }),
      ),
    ),
  );
  const queries = async () => {
    const recorder = new QueryRecorder();
    await recorder.during('show', () => show());
    return recorder.count;
  };
  await save(many(10));
  const few = await queries();
  await save(many(10_000));
  assert.equal(await queries(), few);
  const started = process.cpuUsage();
  const { names, limits } = await show();
  const { user, system } = process.cpuUsage(started);
  t.diagnostic(
    `show at 10,000 positions: ${Math.round((user + system) / 1000)} ms of CPU time, ${names} names`,
  );
  assert.ok(limits.every(({ breached }) => breached));
});
