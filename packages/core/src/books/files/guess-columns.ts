// Guesses what each column of a table holds and how its numbers and dates are written. What can be read in two ways becomes a
// question; it is never guessed.

import { DATE_FORMATS, type DateFormat, readDate } from './date-text.ts';
import { AMOUNT_FIELDS, type AmountField, type Field, readHeader } from './header-words.ts';
import { counted } from './limits.ts';
import { type DecimalSign, decimalSignOf } from './number-text.ts';
import type { Table } from './table.ts';

/** The column of each field, counted from 0. */
export type Mapping = Partial<Record<Field, number>>;

export interface ColumnGuess {
  mapping: Mapping;
  /** Of headers such as "Amount (EUR)", for tables without a column of currencies. */
  currency: string | null;
  /** A column that can be read in two ways has no entry; neither has one that is not mapped. */
  numbers: Partial<Record<AmountField, DecimalSign>>;
  /** Null if there is no column of dates, or if it can be read in two ways. */
  dates: DateFormat | null;
  questions: ColumnQuestion[];
}

export interface ColumnQuestion {
  kind: 'columns' | 'numbers' | 'dates';
  field: Field;
  columns: number[];
  message: string;
  /** The first choice is no recommendation. */
  choices: string[];
  examples: { row: number; text: string }[];
}

const MOST_EXAMPLES = 3;
const CODES: [Field, RegExp][] = [
  ['lei', /^[A-Z0-9]{18}\d{2}$/],
  ['isin', /^[A-Z]{2}[A-Z0-9]{9}\d$/],
];

export function guessColumns(table: Table): ColumnGuess {
  const { mapping, currency, questions } = guessMapping(table);
  return { mapping, currency, ...guessFormats(table, mapping, questions) };
}

/** For a mapping that somebody changed. */
export function guessFormats(
  table: Table,
  mapping: Mapping,
  earlier: readonly ColumnQuestion[] = [],
): Pick<ColumnGuess, 'numbers' | 'dates' | 'questions'> {
  const questions = [...earlier];
  const numbers = guessNumbers(table, mapping, questions);
  return { numbers, dates: guessDates(table, mapping, questions), questions };
}

function guessMapping(table: Table): Pick<ColumnGuess, 'mapping' | 'currency' | 'questions'> {
  const mapping: Mapping = {};
  const questions: ColumnQuestion[] = [];
  const headers = table.columns.map(readHeader);
  const columnsOf = new Map<Field, number[]>();
  for (const [column, { field }] of headers.entries()) {
    if (field !== null) columnsOf.set(field, [...(columnsOf.get(field) ?? []), column]);
  }
  for (const [field, columns] of columnsOf) {
    mapping[field] = columns[0]!;
    if (columns.length === 1) continue;
    const names = columns.map((column) => `"${table.columns[column]}" (column ${column + 1})`);
    const message = `${counted(columns.length)} columns could be the ${field}: ${names.join(', ')}. Which one is it?`;
    questions.push({ kind: 'columns', field, columns, message, choices: columns.map(String), examples: [] });
  }
  for (const [field, code] of CODES) {
    if (mapping[field] !== undefined) continue;
    const column = table.columns.findIndex(
      (_, at) => headers[at]!.field === null && isEach(textsOf(table, at), code),
    );
    if (column !== -1) mapping[field] = column;
  }
  const { gross } = mapping;
  if (gross !== undefined && mapping.net === undefined && headers[gross]!.isUnclear) {
    const message = `"${table.columns[gross]}" does not say whether collateral is deducted. Is it gross or net?`;
    questions.push({
      kind: 'columns',
      field: 'gross',
      columns: [gross],
      message,
      choices: ['gross', 'net'],
      examples: examplesOf(table, gross),
    });
  }
  const currencies = new Set(headers.flatMap(({ currency }) => currency ?? []));
  return { mapping, currency: currencies.size === 1 ? [...currencies][0]! : null, questions };
}

