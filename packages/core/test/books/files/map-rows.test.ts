// Rows of a file as positions of a book: what is read, what is asked, and that no row disappears without a word.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowFormats } from '@rf-indicators/core/books/files/cell-reader';
import { guessColumns } from '@rf-indicators/core/books/files/guess-columns';
import { mapRows } from '@rf-indicators/core/books/files/map-rows';
import { readTable } from '@rf-indicators/core/books/files/read-table';
import type { Answers } from '@rf-indicators/core/books/files/row-questions';
import type { Table } from '@rf-indicators/core/books/files/table';
import { Refusal } from '@rf-indicators/core/context/refusal';
import fc from 'fast-check';
import { messyCsv, messyXlsx, NAMES } from './messy-book.ts';
import { workbook } from './workbook.ts';

async function tableOf(file: string | Buffer): Promise<Table> {
  const answer = await readTable(Buffer.from(file as string), 'book.csv');
  return answer.kind === 'table' ? answer.table : assert.fail();
}

const FORMATS: RowFormats = {
  mapping: { id: 0, name: 1, net: 2 },
  numbers: { net: '.' },
  dates: null,
  currency: 'EUR',
};

async function map(lines: string[], answers: Answers = {}, formats: Partial<RowFormats> = {}) {
  return mapRows(await tableOf(lines.join('\n')), { ...FORMATS, ...formats }, answers);
}

function mapGuessed(table: Table, answers: Answers = {}) {
  const { mapping, numbers, dates, currency, questions } = guessColumns(table);
  assert.deepEqual(questions, []);
  return mapRows(table, { mapping, numbers, dates, currency }, answers);
}

test('a messy book is read alike from CSV and from XLSX, and each doubt in it is asked about', async () => {
  const [csv, xlsx] = [mapGuessed(await tableOf(messyCsv())), mapGuessed(await tableOf(await messyXlsx()))];
  for (const { questions, leftOut, unmapped } of [csv, xlsx]) {
    assert.deepEqual(
      questions.map(({ key, choices, answer }) => [key, choices, answer]),
      [
        ['missing:24:net', ['leave_out'], null],
        ['negative:25:net', ['outside', 'as_positive', 'refuse'], null],
        ['footer:45:row', ['leave_out', 'keep'], null],
        ['duplicate:8+44:name', ['add', 'keep_both', 'keep_last'], null],
        ['duplicate:13+14:name', ['keep_both', 'keep_last'], null],
      ],
    );
    assert.deepEqual([leftOut, unmapped], [[], []]);
  }
  const plain = ({ positions }: typeof csv) =>
    positions.map(({ position: { gross, net, collateral, ...rest }, rows, identifiers }) => ({
      ...rest,
      amounts: [gross, net, collateral].map((amount) =>
        amount?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''),
      ),
      ...{ rows, identifiers },
    }));
  assert.deepEqual(plain(csv), plain(xlsx));
  assert.equal(csv.positions.length, NAMES.length);
  assert.deepEqual(csv.positions[0], {
    rows: [4],
    identifiers: { lei: '529900T8BM49AURSDO55', isin: null, ticker: null },
    position: {
      ...{ id: 'alderbrook custody ag / eur / alderbrook', name: 'Alderbrook Custody AG', provider: null },
      ...{ currency: 'EUR', gross: '1000000.50', collateral: '250000.00', net: '1000000.50' },
      ...{ group: 'Alderbrook', maturity: '2027-01-28', note: null, tags: [] },
    },
  });
  assert.deepEqual(
    csv.limits.map(({ name, currency, at_most, rows }) => [name, currency, at_most, rows]),
    [
      ['Alderbrook Custody AG', 'EUR', '5000000.00', [4]],
      ['ALDERBROOK  CUSTODY AG', 'USD', '5000000.00', [5]],
      ['Alderbrook Custdy', 'EUR', '5000000.00', [6]],
    ],
  );
});

test('answers are taken for one question by its key, or for all of a kind, and left rows are named', async () => {
  const table = await tableOf(messyCsv());
  const { positions, questions, leftOut } = mapGuessed(table, {
    missing: 'leave_out',
    footer: 'leave_out',
    negative: 'outside',
    'negative:25:net': 'as_positive',
    duplicate: 'add',
    'duplicate:13+14:name': 'keep_last',
  });
  assert.ok(questions.every(({ answer }) => answer !== null));
  assert.deepEqual(leftOut, [
    { row: 13, why: 'Row 14 replaces it: both have the name "Dorn-Vault GmbH", currency and group.' },
    { row: 24, why: 'Row 24 has neither a gross nor a net amount.' },
    { row: 45, why: 'Row 45 begins with "Summe". It seems to be a sum of other rows.' },
  ]);
  assert.equal(positions.find(({ rows }) => rows[0] === 25)?.position.net, '1234.50');
  const sum = positions.find(({ rows }) => rows.length === 2);
  assert.deepEqual([sum?.rows, sum?.position.gross], [[8, 44], '2009875.00']);
  assert.deepEqual(
    mapGuessed(table, { footer: 'burn' }).questions.find(({ kind }) => kind === 'footer')?.answer,
    null,
  );
});

