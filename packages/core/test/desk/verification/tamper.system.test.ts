// Somebody with the database's password changes one byte of what was published. rf verify --all must find it
// and name the record, whatever the byte.

import assert from 'node:assert/strict';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import type { Row } from '@rf-indicators/core/store/schema';
import { type Store, untyped } from '@rf-indicators/core/store/store';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { dropTriggers } from '../../../../../test/support/desk-fixture.ts';
import { allPackageTexts, uncompress } from '../../../../../test/support/older-packages.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, laterWorld, publishNow } from '../../../../../test/support/world.ts';

interface Column {
  table:
    | 'package_dictionaries'
    | 'packages'
    | 'indicators'
    | 'confirmations'
    | 'log_leaves'
    | 'log_nodes'
    | 'checkpoints';
  column: string;
  /** The columns that name a record, in the order in which verifyAll names it. */
  key: readonly string[];
}

const COLUMNS: readonly Column[] = [
  { table: 'package_dictionaries', column: 'content', key: ['id'] },
  { table: 'packages', column: 'compressed', key: ['package_hash'] },
  { table: 'packages', column: 'uncompressed', key: ['package_hash'] },
  { table: 'indicators', column: 'statement', key: ['verification_id'] },
  { table: 'indicators', column: 'signature', key: ['verification_id'] },
  { table: 'confirmations', column: 'record', key: ['run_id'] },
  { table: 'confirmations', column: 'signature', key: ['run_id'] },
  { table: 'confirmations', column: 'verification_ids', key: ['run_id'] },
  { table: 'log_leaves', column: 'leaf', key: ['idx'] },
  { table: 'log_leaves', column: 'leaf_hash', key: ['idx'] },
  { table: 'log_nodes', column: 'hash', key: ['level', 'idx'] },
  { table: 'checkpoints', column: 'note', key: ['tree_size'] },
];

/** One ASCII character for another keeps the text valid UTF-8. PostgreSQL takes every one of these in a text. */
const ASCII = `${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}\n\t`;

const PUBLISHED = ['FX-01', 'FX-05', 'FX-12'];

/** Two publications with a key rotation between them and a confirmation after them, open for changes that the store forbids. */
const openedWorld = laterWorld('opened', async (world) => {
  await publishNow(world, { providerIds: PUBLISHED.map(world.idOf) });
  world.desk.moveTo(world.desk.clock() + DAY);
  await rotateSigningKey(world.desk, world.people.operator, world.publisher, new Uint8Array(32).fill(9));
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  world.desk.moveTo(world.desk.clock() + 1000);
  assert.equal((await publishNow(world, { providerIds: ['FX-05', 'FX-12'].map(world.idOf) })).verified, 2);
  for (const table of new Set(COLUMNS.map((column) => column.table))) await dropTriggers(world.desk, table);
  // Every second package as an older version stored it.
  const texts = [...(await allPackageTexts(world.store))];
  await uncompress(
    world.store,
    texts.filter((_, at) => at % 2 === 0),
  );
  assert.deepEqual((await verifyAll(world.store.db)).findings, [], 'clean before it is altered');
});

type Value = string | Uint8Array;

/** The rows that have a value in the column. */
async function rowsOf({ db }: Store, { table, column, key }: Column): Promise<Row[]> {
  let query = untyped(db).selectFrom(table).selectAll();
  for (const name of key) query = query.orderBy(name);
  return (await query.execute()).filter((row) => (row[column] as Value | null)?.length);
}

async function setValue(
  { db }: Store,
  { table, column, key }: Column,
  row: Row,
  value: unknown,
): Promise<void> {
  let query = untyped(db)
    .updateTable(table)
    .set({ [column]: value });
  for (const name of key) query = query.where(name, '=', row[name]);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  assert.equal(numUpdatedRows, 1n);
}

/** The records that are found wrong while the row holds another value; afterwards it holds its own again. */
async function foundWhile(store: Store, column: Column, row: Row, altered: Value): Promise<string[]> {
  await setValue(store, column, row, altered);
  try {
    return (await verifyAll(store.db)).findings.map(({ record }) => record);
  } finally {
    await setValue(store, column, row, row[column.column]);
  }
}

