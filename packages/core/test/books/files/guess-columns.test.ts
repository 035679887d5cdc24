// What a column holds, and how its numbers and dates are written: guessed where only one reading is possible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDate } from '@rf-indicators/core/books/files/date-text';
import { guessColumns, guessFormats } from '@rf-indicators/core/books/files/guess-columns';
import { decimalSignOf, readNumber } from '@rf-indicators/core/books/files/number-text';
import { readTable } from '@rf-indicators/core/books/files/read-table';
import fc from 'fast-check';

async function tableOf(...lines: string[]) {
  const answer = await readTable(Buffer.from(lines.join('\n')), 'book.csv');
  return answer.kind === 'table' ? answer.table : assert.fail();
}

const guess = async (...lines: string[]) => guessColumns(await tableOf(...lines));

test('columns are recognised by their headers in German and in English', async () => {
  const german = await guess(
    'Vertragsnummer;Kontrahent;LEI;ISIN;Kürzel;Währung;Bruttobetrag;Sicherheiten;Netto-Exposure;Konzern;Fälligkeit;Kreditlimit;Bemerkung;Schlagworte',
    'x;x;x;x;x;x;x;x;x;x;x;x;x;x',
  );
  const all = ['id', 'name', 'lei', 'isin', 'ticker', 'currency', 'gross', 'collateral', 'net', 'group'];
  const fields = [...all, 'maturity', 'limit', 'note', 'tags'];
  const expected = Object.fromEntries(fields.map((field, column) => [field, column]));
  assert.deepEqual(german.mapping, expected);
  const english = await guess(
    'Reference,Counterparty Name,LEI code,isin,Ticker,CCY,Gross Exposure,Collateral value,Net,Group,Maturity Date,Credit limit,Comments,Labels',
    'x,x,x,x,x,x,x,x,x,x,x,x,x,x',
  );
  assert.deepEqual(english.mapping, expected);
  assert.deepEqual([...german.questions, ...english.questions], []);
});

test('a currency in a header, and columns of LEIs and ISINs by their cells', async () => {
  const { mapping, currency } = await guess(
    'Name;Netto (EUR);Code;Paper',
    'A;1;529900T8BM49AURSDO55;DE0007100000',
    'B;1;7LTWFZYICNSX8D621K86;US0378331005',
  );
  assert.deepEqual(mapping, { name: 0, net: 1, lei: 2, isin: 3 });
  assert.equal(currency, 'EUR');
});

test('two columns for one field, and an amount that may be gross or net, become questions', async () => {
  const { mapping, questions } = await guess('Name;Betrag;Bank;Ort', 'A;1;B;C');
  assert.deepEqual(mapping, { name: 0, gross: 1 });
  assert.deepEqual(
    questions.map(({ kind, field, message, choices }) => [kind, field, message, choices]),
    [
      [
        'columns',
        'name',
        '2 columns could be the name: "Name" (column 1), "Bank" (column 3). Which one is it?',
        ['0', '2'],
      ],
      [
        'columns',
        'gross',
        '"Betrag" does not say whether collateral is deducted. Is it gross or net?',
        ['gross', 'net'],
      ],
    ],
  );
});

test('the decimal sign is guessed only if the column, or another column of amounts, shows it', async () => {
  const german = await guess('Name;Netto', 'A;1.234', 'B;1.234.567', 'C;7');
  assert.deepEqual([german.numbers, german.questions], [{ net: ',' }, []]);
  const byAnother = await guess('Name;Netto;Limit', 'A;1.234;10,50');
  assert.deepEqual([byAnother.numbers, byAnother.questions], [{ net: ',', limit: ',' }, []]);
  const unclear = await guess('Name;Netto', 'A;1.234', 'B;5');
  assert.deepEqual(unclear.numbers, {});
  const [question] = unclear.questions;
  assert.equal(
    question?.message,
    '"Netto" has numbers such as 1.234, in which the separator can be that of thousands or of decimals. Which sign is the decimal sign?',
  );
  assert.deepEqual([question?.choices, question?.examples], [['.', ','], [{ row: 2, text: '1.234' }]]);
  assert.equal(decimalSignOf('0.123'), '.');
  const mixed = await guess('Name;Netto', 'A;1.234,50', 'B;1,234.50');
  assert.deepEqual(mixed.numbers, {});
  assert.match(mixed.questions[0]!.message, /with a decimal comma and numbers with a decimal point/);
  const whole = await guess('Name;Netto', "A;1'234", 'B;-5');
  assert.deepEqual([whole.numbers, whole.questions], [{ net: '.' }, []]);
});

