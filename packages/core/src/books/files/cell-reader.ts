// Reads the cells of one row as the fields of a position, and asks about each cell that cannot be read.

import { characterProblem, type TextFormat } from '@rf-indicators/contract/plain-text';
import { type DateFormat, readDate } from './date-text.ts';
import type { Mapping } from './guess-columns.ts';
import type { AmountField, Field } from './header-words.ts';
import { type DecimalSign, readNumber } from './number-text.ts';
import type { Ask, NegativeChoice, QuestionChoice } from './row-questions.ts';
import type { TableRow } from './table.ts';

export interface RowFormats {
  mapping: Mapping;
  numbers: Partial<Record<AmountField, DecimalSign>>;
  dates: DateFormat | null;
  /** For rows whose column of currencies is missing or empty; null if each row must have its own. */
  currency: string | null;
}

export const FIELD_NAMES: Record<Field, string> = {
  id: 'reference',
  name: 'name',
  lei: 'LEI',
  isin: 'ISIN',
  ticker: 'ticker',
  currency: 'currency',
  gross: 'gross amount',
  collateral: 'collateral',
  net: 'net amount',
  group: 'group',
  maturity: 'maturity',
  limit: 'limit',
  note: 'note',
  tags: 'tags',
};
const CURRENCY = /^[A-Z]{3,10}$/;

export interface CellReader {
  text(field: Field): string;
  /** Null if the cell is empty, or while a question about it is open. So do the others. */
  line(field: Field): string | null;
  lines(field: Field): string | null;
  required(field: Field): string | null;
  currency(): string | null;
  amount(field: AmountField): string | null;
  date(field: Field): string | null;
  askAboutMissingAmount(): void;
  /** Null if the row is not left out. */
  whyLeftOut(): string | null;
}

export function cellReader({ row, cells, typed }: TableRow, formats: RowFormats, ask: Ask): CellReader {
  const { mapping } = formats;
  const state: { why: string | null; isOpen: boolean } = { why: null, isOpen: false };
  const text = (field: Field) => (mapping[field] === undefined ? '' : cells[mapping[field]]!);
  const askAbout = (field: Field, problem: string, choices: QuestionChoice[]) => {
    const kind = text(field) === '' ? 'missing' : 'unreadable';
    const cell = kind === 'missing' ? '' : `: the ${FIELD_NAMES[field]} "${text(field)}"`;
    const message = `Row ${row}${cell} ${problem}.`;
    const answer = ask({ kind, rows: [row], field, text: text(field), message, choices });
    if (answer === null) state.isOpen = true;
    if (answer === 'leave_out') state.why = message;
    return answer;
  };
  const readText = (field: Field, format: TextFormat, choices: QuestionChoice[]) => {
    const given = text(field);
    const problem = given === '' ? null : characterProblem(given, format);
    if (problem === null) return given === '' ? null : given;
    askAbout(field, problem, choices);
    return null;
  };
  const number = (field: AmountField): string | null => {
    // A number of a spreadsheet has a decimal point, whatever its texts have.
    const result = readNumber(text(field), typed.has(mapping[field]!) ? '.' : formats.numbers[field]!);
    if ('amount' in result) return result.amount;
    const choices: QuestionChoice[] = result.rounded === undefined ? [] : ['round'];
    const answer = askAbout(field, result.why, [...choices, 'leave_empty', 'leave_out']);
    return answer === 'round' ? result.rounded! : null;
  };
  const positiveOrChosen = (field: AmountField, amount: string): string => {
    const message = `Row ${row}: the ${FIELD_NAMES[field]} "${text(field)}" is negative.`;
    const choices: NegativeChoice[] = ['outside', 'as_positive', 'refuse'];
    const answer = ask({ kind: 'negative', rows: [row], field, text: text(field), message, choices });
    return answer === 'as_positive' ? amount.slice(1) : amount;
  };

  return {
    text,
    line: (field) => readText(field, 'line', ['leave_empty', 'leave_out']),
    lines: (field) => readText(field, 'lines', ['leave_empty', 'leave_out']),
    required: (field) => {
      if (text(field) === '') askAbout(field, `has no ${FIELD_NAMES[field]}`, ['leave_out']);
      return readText(field, 'line', ['leave_out']);
    },
    currency: () => {
      const given = text('currency');
      const code = given === '' ? formats.currency : given === '€' ? 'EUR' : given.toUpperCase();
      if (code !== null && CURRENCY.test(code)) return code;
      askAbout('currency', given === '' ? 'has no currency' : 'is not a code such as EUR', ['leave_out']);
      return null;
    },
    amount: (field) => {
      const amount = text(field) === '' ? null : number(field);
      if (amount === null || !amount.startsWith('-')) return amount;
      if (field !== 'limit') return positiveOrChosen(field, amount);
      askAbout(field, 'is negative', ['leave_empty', 'leave_out']);
      return null;
    },
    date: (field) => {
      if (text(field) === '') return null;
      const result = readDate(text(field), formats.dates);
      if ('date' in result) return result.date;
      askAbout(field, result.why, ['leave_empty', 'leave_out']);
      return null;
    },
    askAboutMissingAmount: () => {
      // An amount that cannot be read is asked about already.
      if (state.isOpen || state.why !== null) return;
      const field = mapping.net === undefined ? 'gross' : 'net';
      const message = `Row ${row} has neither a gross nor a net amount.`;
      const choices: QuestionChoice[] = ['leave_out'];
      const answer = ask({ kind: 'missing', rows: [row], field, text: '', message, choices });
      if (answer === 'leave_out') state.why = message;
    },
    whyLeftOut: () => state.why,
  };
}