test('cells that cannot be read are asked about with row, text and reason', async () => {
  const lines = [
    'Id,Name,Net,Maturity,Ccy',
    'a,A,k.A.,31/02/2027,EUR',
    'b,B,1.123456789,soon,EURO1',
    'c,,5,,',
    'd,D\u202e,5,,',
  ];
  const formats: Partial<RowFormats> = {
    mapping: { ...FORMATS.mapping, maturity: 3, currency: 4 },
    dates: 'DD/MM/YYYY',
  };
  const { questions, positions } = await map(lines, {}, formats);
  assert.deepEqual(
    questions.map(({ key, message, choices }) => [key, message, choices]),
    [
      [
        'unreadable:2:net',
        'Row 2: the net amount "k.A." is not a number in the chosen format.',
        ['leave_empty', 'leave_out'],
      ],
      [
        'unreadable:2:maturity',
        'Row 2: the maturity "31/02/2027" is not a day of the calendar.',
        ['leave_empty', 'leave_out'],
      ],
      ['unreadable:3:currency', 'Row 3: the currency "EURO1" is not a code such as EUR.', ['leave_out']],
      [
        'unreadable:3:net',
        'Row 3: the net amount "1.123456789" has more than 8 decimals.',
        ['round', 'leave_empty', 'leave_out'],
      ],
      [
        'unreadable:3:maturity',
        'Row 3: the maturity "soon" is not a date with a year of four digits, such as 2026-12-31 or 31.12.2026.',
        ['leave_empty', 'leave_out'],
      ],
      ['missing:4:name', 'Row 4 has no name.', ['leave_out']],
      [
        'unreadable:5:name',
        'Row 5: the name "D\u202e" must not contain control characters, marks of direction or invisible characters: it contains U+202E.',
        ['leave_out'],
      ],
    ],
  );
  assert.deepEqual(positions, []);
  const answered = await map(['Id,Name,Net', 'b,B,1.123456789'], { unreadable: 'round' });
  assert.equal(answered.positions[0]?.position.net, '1.12345679');
  const emptied = await map(['Id,Name,Net', 'b,B,x'], { unreadable: 'leave_empty' });
  assert.deepEqual(
    emptied.questions.map(({ key, answer }) => [key, answer]),
    [
      ['unreadable:2:net', 'leave_empty'],
      ['missing:2:net', null],
    ],
  );
});

test('duplicates of a reference can be added, kept or replaced', async () => {
  const lines = ['Id,Name,Net', 'r1,A,0.1', 'r2,B,5', 'r1,A,0.2', 'r1,A,-0.3', 'r2,Other,5'];
  const ids = (result: Awaited<ReturnType<typeof map>>) =>
    result.positions.map(({ rows, position: { id, net } }) => [rows.join('+'), id, net]);
  const negative = { negative: 'outside' };
  assert.deepEqual(ids(await map(lines, { ...negative, duplicate: 'add' })), [
    ['2+4+5', 'r1', '0.00'],
    ['3', 'r2', '5'],
    ['6', 'r2 (2)', '5'],
  ]);
  assert.deepEqual(ids(await map(lines, { ...negative, duplicate: 'keep_both' })), [
    ['2', 'r1', '0.1'],
    ['4', 'r1 (2)', '0.2'],
    ['5', 'r1 (3)', '-0.3'],
    ['3', 'r2', '5'],
    ['6', 'r2 (2)', '5'],
  ]);
  const last = await map(lines, { ...negative, duplicate: 'keep_last' });
  assert.deepEqual(ids(last), [
    ['5', 'r1', '-0.3'],
    ['6', 'r2', '5'],
  ]);
  assert.deepEqual(
    last.leftOut.map(({ row }) => row),
    [2, 3, 4],
  );
  assert.equal(last.leftOut[0]?.why, 'Row 5 replaces it: both have the reference "r1".');
});

test('negative amounts can be refused, and then nothing is read', async () => {
  await assert.rejects(map(['Id,Name,Net', 'a,A,(5)', 'b,B,7-'], { negative: 'refuse' }), (error) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.message, '2 amounts are negative. Correct the file and upload it again.');
    assert.deepEqual(error.details[1], {
      place: 'row 3',
      code: 'negative',
      message: 'Row 3: the net amount "7-" is negative.',
    });
    return true;
  });
});

