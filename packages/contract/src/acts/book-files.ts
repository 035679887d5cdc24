// What a book would become of an uploaded file: how the file was read, what is asked about it, which providers its names are,
// and what differs from the version at hand. Nothing of it is saved.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { Day } from './book-figures.ts';
import { Id, listOf, record, strict, text } from './forms.ts';

export const FILE_FIELDS = [
  ...(['name', 'id', 'lei', 'isin', 'ticker', 'currency', 'gross', 'collateral', 'net'] as const),
  ...(['group', 'maturity', 'limit', 'note', 'tags'] as const),
] as const;
const AMOUNT_FIELDS = ['gross', 'collateral', 'net', 'limit'] as const;
const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
const ANSWERS = [
  ...(['leave_empty', 'leave_out', 'keep', 'round', 'outside', 'as_positive', 'refuse'] as const),
  ...(['add', 'keep_both', 'keep_last'] as const),
] as const;
/** 10 MiB in base64. */
const LONGEST_FILE = 13_981_016;
const MOST_ANSWERS = 10_000;

const Column = Type.Integer({ minimum: 1, maximum: 100 });
const Sign = Type.Enum(['.', ','], { type: 'string' });
const Answer = Type.Enum([...ANSWERS], { type: 'string' });
const DateFormat = Type.Enum([...DATE_FORMATS], { type: 'string' });
const Count = Type.Integer({ minimum: 0 });
const Rows = Type.Array(Type.Integer(), { description: 'Rows of the file, from 1.' });

function each<const Name extends string, Schema>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as { [Each in Name]: Schema };
}

/** Column numbers by field; a field without a column is absent. */
const Columns = strict(each(FILE_FIELDS, Type.Optional(Column)), {
  description: 'The number of the column of each field, from 1. Other columns are not read.',
});
const Signs = strict(each(AMOUNT_FIELDS, Type.Optional(Sign)), {
  description: 'The decimal sign of each column of amounts.',
});
const Rate = strict({
  currency: text('Currency of the file.', 10),
  rate: text('Units of the reporting currency for one of it.', 40),
  as_of: Day('The day of the rate.'),
});

const Provider = strict({ id: Id, slug: Type.String(), name: Type.String() });
const Position = strict({
  ...{ id: Type.String(), name: Type.String(), currency: Type.String() },
  ...{ gross: nullable(Type.String()), collateral: nullable(Type.String()), net: nullable(Type.String()) },
});
const Value = nullable(Type.String());

const Table = strict({
  sheet: nullable(Type.String(), { description: 'Null for CSV.' }),
  header: Type.Integer({ description: 'The row of the header.' }),
  rows: Count,
  columns: Type.Array(
    strict({
      number: Column,
      header: Type.String(),
      examples: Type.Array(Type.String(), { description: 'At most three texts of the column.' }),
    }),
  ),
  notes: Type.Array(Type.String(), { description: 'What to know of how the file was read.' }),
});

const ColumnQuestion = strict({
  kind: Type.Enum(['columns', 'numbers', 'dates'], { type: 'string' }),
  field: Type.Enum([...FILE_FIELDS], { type: 'string' }),
  columns: Type.Array(Column),
  message: Type.String(),
  choices: Type.Array(Type.String(), {
    description: 'Numbers of columns, gross or net, decimal signs, or date formats.',
  }),
  examples: Type.Array(strict({ row: Type.Integer(), text: Type.String() })),
});

const RowQuestion = strict({
  key: Type.String({ description: 'Names the question in answers.' }),
  kind: Type.Enum(['unreadable', 'missing', 'negative', 'duplicate', 'footer', 'repeated_header'], {
    type: 'string',
  }),
  rows: Rows,
  field: nullable(Type.Enum([...FILE_FIELDS], { type: 'string' })),
  text: Type.String({ description: 'Of the cell, as the file has it.' }),
  message: Type.String(),
  choices: Type.Array(Answer),
  answer: nullable(Answer, { description: 'Null while it is open.' }),
});

const NameFound = {
  why: Type.String({ description: 'A sentence.' }),
  candidates: Type.Array(
    strict({
      ...{ id: Id, slug: Type.String(), name: Type.String() },
      likeness: Type.Integer({ description: 'In whole per cent.' }),
    }),
    {
      description: 'To choose from, the likest first. A similar name is often that of another legal entity.',
    },
  ),
};

const Name = strict({
  name: Type.String({ description: 'As the file has it.' }),
  rows: Rows,
  state: Type.Enum(['matched', 'choose', 'none'], {
    type: 'string',
    description:
      'choose: similar names are known, and none is taken. Such a name, and one with none, has no score until somebody chooses.',
  }),
  by: nullable(Type.Enum(['choice', 'earlier_choice', 'name', 'lei', 'isin', 'ticker'], { type: 'string' }), {
    description: 'What decided.',
  }),
  provider: nullable(Provider),
  ...NameFound,
});

