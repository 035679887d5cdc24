// Uploaded files as tables: encodings, separators, workbooks, limits, and files that nobody should send.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable, type TableChoice } from '@rf-indicators/core/books/files/read-table';
import { safeParts } from '@rf-indicators/core/books/files/safe-workbook';
import { spreadsheetNumber } from '@rf-indicators/core/books/files/spreadsheet-number';
import { unzip, zipStored } from '@rf-indicators/core/books/files/unzip';
import { Refusal } from '@rf-indicators/core/context/refusal';
import fc from 'fast-check';
import { bomb, rawWorkbook, workbook } from './workbook.ts';

async function tableOf(file: Buffer | string, name = 'book.csv', choice: TableChoice = {}) {
  const answer = await readTable(Buffer.from(file), name, choice);
  assert.equal(answer.kind, 'table');
  return answer.kind === 'table' ? answer.table : assert.fail();
}

async function rowsOf(file: Buffer | string, name = 'book.csv') {
  const { columns, rows } = await tableOf(file, name);
  return [columns, ...rows.map(({ cells }) => cells)];
}

const refuses = (file: Buffer | string, message: RegExp, name = 'book.csv', choice: TableChoice = {}) =>
  assert.rejects(tableOf(file, name, choice), (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.match(error.message, message);
    return true;
  });

const EXPECTED = [
  ['Name', 'Währung'],
  ['Zürich, AG', '€'],
];

test('a CSV file is read in each encoding that spreadsheet programs write', async () => {
  const text = 'Name;Währung\r\n"Zürich, AG";€\r\n';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const windows = Buffer.from(text.replace('€', '\x80'), 'latin1');
  for (const file of [text, `\ufeff${text}`, utf16, Buffer.from(utf16).swap16(), windows])
    assert.deepEqual(await rowsOf(Buffer.from(file as string)), EXPECTED);
  assert.match((await tableOf(windows)).notes[0]!, /Windows-1252/);
  assert.deepEqual((await tableOf(text)).notes, []);
});

test('the separator is found by the rows, and a declared one is taken', async () => {
  for (const separator of [';', '\t', '|', ','])
    assert.deepEqual(await rowsOf(`Name${separator}Amount\nA${separator}5\n`), [
      ['Name', 'Amount'],
      ['A', '5'],
    ]);
  assert.deepEqual(await rowsOf('Name;Betrag;Netto\nA;1,50;2,50\nB, AG;3,50;1,00\n'), [
    ['Name', 'Betrag', 'Netto'],
    ['A', '1,50', '2,50'],
    ['B, AG', '3,50', '1,00'],
  ]);
  const declared = await tableOf('sep=|\nName|Amount, net;x\nA|1\n');
  assert.deepEqual([declared.header, declared.columns], [2, ['Name', 'Amount, net;x']]);
});

test('quotes follow RFC 4180, and rows are counted as a spreadsheet program counts them', async () => {
  const { rows } = await tableOf('Name,Note\r\n"A ""B"" Ltd","two\nlines, one cell"\r\n\r\n=1+1,\' x\n');
  assert.deepEqual(
    rows.map(({ row, cells }) => [row, ...cells]),
    [
      [2, 'A "B" Ltd', 'two\nlines, one cell'],
      [4, '=1+1', "' x"],
    ],
  );
  await refuses('Name,Note\nA,"never closed\nB,x\n', /quotation mark is opened and never closed/);
  await refuses('Name,Note\nA "B" Ltd,x\n', /line 2 has a quotation mark inside a cell/);
});

test('the header is found below other rows, can be chosen, and the rows above it are given', async () => {
  const text = 'Positions;\n;\nas of 31.03.2026;\nKontrahent;Betrag\nA;5\n';
  const table = await tableOf(text);
  assert.deepEqual([table.header, table.columns], [4, ['Kontrahent', 'Betrag']]);
  assert.deepEqual(
    table.above.map(({ row, cells }) => [row, cells[0]]),
    [
      [1, 'Positions'],
      [3, 'as of 31.03.2026'],
    ],
  );
  assert.deepEqual((await tableOf(text, 'book.csv', { header: 3 })).columns, ['as of 31.03.2026', '']);
  await refuses(text, /Row 2 is empty, so it cannot be the header/, 'book.csv', { header: 2 });
  assert.deepEqual((await tableOf('Who;What\nA;5\n')).columns, ['Who', 'What']);
});

