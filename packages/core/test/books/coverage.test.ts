// Requests for scores of names in books: what leaves the book, what staff see of it, and that each workspace counts once.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { addMember, authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { createBook } from '@rf-indicators/core/books/books';
import type { BookContents } from '@rf-indicators/core/books/contents';
import { requestScores, showCoverage } from '@rf-indicators/core/books/coverage';
import { giveRights } from '@rf-indicators/core/books/rights';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { decideScoreRequest, expectScore } from '@rf-indicators/core/desk/market/score-request-decisions';
import { listScoreRequests } from '@rf-indicators/core/desk/market/score-request-records';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { atOnce, claimed, customers } from '../../../../test/support/workspace-fixture.ts';

async function place(kind: StoreKind, t: TestContext) {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const reading = () => ({ db: desk.store.db, masterKey, publishing: DEFAULT_POLICY, now: desk.clock() });
  const save = (by: Member, book: string, contents: BookContents) =>
    saveVersion(desk, masterKey, by, { book, contents });
  return {
    ...given,
    save,
    workspace: async (name: string, names: readonly string[]) => {
      const { member } = await claimed(given, { name });
      const { id } = await createBook(desk, masterKey, member, { name: `Book of ${name}`, currency: 'EUR' });
      await save(member, id, book(names));
      return { member, id };
    },
    request: (by: Member, id: string, names?: string[]) =>
      requestScores(desk, reading(), by, { book: id, ...(names === undefined ? {} : { names }) }),
    coverage: (by: Member, id: string) => showCoverage(reading(), by, id),
    listed: async (more: object = {}) =>
      (await listScoreRequests(desk.store.db, { order: 'demand', ...more })).data,
  };
}

const book = (names: readonly string[]) =>
  contentsOf(
    names.map((name, index) =>
      positionOf(`p${index}`, `${918273645 - index}.12`, {
        name,
        group: 'Narwhal group',
        note: 'Ocelot note',
      }),
    ),
  );

onEitherStore('every name without a score is requested in one step, and once', async (kind, t) => {
  const { workspace, request, coverage, save } = await place(kind, t);
  const { member, id } = await workspace('Acorn', ['Alpha Lending', 'Beta  Vault', 'beta vault']);
  const before = await coverage(member, id);
  assert.deepEqual(
    [before.unscored, before.not_requested, before.data.map(({ status }) => status)],
    [2, 2, ['not_requested', 'not_requested']],
  );
  const { requested, left_out } = await request(member, id);
  assert.deepEqual(requested, ['Alpha Lending', 'Beta  Vault']);
  assert.deepEqual(left_out, []);
  await assert.rejects(request(member, id), /nothing to request/);
  await save(member, id, book(['Alpha Lending', 'Gamma']));
  const again = await request(member, id);
  assert.deepEqual(
    [again.requested, again.left_out],
    [['Gamma'], [{ name: 'Alpha Lending', why: 'requested_before' }]],
  );
  const chosen = request(member, id, ['Beta  Vault', 'Nobody']);
  await assert.rejects(chosen, /nothing to request/, 'these are no longer in the book');
  const { data, not_requested } = await coverage(member, id);
  assert.deepEqual(
    [not_requested, data.map(({ name, status }) => [name, status])],
    [
      0,
      [
        ['Alpha Lending', 'received'],
        ['Gamma', 'received'],
      ],
    ],
  );
});

onEachStore(
  'staff see names by the number of workspaces that asked, and nothing else of a book',
  async (kind, t) => {
    const { desk, workspace, request, listed } = await place(kind, t);
    const small = await workspace('Acorn', ['Alpha Lending', 'Only here']);
    const large = await workspace('Birch', ['ALPHA  lending']);
    const { won, lost } = await atOnce(request(small.member, small.id), request(large.member, large.id));
    assert.equal(won.length, 2, String(lost));
    await receiveScoreRequest(desk, { provider_name: 'Álpha Lending', contact_email: 'Eve@example.org' });
    await receiveScoreRequest(desk, { provider_name: 'alpha lending', contact_email: 'eve@example.org' });
    await receiveScoreRequest(desk, { provider_name: 'Public alone' });
    await receiveScoreRequest(desk, { provider_name: 'Public alone' });
    const rows = await listed();
    const asked = rows.map(({ provider_name, demand }) => [
      provider_name.toLowerCase().replace(/\s+/g, ' '),
      demand,
    ]);
    const alpha = { requesters: 3, workspaces: 2, others: 1 };
    assert.deepEqual(
      asked.slice(0, 3).map(([, demand]) => demand),
      [alpha, alpha, alpha],
    );
    assert.deepEqual(asked.slice(3).sort(), [
      ['only here', { requesters: 1, workspaces: 1, others: 0 }],
      ['public alone', { requesters: 1, workspaces: 0, others: 1 }],
      ['public alone', { requesters: 1, workspaces: 0, others: 1 }],
    ]);
    const [shared] = rows.filter(
      ({ contact_email, provider_name }) => contact_email === null && /alpha/i.test(provider_name),
    );
    assert.equal(
      shared!.received_at % 86_400_000,
      0,
      'the day and not the instant, which would tell who asked',
    );
    const text = JSON.stringify(rows);
    for (const secret of ['918273645', 'Narwhal', 'Ocelot', 'Book of', small.id, large.id])
      assert.ok(!text.includes(secret), secret);
    for (const { member } of [small, large])
      for (const own of [member.id, member.workspace.id, member.workspace.name])
        assert.ok(!text.includes(own));
    const audit = await desk.store.db.selectFrom('audit').selectAll().execute();
    const named = audit.filter((row) => /only here|alpha/i.test(JSON.stringify(row)));
    assert.deepEqual(
      new Set(named.map(({ action, actor }) => `${action} ${actor}`)).size,
      1,
      'that of the public requests',
    );
    const own = audit.filter(({ action }) => action === 'book.scores_requested');
    assert.deepEqual(
      own.map(({ after }) => Object.keys(JSON.parse(after!))),
      [['book'], ['book']],
    );
  },
);

