// The report of a book as XLSX, opened again by a library and compared with the JSON: every cell, in its type; amounts as numbers
// only where a spreadsheet keeps all digits. And who gets the file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { cases } from '../../../../test/support/counts.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { publishedPlace } from '../../../../test/support/world.ts';
import { reportTabs } from '../../src/console/book-report-sheets.ts';
import { isExactNumber, writeWorkbook } from '../../src/rendering/spreadsheets/xlsx.ts';
import { officeOf } from '../http/customers.ts';
import { consoleClient } from './client.ts';
import { writeSession } from './served.ts';

const { location } = await publishedPlace('sqlite', wholeFile);
const { desk, operator, masterKey } = await officeOf(location, wholeFile);
const { store } = desk;
const joined = async (name: string) => {
  const wanted = { name, tier: 'ENTERPRISE', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, operator, masterKey, wanted);
  return claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
};
const [acorn, birch] = [await joined('Acorn'), await joined('Birch')];
const server = await startInProcess(wholeFile, { dataDir: location.dataDir, demo: false });
const client = await consoleClient(server.url, wholeFile);
const rows = await store.db.selectFrom('served_indicators').selectAll().orderBy('provider_id').execute();
const ada = { token: acorn.token };

async function perform<Name extends 'books.create' | 'books.report'>(act: Name, input: object) {
  const { status, json, text } = await client.act(act, input, ada);
  assert.equal(status, 200, text);
  return json as AnswerOf<Name>;
}

const FORMULA = "=cmd|' /C calc'!A0";
const LONG = '123456789012345.12345678';
const { id: book } = await perform('books.create', { name: FORMULA, currency: 'EUR' });
const positions = [
  ...rows.map(({ provider_id }, index) =>
    positionOf(`p${index}`, `${index + 1}.10`, { provider: provider_id }),
  ),
  positionOf('long', LONG, { name: FORMULA, group: 'lending' }),
  positionOf('rate', '-1', { name: '+1', currency: 'USD' }),
];
for (const [act, input] of [
  ['books.save', { book, contents: contentsOf(positions), effective_on: '2026-04-01' }],
  ['books.ask_limits', { book, document: limitsOf(limitOf('@l', '100')) }],
] as const) {
  const { status, text } = await client.act(act, input, ada);
  assert.equal(status, 200, text);
}

const session = () => {
  const { id, name } = acorn.member;
  return writeSession(desk, masterKey, server.url, { id, name, actingAs: `members/${id}` });
};

