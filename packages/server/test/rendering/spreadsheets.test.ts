// How cells are written: texts that a spreadsheet would run or misread, types, and the same bytes for the same content.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import { SPREADSHEETS, type SpreadsheetName } from '@rf-indicators/contract';
import readXlsx from 'read-excel-file/node';
import { parsedCsv } from '../../../../test/support/parsed-csv.ts';
import { sheetCsv } from '../../src/rendering/spreadsheets/csv.ts';
import { cellsOf, type Sheet } from '../../src/rendering/spreadsheets/sheet.ts';
import { writeXlsx } from '../../src/rendering/spreadsheets/xlsx.ts';
import { withoutZipTimes } from '../../src/rendering/spreadsheets/zip-times.ts';

/** As a spreadsheet program would run them, with what CSV has instead. */
const FORMULAS = {
  "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
  '+1+1': "'+1+1",
  '-1+1': "'-1+1",
  '@SUM(1)': "'@SUM(1)",
  '\tTab': "'\tTab",
  '\rReturn': "'\rReturn",
};
const HARMLESS = [
  '',
  '12.50',
  '-3.20',
  'a,b',
  'say "hi"',
  'two\r\nlines',
  'two\nlines',
  '比特币 借贷',
  ' blank ',
];

function sheetOf(name: SpreadsheetName, rows: readonly object[]): Sheet {
  return {
    name,
    rows: rows.map((row) => cellsOf(SPREADSHEETS[name].columns, row)),
    about: [['Title', '=1+1']],
  };
}

async function csvOf(sheet: Sheet): Promise<string> {
  return Buffer.concat(await sheetCsv(sheet)).toString('utf8');
}

test('a text that looks like a formula is text in CSV, and any text comes back as it was', async () => {
  const names = [...Object.keys(FORMULAS), ...HARMLESS];
  const csv = await csvOf(
    sheetOf(
      'scores',
      names.map((name) => ({ name })),
    ),
  );
  assert.deepEqual(
    parsedCsv(csv).map(({ name }) => name),
    [...Object.values(FORMULAS), ...HARMLESS],
  );
});

test('in XLSX every text is a text, whatever it looks like', async () => {
  const names = [...Object.keys(FORMULAS), ...HARMLESS];
  const bytes = await writeXlsx(
    sheetOf(
      'scores',
      names.map((name) => ({ name })),
    ),
  );
  const [scores] = await readXlsx(Buffer.from(bytes), { trim: false });
  const at = SPREADSHEETS.scores.columns.findIndex(({ name }) => name === 'name');
  // Line breaks in XML are line feeds.
  const asXml = (text: string) => text.replaceAll(/\r\n?/g, '\n');
  assert.deepEqual(
    scores!.data.slice(1).map((row) => asXml(String(row[at] ?? ''))),
    names.map(asXml),
  );
});

test('characters that XML cannot contain do not break a workbook', async () => {
  const bytes = await writeXlsx(sheetOf('scores', [{ name: 'a\u0000b\u001fc\ud800d\uffffe😀' }]));
  const [scores] = await readXlsx(Buffer.from(bytes));
  assert.ok(scores!.data[1]!.includes('abcde😀'));
});

test('numbers, dates, times and flags have their types in XLSX', async () => {
  const input = { evidence_date: '2026-04-26', value: '12.50' };
  const criterion = { score: 71.2, contested: 0, scored_at: '2026-04-26T12:00:00.250+00:00', input };
  const bytes = await writeXlsx(sheetOf('criteria', [criterion]));
  const [{ sheet, data }, about] = (await readXlsx(Buffer.from(bytes))) as [
    { sheet: string; data: unknown[][] },
    { sheet: string; data: unknown[][] },
  ];
  assert.deepEqual([sheet, about.sheet], ['Criteria', 'About']);
  const cell = (name: string) => data[1]![data[0]!.indexOf(name)];
  assert.equal(cell('score'), 71.2);
  assert.equal(cell('contested'), 0);
  assert.equal(cell('value'), '12.50');
  assert.deepEqual(cell('scored_at'), new Date('2026-04-26T12:00:00.250Z'));
  assert.deepEqual(cell('evidence_date'), new Date('2026-04-26'));
  assert.equal(cell('reason'), null);
  const stale = await writeXlsx(sheetOf('scores', [{ stale: true }]));
  assert.ok((await readXlsx(Buffer.from(stale)))[0]!.data[1]!.includes(true));
  const xml = sheetXml(bytes);
  assert.match(xml, /state="frozen"/);
  assert.doesNotMatch(xml, /<f>/);
});

test('the second sheet says what the file and its columns are', async () => {
  const bytes = await writeXlsx(sheetOf('history', []));
  const [, about] = await readXlsx(Buffer.from(bytes));
  assert.deepEqual(about!.data[0]!.slice(0, 2), ['Title', '=1+1']);
  const { columns } = SPREADSHEETS.history;
  assert.deepEqual(
    about!.data.slice(-columns.length),
    columns.map(({ name, meaning, type }) => [name, meaning, type]),
  );
});

test('the same content has the same bytes at any time', async (t) => {
  const sheet = sheetOf('scores', [{ name: 'A', final_score: 71.2 }]);
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-04-26T12:00:00Z') });
  const before = await writeXlsx(sheet);
  t.mock.timers.setTime(Date.parse('2027-11-03T01:02:03Z'));
  assert.deepEqual(await writeXlsx(sheet), before);
  assert.throws(() => withoutZipTimes(new Uint8Array(30)), RangeError);
});

test('others have a turn while a long CSV file is written', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `Provider ${at}` }));
  let turns = 0;
  let isWritten = false;
  const count = async () => {
    for (; !isWritten; turns += 1) await nextTurn();
  };
  const counting = count();
  const csv = await csvOf(sheetOf('scores', rows));
  isWritten = true;
  await counting;
  assert.equal(parsedCsv(csv).length, 10_000);
  assert.ok(turns >= 20, `${turns} turns`);
});

/** The first sheet; the parts of the file are found by its directory. */
function sheetXml(bytes: Uint8Array): string {
  const file = Buffer.from(bytes);
  const name = file.lastIndexOf('xl/worksheets/sheet1.xml');
  const [entry, length] = [name - 46, file.readUInt32LE(name - 46 + 20)];
  const local = file.readUInt32LE(entry + 42);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  return inflateRawSync(file.subarray(start, start + length)).toString('utf8');
}