test('a workbook gives numbers as they were written, dates as YYYY-MM-DD, and texts as texts', async () => {
  const date = new Date(Date.UTC(2027, 1, 28));
  const file = await workbook({
    sheet: 'Positions',
    rows: [
      ['Name', 'Amount', 'Maturity', 'Note'],
      ['Bank & Söhne <1>', 0.1 + 0.2, date, '=SUM(B2)'],
      ['  B  ', 123456789012.35, date, '1.234'],
      ['C', -5, null, null],
    ],
  });
  const table = await tableOf(file, 'book.xlsx');
  assert.equal(table.sheet, 'Positions');
  assert.deepEqual(
    table.rows.map(({ row, cells, typed }) => [row, ...cells, [...typed]]),
    [
      [2, 'Bank & Söhne <1>', '0.3', '2027-02-28', '=SUM(B2)', [1, 2]],
      [3, 'B', '123456789012.35', '2027-02-28', '1.234', [1, 2]],
      [4, 'C', '-5', '', '', [1]],
    ],
  );
  assert.match(table.notes[0]!, /^1 number has more than 15 significant digits/);
});

test('a number of a workbook is a plain decimal of at most 15 significant digits', () => {
  const read = (text: string) => spreadsheetNumber(text)?.text;
  assert.equal(read('0.30000000000000004'), '0.3');
  assert.equal(read('1.1000000000000001E-3'), '0.0011');
  assert.equal(read('9.9999999999999999E+2'), '1000');
  assert.equal(read('1234567890123456789'), '1234567890123460000');
  assert.equal(read('-0.0'), '0');
  assert.equal(read('1E400'), undefined);
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), fc.integer({ min: 0, max: 8 }), (units, scale) => {
      const value = Number(`${units}e-${scale}`);
      const { text } = spreadsheetNumber(String(value))!;
      assert.equal(Number(text), value);
      assert.doesNotMatch(text, /e/i);
    }),
  );
});

test('a formula is read by its stored value, and errors and values that are missing are seen', async () => {
  const cells = [
    '<c r="A2" t="str"><f>UPPER("a")</f><v>A</v></c><c r="B2"><f>1+1</f><v>2</v></c>',
    '<c r="A3" t="inlineStr"><is><t><![CDATA[B & C]]></t></is></c><c r="B3"><f>SUM(B2)</f></c>',
    '<c r="A4" t="str"><f>""</f><v></v></c><c r="B4" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c r="A5" t="inlineStr"><is><t>D<!-- x -->E</t></is></c><c r="B5"><f>A1</f><v/></c>',
  ].map((row, index) => `<row r="${index + 2}">${row}</row>`);
  const header =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Net</t></is></c></row>';
  assert.deepEqual(await rowsOf(rawWorkbook(header + cells.join('')), 'book.xlsx'), [
    ['Name', 'Net'],
    ['A', '2'],
    ['B & C', '#NOT COMPUTED'],
    ['', '#DIV/0!'],
    ['DE', '#NOT COMPUTED'],
  ]);
});

test('of several sheets with rows, one is chosen by its name', async () => {
  const rows = [
    ['Name', 'Net'],
    ['A', 1],
  ];
  const file = await workbook({ sheet: 'Q1', rows }, { sheet: 'Empty', rows: [] }, { sheet: 'Q2', rows });
  assert.deepEqual(await readTable(file, 'book.xlsx'), { kind: 'choose_sheet', sheets: ['Q1', 'Q2'] });
  assert.equal((await tableOf(file, 'book.xlsx', { sheet: 'Q2' })).sheet, 'Q2');
  await refuses(file, /no sheet "Q3" with rows. Choose one of: Q1, Q2/, 'book.xlsx', { sheet: 'Q3' });
  const single = await workbook({ sheet: 'Empty', rows: [] }, { sheet: 'Q2', rows });
  assert.equal((await tableOf(single, 'book.xlsx')).sheet, 'Q2');
});