const Read = strict({
  positions: Count,
  total: Type.String({ description: 'What counts, in the reporting currency.' }),
  outside: strict({ not_stated: Count, negative: Count, no_rate: Count }),
  without_rate: Type.Array(Type.String(), { description: 'Currencies that have no rate.' }),
  rates: Type.Array(strict({ currency: Type.String(), rate: Type.String(), as_of: Type.String() })),
  open: Type.Integer({ minimum: 0, description: 'How many questions have no answer.' }),
  questions: Type.Array(RowQuestion, { description: 'At most 1,000, open ones first.' }),
  left_out: strict({
    rows: Count,
    data: Type.Array(strict({ row: Type.Integer(), why: Type.String() }), { description: 'At most 200.' }),
  }),
  unmapped: Type.Array(Column, { description: 'Columns that have texts and are not read.' }),
  limits: Type.Array(
    strict({ name: Type.String(), currency: Type.String(), at_most: Type.String(), rows: Rows }),
    { description: 'Limits that the file states, at most 200. They are not saved: ask for them.' },
  ),
  names: strict({
    ...{ matched: Count, choose: Count, none: Count },
    data: Type.Array(Name, { description: 'At most 1,000; those to choose first.' }),
  }),
  comparison: strict({
    version: nullable(Type.Integer(), { description: 'Null if there is none to compare with.' }),
    ...{ added: Count, removed: Count, changed: Count, unchanged: Count },
    data: Type.Array(
      strict({
        what: Type.Enum(['added', 'removed', 'changed'], { type: 'string' }),
        position: Position,
        fields: Type.Array(strict({ field: Type.String(), from: Value, to: Value })),
      }),
      { description: 'At most 500.' },
    ),
  }),
  contents: nullable(record('To save, in the format rf-book-1.'), {
    description: 'Null while a question is open.',
  }),
});

const anyMember = { member: MEMBER_ROLES } as const;
const Book = text('Id of the book.', 64);

export const bookFileActs = {
  'books.read_file': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    takesLong: true,
    description:
      'Reads an uploaded CSV or XLSX file and says what the book would become, with every question that only you can answer. Saves nothing: books.save takes contents and seen. Takes the right to edit the book.',
    input: strict({
      book: Book,
      file: strict({
        name: text('Name of the file.', 255),
        base64: Type.String({
          description: 'The bytes, in base64; at most 10 MiB.',
          maxLength: LONGEST_FILE,
        }),
      }),
      sheet: Type.Optional(text('The sheet of a workbook that has several.', 255)),
      header: Type.Optional(Type.Integer({ minimum: 1, description: 'The row of the header.' })),
      columns: Type.Optional(Columns),
      currency: Type.Optional(text('Of rows without a currency.', 10)),
      numbers: Type.Optional(Signs),
      dates: Type.Optional(DateFormat),
      answers: Type.Optional(
        Type.Array(
          strict({
            question: text('The key of a question, or the kind of all that it answers.', 200_000),
            answer: Answer,
          }),
          { maxItems: MOST_ANSWERS },
        ),
      ),
      choices: Type.Optional(
        Type.Array(
          strict({
            name: text('A name, as the file has it.', 1000),
            provider: nullable(text('Id or slug of the provider. Null: none, so that it has no score.', 100)),
          }),
          { maxItems: MOST_ANSWERS, description: 'Which providers names are.' },
        ),
      ),
      rates: Type.Optional(
        Type.Array(Rate, { maxItems: 200, description: 'Those of the version at hand if absent.' }),
      ),
      effective_on: Type.Optional(Day('Compares with the version that counts on this day; today if absent.')),
    }),
    answer: strict({
      sheets: Type.Array(Type.String(), { description: 'Of a workbook.' }),
      seen: Type.Integer({ minimum: 0, description: 'Number of the newest version, for books.save.' }),
      table: nullable(Table, { description: 'Null while a sheet has to be chosen.' }),
      columns: Columns,
      currency: nullable(Type.String()),
      numbers: Signs,
      dates: nullable(DateFormat),
      questions: Type.Array(ColumnQuestion, {
        description: 'About columns. Rows are read once none is open.',
      }),
      read: nullable(Read, { description: 'Null while a question about columns is open.' }),
    }),
    command: 'books upload',
  }),
  'books.find_names': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description:
      'Says which providers names are, by an exact name or a known other one, and lists those with similar names. Keeps nothing.',
    input: strict({
      book: Book,
      // Objects, so that names are in the body: addresses are logged on the way.
      names: Type.Array(strict({ name: text('A name of the book.', 1000) }), { minItems: 1, maxItems: 20 }),
    }),
    answer: listOf(strict({ name: Type.String(), provider: nullable(Provider), ...NameFound })),
    command: 'books find-names',
  }),
};
