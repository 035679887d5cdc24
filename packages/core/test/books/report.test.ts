// The report of a book: its figures are those that the book shows, and migration, exceptions and what is against the policy are
// counted again here from the positions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, authenticateMember } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { changeSettings, createBook } from '@rf-indicators/core/books/books';
import { listPositions } from '@rf-indicators/core/books/position-rows';
import { quarterEndBefore, reportBook } from '@rf-indicators/core/books/report';
import { showBook } from '@rf-indicators/core/books/show';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { activateAsked, askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import type { StoreKind } from '@rf-indicators/core/store/store';
import fc from 'fast-check';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import { cases } from '../../../../test/support/counts.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, publishedWorld } from '../../../../test/support/world.ts';

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
    ...{ desk, masterKey, member, book: id, rows },
    save: (contents: unknown) => saveVersion(desk, masterKey, member, { book: id, contents }),
    show: (more: object = {}) => showBook(reading(), member, { book: id, ...more }),
    positions: async (more: object = {}) =>
      (await listPositions(reading(), member, { book: id, limit: 200, ...more })).data,
    report: (more: object = {}) => reportBook(reading(), member, { book: id, ...more }),
  };
}

const dayOf = ({ desk }: { desk: { clock(): number } }) => new Date(desk.clock()).toISOString().slice(0, 10);

test('a report begins with the end of the quarter before its day', () => {
  for (const [day, end] of [
    ['2026-01-01', '2025-12-31'],
    ['2026-03-31', '2025-12-31'],
    ['2026-04-01', '2026-03-31'],
    ['2026-11-19', '2026-09-30'],
  ] as const)
    assert.equal(quarterEndBefore(day), end);
});

onEitherStore('migration counts every name of either day once, by its band then and now', async (kind, t) => {
  const given = await place(kind, t);
  const { desk, rows, save, report, show, positions } = given;
  const some = rows.slice(0, 6);
  const position = fc.record({ which: fc.nat(some.length + 1), net: fc.integer({ min: 1, max: 10 ** 9 }) });
  const contents = fc
    .uniqueArray(position, { selector: ({ which }) => which, maxLength: some.length })
    .map((list) =>
      contentsOf(
        list.map(({ which, net }) =>
          positionOf(`p${which}`, `${net}.25`, { provider: some[which]?.provider_id ?? null }),
        ),
      ),
    );
  await fc.assert(
    fc.asyncProperty(contents, contents, async (first, second) => {
      await save(first);
      const since = dayOf(given);
      const was = new Map((await positions()).map(({ id, band }) => [id, band ?? 'none']));
      desk.moveTo(desk.clock() + DAY);
      await save(second);
      const is = new Map((await positions()).map(({ id, band }) => [id, band ?? 'none']));
      const found = await report({ since });
      assert.deepEqual(found.figures, await show({ since }));
      const ids = [...new Set([...was.keys(), ...is.keys()])];
      const moves = ids.map((id) => `${was.get(id) ?? 'absent'} ${is.get(id) ?? 'absent'}`);
      const counted = new Map<string, number>();
      for (const move of moves) counted.set(move, (counted.get(move) ?? 0) + 1);
      const { cells, names, moved } = found.migration;
      assert.deepEqual(new Map(cells.map((cell) => [`${cell.from} ${cell.to}`, cell.names])), counted);
      assert.equal(names, ids.length);
      assert.equal(moved, moves.filter((move) => move.split(' ')[0] !== move.split(' ')[1]).length);
      const sum = (amounts: string[]) =>
        amounts.reduce((all, text) => all + BigInt(text.replace('.', '')), 0n);
      assert.equal(sum(cells.map(({ exposure_after }) => exposure_after)), sum([found.figures.total]));
      const past = await show({ effective_on: since });
      assert.equal(sum(cells.map(({ exposure_before }) => exposure_before)), sum([past.total]));
    }),
    { numRuns: cases(6, 60) },
  );
});

onEitherStore(
  'a report names what the policy reviews, blocks and excepts, and the ten largest names',
  async (kind, t) => {
    const given = await place(kind, t);
    const { desk, masterKey, member, book, rows, save, report, positions } = given;
    const byScore = rows.toSorted((a, b) => Number(a.final_score) - Number(b.final_score));
    const [worst] = byScore;
    await save(
      contentsOf([
        ...rows.map(({ provider_id }, index) =>
          positionOf(`p${index}`, `${100 + index}`, { provider: provider_id }),
        ),
        positionOf('nobody', '5000.5'),
      ]),
    );
    const without = await report();
    assert.deepEqual(
      [without.policy_digest, without.against_policy.names, without.exceptions],
      [null, 0, []],
    );
    await changeSettings(desk, masterKey, member, { book, policy: 'lender' });
    const above = byScore.at(-1)!.final_score + 1;
    const excepted = {
      provider: worst!.provider_id,
      worst_band: 'HIGH',
      reason: 'It is wound down.',
    } as const;
    const document = policyDocument({ below: (above / 100).toFixed(2), exceptions: [excepted] });
    await savePolicy(desk, member, { document });
    const { digest } = await askForActivation(desk, member, { name: 'lender' });
    const { token } = await addMember(desk, member, { name: 'Rio', role: 'risk_officer' });
    await activateAsked(desk, await authenticateMember(desk, token), { name: 'lender', digest });
    const found = await report();
    assert.equal(found.policy_digest, digest);
    const rowsNow = (await positions()).filter(({ decision }) => decision !== 'ALLOW');
    assert.equal(found.against_policy.names, rows.length);
    assert.deepEqual(
      found.against_policy.data.map(({ name, exposure, decision, decided_by }) => [
        name,
        exposure,
        decision,
        decided_by,
      ]),
      rowsNow.map(({ name, exposure, decision, decided_by }) => [name, exposure, decision, decided_by]),
    );
    assert.deepEqual(
      found.exceptions.map(({ name, rule, reason, until, decision }) => [
        name,
        rule,
        reason,
        until,
        decision,
      ]),
      [[worst!.name, 'low_score', 'It is wound down.', '2027-06-30', 'ALLOW']],
    );
    assert.deepEqual(
      found.top.map(({ name }) => name),
      (await positions({ limit: 10 })).map(({ name }) => name),
    );
    assert.equal(found.top[0]!.exposure, '5000.50');
  },
);