async function requireFound(store: Store, column: Column, row: Row, altered: Value): Promise<void> {
  const record = `${column.table} ${column.key.map((name) => row[name]).join('/')}`;
  const value = row[column.column] as Value;
  const at = [...value].findIndex((_, index) => value[index] !== altered[index]);
  const around = (whole: Value) => JSON.stringify(whole.slice(Math.max(0, at - 20), at + 20));
  const change = `${record}, ${column.column}: ${around(value)} became ${around(altered)}`;
  const found = await foundWhile(store, column, row, altered).catch((error: unknown) => {
    throw new Error(`not verified to the end: ${change}`, { cause: error });
  });
  assert.ok(found.includes(record), `not found: ${change}; found: ${found.join(', ')}`);
}

function alterOneByte(value: Value, random: (below: number) => number): Value {
  if (typeof value === 'string') return alterOneCharacter(value, random);
  const altered = Uint8Array.from(value);
  altered[random(value.length)]! ^= 1 + random(255);
  return altered;
}

function alterOneCharacter(text: string, random: (below: number) => number): string {
  for (;;) {
    const at = random(text.length);
    const replacement = ASCII[random(ASCII.length)]!;
    if (text.charCodeAt(at) < 128 && text[at] !== replacement) {
      return `${text.slice(0, at)}${replacement}${text.slice(at + 1)}`;
    }
  }
}

onEitherStore('every change of one byte is found, and the altered record is reported', async (kind, t) => {
  const { store } = await openedWorld(kind, t);
  const random = seededNumbers(kind === 'sqlite' ? 1 : 2);
  for (let count = 0; count < cases(COLUMNS.length, 500); count += 1) {
    const column = COLUMNS[count % COLUMNS.length]!;
    const rows = await rowsOf(store, column);
    const row = rows[random(rows.length)]!;
    await requireFound(store, column, row, alterOneByte(row[column.column] as Value, random));
  }
  assert.deepEqual((await verifyAll(store.db)).findings, [], 'clean again once every byte is restored');
});