async function download(query: string, headers: Record<string, string>) {
  const response = await fetch(`${server.url}/console/book-report.xlsx?${query}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a person with a session downloads the report, and every cell is what the JSON says', async () => {
  const query = `book=${book}&since=2026-03-31`;
  const { response, bytes } = await download(query, { cookie: await session() });
  assert.equal(response.status, 200, bytes.toString());
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  assert.match(
    response.headers.get('content-disposition')!,
    /^attachment; filename="book-report-[\d-]+\.xlsx"$/,
  );
  assert.equal(
    response.headers.get('content-type'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const report = await perform('books.report', { book, since: '2026-03-31' });
  const tabs = reportTabs(report);
  const sheets = await readXlsx(bytes, { trim: false });
  assert.deepEqual(
    sheets.map(({ sheet }) => sheet),
    [...tabs.map(({ title }) => title), 'About'],
  );
  const read = (title: string) => {
    const [head, ...found] = sheets.find(({ sheet }) => sheet === title)!.data;
    return found.map((cells) => Object.fromEntries(head!.map((column, at) => [String(column), cells[at]])));
  };
  const { figures, top, migration, against_policy } = report;
  const [summary] = read('Summary');
  assert.equal(summary!.book, FORMULA, 'a text, and no formula');
  assert.equal(summary!.total, figures.total, 'too many digits for a number');
  assert.deepEqual(
    [summary!.composite, summary!.coverage, summary!.names, summary!.moved],
    [figures.composite.score, figures.composite.coverage, figures.names, migration.moved],
  );
  assert.equal((summary!.effective_on as unknown as Date).toISOString().slice(0, 10), figures.effective_on);
  assert.equal(top.length, 10);
  assert.deepEqual(
    read('Top ten').map(({ name, exposure, score, band, loss }) => [name, exposure, score, band, loss]),
    top.map(({ name, exposure, score, band, loss }) => [
      ...[name, exposure === LONG ? LONG : Number(exposure), score, band, loss],
    ]),
  );
  assert.ok(top.some(({ exposure }) => exposure === LONG) && top.some(({ score }) => score !== null));
  assert.deepEqual(
    read('Migration').map(({ from, to, names }) => [from, to, names]),
    migration.cells.map(({ from, to, names }) => [from, to, names]),
  );
  const [limit] = figures.limits;
  assert.ok(limit!.breached);
  assert.deepEqual(
    read('Limits').map(({ limit: id, of, at_most, used, breached, cure_reduce_by }) => [
      ...[id, of, at_most, used, breached, cure_reduce_by],
    ]),
    [['@l', 'lending', 100, LONG, true, limit!.cures.flatMap((cure) => ('by' in cure ? cure.by : []))[0]]],
  );
  assert.deepEqual(read('Against the policy').length, against_policy.data.length);
  assert.deepEqual(
    read('Bands').map(({ band, names, share }) => [band, names, share]),
    figures.bands.map(({ band, names, share }) => [band, names, share]),
  );
  assert.deepEqual(
    read('Outside').map(({ position, name, reason, amount }) => [position, name, reason, amount]),
    [['rate', '+1', 'negative', -1]],
  );
  assert.ok(!bytes.includes('<f>'));
});

test('the file is refused to everybody who may not see the book, and nothing of it is in the refusal', async () => {
  const query = `book=${book}`;
  const staff = { authorization: 'Bearer rf_staff_nobody' };
  for (const [headers, status] of [
    [{}, 401],
    [staff, 401],
    [{ authorization: `Bearer ${birch.token}` }, 404],
  ] as const) {
    const { response, bytes } = await download(query, headers);
    assert.equal(response.status, status);
    assert.ok(!bytes.includes('calc') && !bytes.includes(LONG));
  }
  const wrong = await download(`${query}&since=soon&what=1`, { authorization: `Bearer ${acorn.token}` });
  assert.equal(wrong.response.status, 400);
});

test('an amount is a number exactly where it comes back as it was', async () => {
  const digits = fc.bigInt(0n, 10n ** 15n - 1n);
  const amount = fc
    .tuple(fc.boolean(), digits, fc.nat(99_999_999), fc.integer({ min: 2, max: 8 }))
    .map(
      ([isNegative, whole, part, decimals]) =>
        `${isNegative ? '-' : ''}${whole}.${String(part).padStart(8, '0').slice(0, decimals)}`,
    );
  const amounts = fc.sample(amount, cases(500, 5_000));
  const columns = [{ name: 'amount', type: 'amount', meaning: '.' }] as const;
  const bytes = await writeWorkbook([{ title: 'T', columns, rows: amounts.map((one) => [one]) }], []);
  const [sheet] = await readXlsx(Buffer.from(bytes));
  const scaled = (text: string) =>
    BigInt(text.replace('.', '')) * 10n ** BigInt(8 - text.split('.')[1]!.length);
  let numbers = 0;
  for (const [index, text] of amounts.entries()) {
    const cell = sheet!.data[index + 1]![0];
    if (typeof cell === 'number') {
      numbers += 1;
      // At 15 significant digits, as spreadsheets show it.
      assert.equal(scaled(exactText(cell)), scaled(text), text);
    } else assert.equal(cell, text);
    assert.equal(typeof cell === 'number', isExactNumber(text), text);
  }
  assert.ok(numbers > 0 && numbers < amounts.length, String(numbers));
});

/** With 15 significant digits, and without an exponent. */
function exactText(value: number): string {
  const [mantissa, exponent] = value.toExponential(14).split('e') as [string, string];
  const digits = mantissa.replace(/[-.]/g, '');
  const places = 14 - Number(exponent);
  const units =
    places >= 8 ? BigInt(digits) / 10n ** BigInt(places - 8) : BigInt(digits) * 10n ** BigInt(8 - places);
  const text = String(units).padStart(9, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -8)}.${text.slice(-8)}`;
}
