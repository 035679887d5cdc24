// A file that becomes a version of a book: what is asked, which names are taken, what would change, and that nothing is saved
// before somebody says so.

import assert from 'node:assert/strict';
import type { InputOf } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { actServicesOf } from '../../../../../test/support/act-services.ts';
import { decideMatter } from '../../../../../test/support/deciding.ts';
import type { Lifetime } from '../../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { publishedWorld } from '../../../../../test/support/world.ts';

const DAY = '2026-03-31';

async function place(kind: StoreKind, t: Lifetime) {
  const world = await publishedWorld(kind, t);
  const { desk, people, masterKey, store } = world;
  desk.moveTo(desk.clock() + 60_000);
  const wanted = { name: 'Acorn', tier: 'ENTERPRISE', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
  const { member } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  const services = actServicesOf(desk, () => masterKey);
  const as = (one: Member) => ({ kind: 'member' as const, member: one, from: 'a test' });
  const { id: book } = await performAct(services, as(member), 'books.create', {
    ...{ name: 'Treasury', currency: 'EUR' },
  });
  const rows = await store.db.selectFrom('served_indicators').selectAll().orderBy('provider_id').execute();
  type Given = Omit<InputOf<'books.read_file'>, 'book' | 'file'>;
  return {
    ...{ world, desk, member, book, names: rows.map(({ name }) => name), rows, services },
    read: (csv: string, given: Given = {}, by = member) =>
      performAct(services, as(by), 'books.read_file', {
        ...{ book, file: { name: 'book.csv', base64: Buffer.from(csv).toString('base64') }, ...given },
      }),
    save: (contents: Record<string, unknown>, seen: number) =>
      performAct(services, as(member), 'books.save', { book, contents, seen }),
    versions: async () => (await performAct(services, as(member), 'books.versions', { book })).data.length,
    find: (...names: string[]) =>
      performAct(services, as(member), 'books.find_names', {
        ...{ book, names: names.map((name) => ({ name })) },
      }),
  };
}

const HEAD = 'Kontrahent;Währung;Netto;Fälligkeit';
const csv = (...rows: string[]) => [HEAD, ...rows].join('\r\n');

onEitherStore('a file is read with its names, and is a version once it is saved', async (kind, t) => {
  const { read, save, versions, names, rows } = await place(kind, t);
  const [one = '', two = ''] = names;
  const text = csv(
    `${one.toUpperCase()};EUR;1.000,50;31.12.2026`,
    `${two} SPV Ltd;EUR;250,25;`,
    'Qq Zz;USD;10,00;',
  );
  const { table, columns, numbers, dates, seen, read: result } = await read(text);
  assert.deepEqual(
    [table!.rows, columns, numbers],
    [3, { name: 1, currency: 2, net: 3, maturity: 4 }, { net: ',' }],
  );
  assert.deepEqual([dates, seen, result!.open, result!.total], ['DD.MM.YYYY', 0, 0, '1250.75']);
  assert.deepEqual([result!.without_rate, result!.outside.no_rate], [['USD'], 1]);
  assert.deepEqual(
    result!.names.data.map(({ state, by, provider }) => [state, by, provider?.id ?? null]),
    [
      ['choose', null, null],
      ['none', null, null],
      ['matched', 'name', rows[0]!.provider_id],
    ],
  );
  const [spv] = result!.names.data;
  assert.equal(spv!.candidates[0]!.id, rows[1]!.provider_id);
  assert.match(spv!.why, /another legal entity/);
  assert.equal(await versions(), 0);
  const saved = await save(result!.contents!, seen);
  assert.deepEqual([saved.number, saved.positions], [1, 3]);
});

onEitherStore('a second file shows what is added, removed and changed', async (kind, t) => {
  const { read, save, names, rows } = await place(kind, t);
  const [one = '', two = '', three = ''] = names;
  const first = csv(`${one};EUR;100,00;`, `${two};EUR;200,00;`, `Old ${three} name;EUR;5,00;`);
  const choices = [{ name: `Old ${three} name`, provider: rows[2]!.slug }];
  const before = await read(first, { choices, rates: [] });
  assert.deepEqual(before.read!.comparison.added, 3);
  await save(before.read!.contents!, before.seen);
  const after = await read(csv(`${one};EUR;100,00;`, `Old ${three} name;EUR;7,50;`, 'Xq;EUR;1,00;'));
  const { comparison, names: found } = after.read!;
  assert.deepEqual(
    [comparison.version, comparison.added, comparison.removed, comparison.changed, comparison.unchanged],
    [1, 1, 1, 1, 1],
  );
  const changed = comparison.data.find(({ what }) => what === 'changed')!;
  assert.deepEqual(changed.fields, [{ field: 'net', from: '5.00', to: '7.50' }]);
  assert.equal(comparison.data.find(({ what }) => what === 'removed')!.position.name, two);
  // What was chosen once is chosen again, and says so.
  const chosen = found.data.find(({ name }) => name === `Old ${three} name`)!;
  assert.deepEqual([chosen.by, chosen.provider!.id], ['earlier_choice', rows[2]!.provider_id]);
  await save(after.read!.contents!, after.seen);
  await assert.rejects(save(after.read!.contents!, after.seen), { code: 'conflict' });
});

onEitherStore(
  'duplicates and negatives are asked about, and nothing can be saved before',
  async (kind, t) => {
    const { read, names } = await place(kind, t);
    const text = csv(`${names[0]};EUR;100,00;`, `${names[0]};EUR;50,00;`, `${names[1]};EUR;-7,00;`);
    const { read: asked } = await read(text);
    assert.deepEqual([asked!.open, asked!.contents], [2, null]);
    const kinds = asked!.questions.map(({ kind: of, choices }) => [of, choices]);
    assert.deepEqual(kinds, [
      ['negative', ['outside', 'as_positive', 'refuse']],
      ['duplicate', ['add', 'keep_both', 'keep_last']],
    ]);
    const answers = [
      { question: asked!.questions[1]!.key, answer: 'add' as const },
      { question: 'negative', answer: 'outside' as const },
    ];
    const { read: answered } = await read(text, { answers });
    assert.deepEqual([answered!.open, answered!.positions, answered!.total], [0, 2, '150.00']);
    assert.equal(answered!.outside.negative, 1);
    await assert.rejects(
      read(text, { answers: [{ question: 'negative', answer: 'refuse' }] }),
      /1 amount is negative/,
    );
  },
);

onEitherStore('what can be read in two ways is asked about before any row is read', async (kind, t) => {
  const { read, names } = await place(kind, t);
  const text = `Name;Amount\r\n${names[0]};1.234`;
  const { questions, read: unread, table } = await read(text);
  assert.equal(unread, null);
  assert.deepEqual(
    questions.map(({ kind: of, columns, choices }) => [of, columns, choices]),
    [
      ['columns', [2], ['gross', 'net']],
      ['numbers', [2], ['.', ',']],
    ],
  );
  assert.deepEqual(table!.columns[1], { number: 2, header: 'Amount', examples: ['1.234'] });
  const { read: result } = await read(text, { columns: { name: 1, net: 2 }, numbers: { net: ',' } });
  assert.deepEqual([result!.total, result!.contents!.measure], ['1234.00', 'net']);
});

onEitherStore(
  'a name is chosen exactly: by id or slug, and never by another similar name',
  async (kind, t) => {
    const given = await place(kind, t);
    const { read, find, names, rows, desk, world } = given;
    const [one] = rows;
    const text = csv(`${one!.name} Fund II;EUR;1,00;`, `${names[1]};EUR;1,00;`);
    const wrong = [{ name: `${one!.name} Fund II`, provider: `${one!.name} Fund` }];
    await assert.rejects(read(text, { choices: wrong }), ({ details }: { details: { place: string }[] }) => {
      assert.equal(details[0]!.place, '/choices/0/provider');
      return true;
    });
    const choices = [
      { name: `${one!.name} Fund II`, provider: one!.provider_id },
      { name: names[1]!, provider: null },
    ];
    const { read: chosen } = await read(text, { choices });
    const contents = chosen!.contents as { positions: { provider: string | null }[] };
    assert.deepEqual(
      contents.positions.map(({ provider }) => provider),
      [one!.provider_id, null],
    );
    const withdrawal = { providerId: one!.provider_id, reason: 'It closed.' };
    await decideMatter(desk, await askToWithdraw(desk, world.people.operator, withdrawal));
    const { data } = await find(one!.name, 'Qq Zz');
    assert.deepEqual([data[0]!.provider!.id, data[1]!.provider], [one!.provider_id, null]);
    // Names are read again once something was published.
    assert.match(data[0]!.why, /Its indicator was withdrawn\./);
  },
);

onEitherStore(
  'a file is read by those who may edit the book, and a broken one is refused',
  async (kind, t) => {
    const { read, desk, member, names, book, services } = await place(kind, t);
    const { token } = await addMember(desk, member, { name: 'Vera', role: 'viewer' });
    const vera = await authenticateMember(desk, token);
    const text = csv(`${names[0]};EUR;100,00;`);
    await assert.rejects(read(text, {}, vera), { code: 'not_found' });
    await performAct(services, { kind: 'member', member, from: 'a test' }, 'books.give_rights', {
      ...{ book, person: 'Vera', rights: ['see'] },
    });
    await assert.rejects(read(text, {}, vera), { code: 'insufficient_role' });
    await assert.rejects(read(text, { effective_on: '2026-02-30' }), { code: 'validation_failed' });
    await assert.rejects(read(''), /The file is empty\./);
    await assert.rejects(
      performAct(services, { kind: 'member', member, from: 'a test' }, 'books.read_file', {
        ...{ book, file: { name: 'book.csv', base64: 'no base64' }, effective_on: DAY },
      }),
      { code: 'validation_failed' },
    );
  },
);