onEitherStore(
  'a request shows its status and the expected date to the workspaces that made it',
  async (kind, t) => {
    const { desk, operator: staff, workspace, request, coverage, listed } = await place(kind, t);
    const acorn = await workspace('Acorn', ['Alpha', 'Beta']);
    const birch = await workspace('Birch', ['Alpha']);
    const other = await workspace('Cedar', ['Alpha']);
    await request(acorn.member, acorn.id);
    await request(birch.member, birch.id);
    const [alpha, beta] = await listed();
    assert.deepEqual([alpha!.demand.workspaces, beta!.demand.workspaces], [2, 1]);
    const statusOf = async ({ member, id }: typeof acorn) =>
      (await coverage(member, id)).data.map(({ status, expected_on }) => [status, expected_on]);
    const today = new Date(desk.clock()).toISOString().slice(0, 10);
    await expectScore(desk, staff, alpha!.id, '2099-12-31');
    await assert.rejects(expectScore(desk, staff, alpha!.id, '2020-01-01'), { code: 'validation_failed' });
    await assert.rejects(expectScore(desk, staff, alpha!.id, '2099-02-30'), { code: 'validation_failed' });
    await decideScoreRequest(desk, staff, alpha!.id, 'accepted');
    await expectScore(desk, staff, alpha!.id, today);
    await decideScoreRequest(desk, staff, beta!.id, 'declined', 'Ocelot of the staff');
    await assert.rejects(expectScore(desk, staff, beta!.id, today), { code: 'conflict' });
    assert.deepEqual(await statusOf(acorn), [
      ['in_progress', today],
      ['declined', null],
    ]);
    assert.deepEqual(await statusOf(birch), [['in_progress', today]]);
    assert.deepEqual(await statusOf(other), [['not_requested', null]], 'another workspace is told nothing');
    await expectScore(desk, staff, alpha!.id, null);
    assert.deepEqual(await statusOf(birch), [['in_progress', null]]);
    assert.ok(!JSON.stringify(await coverage(acorn.member, acorn.id)).includes('Ocelot of the staff'));
    assert.deepEqual(
      (await listed()).map(({ provider_name, status }) => [provider_name, status]),
      [
        ['Alpha', 'accepted'],
        ['Beta', 'declined'],
      ],
    );
    // What was declined is asked for anew by whoever has not asked yet.
    const late = await workspace('Dogwood', ['Beta']);
    await request(late.member, late.id);
    assert.deepEqual(await statusOf(late), [['received', null]]);
    assert.deepEqual(await statusOf(acorn), [
      ['in_progress', null],
      ['declined', null],
    ]);
  },
);

onEitherStore('to request scores takes the right to edit, and the book as it was read', async (kind, t) => {
  const { desk, masterKey, workspace, request, coverage, save } = await place(kind, t);
  const acorn = await workspace('Acorn', ['Alpha']);
  const birch = await workspace('Birch', ['Beta']);
  await assert.rejects(request(birch.member, acorn.id), { code: 'not_found' });
  await assert.rejects(coverage(birch.member, acorn.id), { code: 'not_found' });
  const { token } = await addMember(desk, acorn.member, { name: 'Vera', role: 'viewer' });
  const vera = await authenticateMember(desk, token);
  await giveRights(desk, acorn.member, { book: acorn.id, person: vera.id, rights: ['see'] });
  assert.equal((await coverage(vera, acorn.id)).unscored, 1);
  await assert.rejects(request(vera, acorn.id), { code: 'insufficient_role' });
  const meanwhile = {
    ...desk,
    store: Object.assign(Object.create(desk.store), {
      transaction: async (work: Parameters<typeof desk.store.transaction>[0]) => {
        await save(acorn.member, acorn.id, book([]));
        return desk.store.transaction(work);
      },
    }),
  };
  const reading = { db: desk.store.db, masterKey, publishing: DEFAULT_POLICY, now: desk.clock() };
  await assert.rejects(
    requestScores(meanwhile, reading, acorn.member, { book: acorn.id }),
    /saved another version meanwhile/,
  );
  assert.deepEqual(await desk.store.db.selectFrom('coverage_requests').selectAll().execute(), []);
  assert.deepEqual(await desk.store.db.selectFrom('score_requests').selectAll().execute(), []);
});