test('sums and repeated headers are asked about, and companies with such names can be kept', async () => {
  const lines = [
    'Id,Name,Net',
    ',Total,5',
    ',Zwischensumme A,5',
    'Id,Name,Net',
    'x,TotalEnergies,5',
    'y,Total SE,5',
    'Gesamt:,,5',
  ];
  const { questions, positions } = await map(lines, { 'footer:6:row': 'keep' });
  assert.deepEqual(
    questions.map(({ key }) => key),
    ['footer:2:row', 'footer:3:row', 'repeated_header:4:row', 'footer:6:row', 'footer:7:row'],
  );
  assert.deepEqual(
    positions.map(({ position }) => position.name),
    ['TotalEnergies', 'Total SE'],
  );
});

test('a mapping without names, without amounts or without a decimal sign is refused', async () => {
  const lines = ['Id,Name,Net', 'a,A,5'];
  const refused = (formats: Partial<RowFormats>, message: RegExp) =>
    assert.rejects(
      map(lines, {}, formats),
      (error) => error instanceof Refusal && message.test(error.message),
    );
  await refused({ mapping: { net: 2 } }, /Choose the column that has the names/);
  await refused({ mapping: { name: 1 } }, /gross amounts, the net amounts, or both/);
  await refused({ mapping: { name: 1, net: 9 } }, /The table has no column 10/);
  await refused({ numbers: {} }, /Choose the decimal sign of the column "Net"/);
});

test('tags are divided, texts of formulas stay texts, and columns that nobody reads are named', async () => {
  const { positions, unmapped } = await map(
    ['Id,Name,Net,Tags,Else', 'a,=HYPERLINK(1),5,"x; y,x|",z'],
    {},
    { mapping: { ...FORMATS.mapping, tags: 3 } },
  );
  assert.deepEqual([positions[0]?.position.name, positions[0]?.position.tags], ['=HYPERLINK(1)', ['x', 'y']]);
  assert.deepEqual(unmapped, [4]);
});

test('numbers of a spreadsheet are read as they are, also beside texts with a decimal comma', async () => {
  const rows = [
    ['Name', 'Netto'],
    ['A', 1234.5],
    ['B', '1.234,50'],
  ];
  const { positions, questions } = mapGuessed(await tableOf(await workbook({ sheet: 'S', rows })), {
    missing: 'x',
  });
  assert.deepEqual(
    questions.map(({ key }) => key),
    ['missing:2:currency', 'missing:3:currency'],
  );
  assert.deepEqual(positions, []);
  const table = await tableOf(await workbook({ sheet: 'S', rows }));
  const mapped = mapRows(table, {
    mapping: { name: 0, net: 1 },
    numbers: { net: ',' },
    dates: null,
    currency: 'EUR',
  });
  assert.deepEqual(
    mapped.positions.map(({ position }) => position.net),
    ['1234.5', '1234.50'],
  );
});

test('every row becomes a position, is named as left out, or has an open question', () => {
  const cells = fc.tuple(
    fc.constantFrom('', '', 'r1', 'r1 (2)', 'Id'),
    fc.constantFrom('A', 'a', 'B', '', 'Summe', 'Name', '\u202e'),
    fc.constantFrom('5', '5', '-5', 'x%', '', 'Net'),
    fc.constantFrom('', '7', '1.234', '5 %', 'Gross'),
    fc.constantFrom('EUR', 'EUR', 'USD', '', '?', 'Ccy'),
    fc.constantFrom('', '', '31.12.2027', 'soon', 'Maturity'),
  );
  const answer = (...choices: string[]) => fc.constantFrom('', ...choices);
  const answers = fc.record({
    unreadable: answer('leave_empty', 'leave_out'),
    missing: answer('leave_out'),
    negative: answer('outside', 'as_positive'),
    duplicate: answer('add', 'keep_both', 'keep_last'),
    footer: answer('leave_out', 'keep'),
    repeated_header: answer('leave_out', 'keep'),
  });
  const columns = ['Id', 'Name', 'Net', 'Gross', 'Ccy', 'Maturity'];
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 12 }), answers, (given, chosen) => {
      const rows = given
        .map((row, index) => ({ row: index + 2, cells: [...row], typed: new Set<number>() }))
        .filter((row) => row.cells.some((text) => text !== ''));
      const table: Table = { sheet: null, header: 1, columns, rows, above: [], notes: [] };
      const mapping = { id: 0, name: 1, net: 2, gross: 3, currency: 4, maturity: 5 };
      const formats: RowFormats = { mapping, numbers: { net: '.', gross: '.' }, dates: null, currency: null };
      const { positions, leftOut, questions } = mapRows(table, formats, chosen);
      const open = questions.filter((one) => one.answer === null).flatMap((one) => one.rows);
      const accounted = [...positions.flatMap((one) => one.rows), ...leftOut.map(({ row }) => row)];
      assert.equal(new Set(accounted).size, accounted.length);
      for (const { row } of rows) assert.ok(accounted.includes(row) || open.includes(row), `row ${row}`);
      const ids = positions.map(({ position }) => position.id);
      assert.equal(new Set(ids).size, ids.length);
    }),
    { numRuns: 500 },
  );
});