/** Places where a random byte falls seldom, and where a check that trusts the shape of a record would stumble. */
const DELICATE: readonly { table: Column['table']; column: string; find: RegExp; replacement: string }[] = [
  { table: 'packages', column: 'uncompressed', find: /"result":/, replacement: '"resulT":' },
  { table: 'packages', column: 'uncompressed', find: /"provider":/, replacement: '"providex":' },
  {
    table: 'packages',
    column: 'uncompressed',
    find: /"methodology_digest":/,
    replacement: '"methodology_digesT":',
  },
  { table: 'indicators', column: 'signature', find: /"value":/, replacement: '"valuE":' },
  { table: 'indicators', column: 'signature', find: /"key_id":/, replacement: '"key_iD":' },
  { table: 'confirmations', column: 'signature', find: /"value":/, replacement: '"valuE":' },
  { table: 'confirmations', column: 'verification_ids', find: /^\["RF-/, replacement: '["Rf-' },
  { table: 'confirmations', column: 'record', find: /"count":2/, replacement: '"count":3' },
  {
    table: 'log_leaves',
    column: 'leaf',
    find: /"leaf":"confirmation"/,
    replacement: '"leaf":"confirmatioN"',
  },
  { table: 'log_leaves', column: 'leaf', find: /^\{"rotation"/, replacement: '["rotation"' },
  { table: 'log_leaves', column: 'leaf', find: /(?<=^\{)"rotation"/, replacement: '"rotatioN"' },
  { table: 'log_leaves', column: 'leaf', find: /"new_key":"rf/, replacement: '"new_key":"rF' },
  { table: 'log_leaves', column: 'leaf', find: /"signatures":/, replacement: '"signatureS":' },
  // The checkpoint of a rotation has two signatures, so that one of them verifies whatever the other is.
  { table: 'checkpoints', column: 'note', find: /(?<=\n— .*\n— )r/, replacement: 'x' },
  { table: 'checkpoints', column: 'note', find: /(?<=\n— \S+ )\w(?=.*\n—)/, replacement: '/' },
];

onEitherStore('damage of compressed packages is reported, whatever was changed', async (kind, t) => {
  const { store } = await openedWorld(kind, t);
  const columns = COLUMNS.filter(({ column }) => column === 'compressed' || column === 'content');
  const random = seededNumbers(3);
  for (const column of columns) {
    const [row] = await rowsOf(store, column);
    const value = row![column.column] as Value;
    for (const altered of [
      value.slice(1),
      value.slice(0, -1),
      value.slice(0, 3),
      alterOneByte(value, random),
    ])
      await requireFound(store, column, row!, altered);
  }
  const [compressed] = await rowsOf(store, columns[1]!);
  for (const [column, value] of [
    ['crc32', 1],
    ['dictionary_id', null],
    ['compressed', null],
    ['uncompressed', '{}'],
  ] as const) {
    const place: Column = { table: 'packages', column, key: ['package_hash'] };
    await setValue(store, place, compressed!, value);
    const { findings } = await verifyAll(store.db);
    assert.ok(findings.some(({ record }) => record === `packages ${compressed!.package_hash}`));
    await setValue(store, place, compressed!, compressed![column]);
  }
  assert.deepEqual((await verifyAll(store.db)).findings, []);
});

onEitherStore('a record that is no longer readable and a missing node are found too', async (kind, t) => {
  const { store } = await openedWorld(kind, t);
  const places = cases(
    DELICATE.filter((_, at) => at % 2 === 0),
    DELICATE,
  );
  for (const { table, column: name, find, replacement } of places) {
    const column = COLUMNS.find((candidate) => candidate.table === table && candidate.column === name)!;
    const row = (await rowsOf(store, column)).find((candidate) => find.test(candidate[name] as string));
    assert.ok(row, `nowhere in ${table}: ${find}`);
    const altered = (row[name] as string).replace(find, replacement);
    assert.equal(altered.length, (row[name] as string).length);
    await requireFound(store, column, row, altered);
  }
  await store.db.deleteFrom('log_nodes').where('level', '=', 1).where('idx', '=', 2).execute();
  const { findings } = await verifyAll(store.db);
  assert.deepEqual(findings, [{ record: 'log_nodes 1/2', problem: 'is missing' }]);
});

onEitherStore(
  'a confirmation that was moved or removed, and one that is claimed, are found',
  async (kind, t) => {
    const world = await openedWorld(kind, t);
    const { db } = world.store;
    // An altered confirmation also contradicts the states of its providers, which is tested with those.
    const problems = async () =>
      (await verifyAll(db)).findings
        .filter(({ problem }) => !/than the (confirmations say|records)$/.test(problem))
        .map(({ record, problem }) => `${record} ${problem}`);
    const { run_id, confirmed_at, log_index } = await db
      .selectFrom('confirmations')
      .selectAll()
      .executeTakeFirstOrThrow();
    const set = (columns: { confirmed_at?: number; log_index?: number }) =>
      db.updateTable('confirmations').set(columns).execute();
    await set({ confirmed_at: confirmed_at + DAY });
    assert.deepEqual(await problems(), [
      `confirmations ${run_id} has a record that does not match its run, its time and its list of indicators`,
    ]);
    await set({ confirmed_at, log_index: 0 });
    assert.deepEqual(await problems(), [
      `confirmations ${run_id} does not match log leaf 0`,
      `confirmations ${run_id} has a signature that does not verify (unknown_key)`,
    ]);
    await set({ log_index });
    assert.deepEqual(await problems(), []);

    const other = world.idOf('FX-01');
    const claim = (confirmed_by: string | null) =>
      db.updateTable('provider_states').set({ confirmed_by }).where('provider_id', '=', other).execute();
    await claim(run_id);
    const claimed = 'names a confirmation that does not list its indicator';
    assert.deepEqual(await problems(), [`provider_states ${other} ${claimed}`]);
    await claim(null);

    await db.deleteFrom('confirmations').execute();
    assert.deepEqual(
      (await problems()).sort(),
      [
        `confirmations ${run_id} is missing`,
        `log_leaves ${log_index} confirms indicators in a list that is missing`,
        ...['FX-05', 'FX-12'].map((sample) => `provider_states ${world.idOf(sample)} ${claimed}`),
      ].sort(),
    );
  },
);