function guessNumbers(table: Table, mapping: Mapping, questions: ColumnQuestion[]): ColumnGuess['numbers'] {
  const columns = AMOUNT_FIELDS.flatMap((field) => {
    const column = mapping[field];
    return column === undefined ? [] : { field, column, signs: signsOf(table, column) };
  });
  // One program writes all columns of a file in one way.
  const elsewhere = new Set(columns.flatMap(({ signs }) => [...signs]).filter((sign) => sign !== 'either'));
  const numbers: ColumnGuess['numbers'] = {};
  for (const { field, column, signs } of columns) {
    const own = [...signs].filter((sign) => sign !== 'either');
    const decided = own.length === 0 && elsewhere.size === 1 ? [...elsewhere] : own;
    if (decided.length === 1) numbers[field] = decided[0]!;
    // Whole numbers without separators are the same in both formats.
    else if (signs.size === 0) numbers[field] = '.';
    else questions.push(numberQuestion(table, field, column, own.length > 1));
  }
  return numbers;
}

function numberQuestion(table: Table, field: AmountField, column: number, isMixed: boolean): ColumnQuestion {
  const examples = examplesOf(table, column, (text) =>
    isMixed ? typeof decimalSignOf(text) === 'string' : decimalSignOf(text) === 'either',
  );
  const [name, example] = [table.columns[column], examples[0]?.text];
  const message = isMixed
    ? `"${name}" has numbers with a decimal comma and numbers with a decimal point. Which sign is the decimal sign?`
    : `"${name}" has numbers such as ${example}, in which the separator can be that of thousands or of decimals. Which sign is the decimal sign?`;
  return { kind: 'numbers', field, columns: [column], message, choices: ['.', ','], examples };
}

function signsOf(table: Table, column: number): Set<DecimalSign | 'either'> {
  return new Set(textsOf(table, column).flatMap(({ text }) => decimalSignOf(text) ?? []));
}

function guessDates(table: Table, { maturity }: Mapping, questions: ColumnQuestion[]): DateFormat | null {
  if (maturity === undefined) return null;
  const texts = textsOf(table, maturity);
  const withSlashes = texts.filter(({ text }) => text.includes('/'));
  if (withSlashes.length === 0)
    return texts.some(({ text }) => 'date' in readDate(text, null) && text.includes('.'))
      ? 'DD.MM.YYYY'
      : 'YYYY-MM-DD';
  const read = (format: DateFormat) =>
    withSlashes.filter(({ text }) => 'date' in readDate(text, format)).length;
  const [dayFirst, monthFirst] = [read('DD/MM/YYYY'), read('MM/DD/YYYY')];
  // A format is certain if it reads everything that the other one reads, and more.
  const isCertain = (format: DateFormat, other: DateFormat) =>
    withSlashes.every(({ text }) => 'date' in readDate(text, format) || !('date' in readDate(text, other)));
  if (dayFirst > monthFirst && isCertain('DD/MM/YYYY', 'MM/DD/YYYY')) return 'DD/MM/YYYY';
  if (monthFirst > dayFirst && isCertain('MM/DD/YYYY', 'DD/MM/YYYY')) return 'MM/DD/YYYY';
  questions.push({
    kind: 'dates',
    field: 'maturity',
    columns: [maturity],
    message: `"${table.columns[maturity]}" has dates such as ${withSlashes[0]!.text}. Is the day or the month first?`,
    choices: DATE_FORMATS.slice(2),
    examples: examplesOf(table, maturity, (text) => text.includes('/')),
  });
  return null;
}

function isEach(texts: readonly { text: string }[], pattern: RegExp): boolean {
  return texts.length > 0 && texts.every(({ text }) => pattern.test(text));
}

/** Not those of typed cells, which can be read in one way only. */
function textsOf(table: Table, column: number): { row: number; text: string }[] {
  return table.rows.flatMap(({ row, cells, typed }) =>
    cells[column] === '' || typed.has(column) ? [] : { row, text: cells[column]! },
  );
}

function examplesOf(table: Table, column: number, isOne: (text: string) => boolean = () => true) {
  return textsOf(table, column)
    .filter(({ text }) => isOne(text))
    .slice(0, MOST_EXAMPLES);
}