test('the order of day and month is guessed only if a date shows it', async () => {
  const dates = async (...cells: string[]) => {
    const guessed = await guess('Name;Netto;Fälligkeit', ...cells.map((cell) => `A;1;${cell}`));
    return guessed.dates ?? guessed.questions.map(({ kind, choices }) => [kind, ...choices]);
  };
  assert.equal(await dates('2026-12-31', ''), 'YYYY-MM-DD');
  assert.equal(await dates('3.4.2026', '2026-12-31'), 'DD.MM.YYYY');
  assert.equal(await dates('03/04/2026', '31/12/2026'), 'DD/MM/YYYY');
  assert.equal(await dates('03/04/2026', '12/31/2026'), 'MM/DD/YYYY');
  const question = [['dates', 'DD/MM/YYYY', 'MM/DD/YYYY']];
  assert.deepEqual(await dates('03/04/2026'), question);
  assert.deepEqual(await dates('31/12/2026', '12/31/2026'), question);
});

test('the formats are guessed again for a mapping that somebody changed', async () => {
  const table = await tableOf('Name;A;B', 'x;1,50;1.50');
  assert.deepEqual(guessFormats(table, { name: 0, net: 1 }).numbers, { net: ',' });
  assert.deepEqual(guessFormats(table, { name: 0, net: 2 }).numbers, { net: '.' });
});

test('a number written in any of the formats comes back exactly', () => {
  const separators = fc.constantFrom('', '.', ',', "'", '’', ' ', '\u00a0', '\u202f');
  const written = fc.record({
    units: fc.bigInt(0n, 10n ** 15n - 1n),
    decimals: fc.stringMatching(/^\d{0,8}$/),
    decimal: fc.constantFrom('.' as const, ',' as const),
    separator: separators,
    sign: fc.constantFrom('', '-', '−', '()', ' -', '+'),
  });
  fc.assert(
    fc.property(written, ({ units, decimals, decimal, separator, sign }) => {
      fc.pre(separator !== decimal);
      const whole = String(units).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
      const text = whole + (decimals === '' ? '' : decimal + decimals);
      const signed =
        new Map([
          ['()', `(${text})`],
          [' -', `${text} -`],
        ]).get(sign) ?? sign + text;
      const plain = String(units) + (decimals === '' ? '' : `.${decimals}`);
      const isNegative = sign !== '' && sign !== '+' && /[1-9]/.test(plain);
      assert.deepEqual(readNumber(signed, decimal), { amount: isNegative ? `-${plain}` : plain });
      const shown = decimalSignOf(signed);
      assert.ok(shown === decimal || shown === 'either' || !/[.,]/.test(text));
      if (shown === '.' || shown === ',') assert.equal(shown, decimal);
    }),
    { numRuns: 1_000 },
  );
});

test('a text that is no plain number is not read, and says why', () => {
  const why = (text: string, decimal: '.' | ',' = '.') => {
    const read = readNumber(text, decimal);
    return 'why' in read ? read.why : read.amount;
  };
  assert.equal(why('5 %'), 'is a percentage, not an amount');
  assert.equal(why('#N/A'), 'is an error of the spreadsheet');
  assert.equal(why('=1+1'), 'is a formula, not an amount');
  assert.match(why('EUR 5'), /^has a currency or other letters beside the number/);
  assert.match(why('5 €'), /^has a currency or other letters beside the number/);
  assert.equal(why('1234567890123456'), 'has more than 15 digits before the decimals');
  for (const text of [
    '',
    '-',
    'n/a',
    '1E5',
    '1,23,456',
    '1.2.3',
    '12,34',
    '1 234,567',
    '-(5)',
    '1..5',
    '.5',
    '5.',
  ])
    assert.equal(why(text), 'is not a number in the chosen format', text);
  assert.deepEqual(readNumber('-0.000000005', '.'), {
    why: 'has more than 8 decimals',
    rounded: '-0.00000001',
  });
  assert.deepEqual(readNumber('99.999999995', '.'), {
    why: 'has more than 8 decimals',
    rounded: '100.00000000',
  });
});

test('a date is read only if it is a day and can mean one day only', () => {
  assert.deepEqual(readDate('31.12.2026', null), { date: '2026-12-31' });
  assert.deepEqual(readDate('1/2/2026', 'MM/DD/YYYY'), { date: '2026-01-02' });
  assert.deepEqual(readDate('1/2/2026', 'DD/MM/YYYY'), { date: '2026-02-01' });
  assert.deepEqual(readDate('1/2/2026', null), { why: 'can be read with the day or the month first' });
  assert.deepEqual(readDate('30.02.2026', null), { why: 'is not a day of the calendar' });
  for (const text of ['31.12.26', '46022', '1.2/2026', 'soon'])
    assert.match((readDate(text, null) as { why: string }).why, /^is not a date with a year of four digits/);
});