test('a file beyond a limit is refused with the limit', async () => {
  const rows = (count: number) => `Name;Net\n${'A;1\n'.repeat(count)}`;
  assert.equal((await tableOf(rows(10_000))).rows.length, 10_000);
  await refuses(rows(10_001), /The table has 10,001 rows. At most 10,000 are read/);
  await refuses('\n'.repeat(100_001), /more than 100,000 lines/);
  await refuses(`Name;Net\nA${';1'.repeat(100)}\n`, /The table has 101 columns. At most 100/);
  await refuses(`Name;Net\n${'A'.repeat(1_001)};1\n`, /row 2, column 1 has 1,001 characters/);
  await refuses(`Name;Net\n${'A'.repeat(300_000)};1\n`, /row of the file is too long/);
  await refuses(Buffer.alloc(10 * 1024 ** 2 + 1, 'a'), /larger than 10 MiB/);
  const many = Array.from(
    { length: 10_002 },
    (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`,
  );
  await refuses(rawWorkbook(many.join('')), /The table has 10,001 rows/, 'book.xlsx');
});

test('a workbook that inflates beyond its limit, or beyond what it declares, is refused', async () => {
  await refuses(bomb(1_000, 101 * 1024 ** 2), /larger than 100 MiB when it is unpacked/, 'book.xlsx');
  for (const declared of [0, 10]) await refuses(bomb(2_000_000, declared), /it is damaged/, 'book.xlsx');
});

test('a part whose size is not the declared one is refused, so that parts cannot share bytes uncounted', () => {
  for (const declared of [0, 10, 3_000_000])
    assert.throws(() => unzip(bomb(2_000_000, declared), () => true), Refusal);
  const stored = zipStored(new Map([['a.xml', Buffer.from('text')]]));
  assert.equal(String(unzip(stored, () => true).get('a.xml')), 'text');
  stored.writeUInt32LE(0, stored.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
  assert.throws(() => unzip(stored, () => true), Refusal);
});

test('addresses that would make endless rows are refused, however they are written', async () => {
  const cell = (address: string) => `<row><c r="${address}"><v>1</v></c></row>`;
  for (const rows of [
    cell('A999999999'),
    cell('ZZZZZZZ1'),
    cell('A1e9'),
    cell('&#65;9999999'),
    '<row r="1e9"><c r="A1"><v>1</v></c></row>',
    '<row r="Infinity"></row>',
    `<row><c a=">" r='A999999999'><v>1</v></c></row>`,
  ])
    await refuses(rawWorkbook(rows), /it is damaged/, 'book.xlsx');
  await refuses(rawWorkbook(cell('XFD1048576')), /reaches too far to the right or down/, 'book.xlsx');
});

test('markup that would keep the reader busy for minutes is refused', async () => {
  for (const rows of [' '.repeat(200_001), '<c '.repeat(1_000), `<c a="${'x'.repeat(200_001)}"/>`])
    await refuses(rawWorkbook(rows), /it is damaged/, 'book.xlsx');
  const tags = new Map([['xl/a.xml', Buffer.from('<c>'.repeat(8_000_001))]]);
  assert.throws(() => safeParts(tags), /The workbook has too many cells/);
  const longest = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'&quot;'.repeat(32_767)}</t></is></c></row>`;
  await refuses(
    rawWorkbook(`${longest}<row r="2"><c r="A2"><v>1</v></c></row>`),
    /has 32,767 characters/,
    'book.xlsx',
  );
});

test('files that are neither CSV nor XLSX are refused in plain sentences', async () => {
  await refuses('', /The file is empty/);
  await refuses(' \n;;\n', /The file is empty/);
  await refuses('Name;Net\n', /no rows below the header in row 1/);
  await refuses('%PDF-1.7', /neither CSV nor XLSX/, 'book.pdf');
  await refuses('Name;Net\nA\0;1\n', /contains NUL characters/);
  await refuses(Buffer.from('\ufeff\ud800', 'utf16le'), /says that it is UTF-16LE, but/);
  await refuses(
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    /older Excel file \(.xls\) or has a password/,
    'book.xls',
  );
  await refuses('PK\x03\x04 and then nothing', /it is damaged, or it is not an XLSX file/, 'book.xlsx');
});

test('reading random and broken files ends in a table or a refusal', async () => {
  const whole = await workbook({
    sheet: 'S',
    rows: [
      ['Name', 'Net'],
      ['A', 1.5],
      ['B', new Date(0)],
    ],
  });
  const broken = fc
    .array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 20 })
    .map((changes) => {
      const copy = Buffer.from(whole);
      for (const [at, byte] of changes) copy[at] = byte;
      return copy;
    });
  const random = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
  const text = fc.string({
    unit: fc.constantFrom('a', '"', ';', ',', '\n', '\r', '1', '\t', 'ü'),
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        broken,
        random,
        text.map((given) => Buffer.from(given)),
      ),
      async (file) => {
        await readTable(file, 'book.csv').catch((error) => {
          if (!(error instanceof Refusal)) throw error;
        });
      },
    ),
    { numRuns: 400 },
  );
});
