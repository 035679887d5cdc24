// Reads an uploaded file as the next version of a book, with all that its owner has to answer first. It writes nothing: the answer
// has the document, which is saved as a whole or not at all.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { fold } from '@rf-indicators/contract/fold';
import type { Member } from '../../accounts/members.ts';
import { Refusal } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { MasterKey } from '../../secrets/master-key.ts';
import type { Queries } from '../../store/store.ts';
import {
  type BookContents,
  type BookPosition,
  CONTENTS_FORMAT,
  isCurrency,
  readContents,
} from '../contents.ts';
import { type OutsideReason, sumOf, valuedPositions } from '../exposures.ts';
import { formatAmount } from '../figures/amounts.ts';
import { openBook } from '../open-book.ts';
import { newestNumber, requireDay, versionAsOf } from '../versions.ts';
import { type Comparison, comparePositions, type FieldChange } from './compare.ts';
import { type ColumnGuess, guessColumns, guessFormats, type Mapping } from './guess-columns.ts';
import { type Field, isAmount } from './header-words.ts';
import { fileRefusal } from './limits.ts';
import { type MappedRows, mapRows } from './map-rows.ts';
import { matchNames, type NameChoice, type NameMatch, type Resolution, type Resolve } from './match-names.ts';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';

type Input = DomainInputOf<'books.read_file'>;
type Answer = DomainAnswerOf<'books.read_file'>;
type Read = NonNullable<Answer['read']>;

export interface FileReading {
  db: Queries;
  masterKey: MasterKey;
  now: number;
  resolve: Resolve;
}

const [MOST_QUESTIONS, MOST_NAMES, MOST_COMPARED, MOST_LISTED, MOST_EXAMPLES] = [1000, 1000, 500, 200, 3];
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export async function readBookFile(
  { db, masterKey, now, resolve }: FileReading,
  member: Member,
  input: Input,
): Promise<Answer> {
  const open = await openBook(db, masterKey, member, input.book, 'edit');
  const effectiveOn = input.effective_on ?? civilDate(now);
  requireDay(effectiveOn, 'effective_on');
  const found = await versionAsOf(db, open, { effective_on: effectiveOn, known_at: now });
  const seen = await newestNumber(db, input.book);
  const answer = await readTable(bytesOf(input.file.base64), input.file.name, {
    ...(input.sheet === undefined ? {} : { sheet: input.sheet }),
    ...(input.header === undefined ? {} : { header: input.header }),
  });
  const unread = { sheets: answer.sheets, seen, columns: {}, currency: null, numbers: {}, dates: null };
  if (answer.kind === 'choose_sheet') return { ...unread, table: null, questions: [], read: null };
  const { table } = answer;
  const formats = formatsOf(table, input, open.settings.currency);
  const shown = {
    ...{ sheets: answer.sheets, seen, table: shownTable(table), columns: fromOne(formats.mapping) },
    ...{ currency: formats.currency, numbers: formats.numbers, dates: formats.dates },
    questions: formats.questions.map((question) => ({
      ...{ ...question, columns: question.columns.map((column) => column + 1) },
      choices:
        question.kind === 'columns' && question.columns.length > 1
          ? question.columns.map((column) => String(column + 1))
          : question.choices,
    })),
  };
  if (formats.questions.length > 0) return { ...shown, read: null };
  const answers = Object.fromEntries((input.answers ?? []).map((one) => [one.question, one.answer]));
  const rows = mapRows(table, formats, answers);
  const before = found?.contents.positions ?? [];
  const { positions, names } = await matchNames(
    rows.positions,
    resolve,
    await earlierChoices(before, resolve),
    await givenChoices(input.choices ?? [], resolve),
  );
  const contents: BookContents = {
    ...{ format: CONTENTS_FORMAT, currency: open.settings.currency, measure: open.settings.measure },
    rates: [],
    positions: positions.map(({ position }) => position),
  };
  const rates = input.rates ?? found?.contents.rates ?? [];
  contents.rates = usedRates(contents, rates);
  readContents({ ...contents, rates });
  return {
    ...shown,
    read: {
      ...valuesOf(contents),
      ...questionsOf(rows),
      unmapped: rows.unmapped.map((column) => column + 1),
      limits: rows.limits.slice(0, MOST_LISTED),
      names: namesOf(names),
      comparison: comparisonOf(comparePositions(before, contents.positions), found?.version.number ?? null),
      contents: rows.questions.some(({ answer: given }) => given === null) ? null : { ...contents },
    },
  };
}

function bytesOf(base64: string): Buffer {
  if (!BASE64.test(base64) || base64.length % 4 !== 0) {
    const detail = { place: '/file/base64', code: 'base64', message: 'must be base64' };
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  }
  return Buffer.from(base64, 'base64');
}

type Formats = Omit<ColumnGuess, 'questions'> & Pick<ColumnGuess, 'questions'>;

/** What is given outweighs what is guessed, and answers the questions about it. */
function formatsOf(table: Table, input: Input, own: string): Formats {
  const guess = guessColumns(table);
  const mapping = input.columns === undefined ? guess.mapping : fromZero(input.columns);
  const { numbers, dates, questions } = input.columns === undefined ? guess : guessFormats(table, mapping);
  const currency = input.currency ?? guess.currency ?? (mapping.currency === undefined ? own : null);
  if (currency !== null && !isCurrency(currency))
    throw fileRefusal('The currency must be 3 to 10 capital letters, such as EUR or USDC.');
  const isAnswered = ({ kind, field }: ColumnGuess['questions'][number]) =>
    (kind === 'numbers' && isAmount(field) && input.numbers?.[field] !== undefined) ||
    (kind === 'dates' && input.dates !== undefined);
  return {
    mapping,
    currency,
    numbers: { ...numbers, ...input.numbers },
    dates: input.dates ?? dates,
    questions: questions.filter((question) => !isAnswered(question)),
  };
}

function fromZero(columns: NonNullable<Input['columns']>): Mapping {
  return mapped(columns, -1);
}

function fromOne(mapping: Mapping): Answer['columns'] {
  return mapped(mapping, 1);
}

function mapped(columns: Mapping, by: number): Mapping {
  const entries = Object.entries(columns) as [Field, number][];
  return Object.fromEntries(entries.map(([field, column]) => [field, column + by]));
}

function shownTable({ sheet, header, columns, rows, notes }: Table): NonNullable<Answer['table']> {
  return {
    ...{ sheet, header, rows: rows.length, notes },
    columns: columns.map((text, at) => ({
      ...{ number: at + 1, header: text },
      examples: rows.flatMap(({ cells }) => cells[at] || []).slice(0, MOST_EXAMPLES),
    })),
  };
}

/** The providers that names of the version at hand have. A name without one was perhaps never chosen, so it is no choice. */
async function earlierChoices(before: readonly BookPosition[], resolve: Resolve): Promise<NameChoice[]> {
  const ids = [...new Set(before.flatMap(({ provider }) => provider ?? []))];
  const known = new Map((await resolve(ids)).map(({ input, provider }) => [input, provider]));
  const choices = new Map<string, NameChoice>();
  for (const { name, provider } of before) {
    if (provider === null) continue;
    choices.set(fold(name), {
      name,
      provider: known.get(provider) ?? { id: provider, slug: provider, name },
    });
  }
  return [...choices.values()];
}

/** A choice names its provider exactly: a similar name would be a guess. */
async function givenChoices(given: NonNullable<Input['choices']>, resolve: Resolve): Promise<NameChoice[]> {
  const texts = [...new Set(given.flatMap(({ provider }) => provider ?? []))];
  const found = new Map((await resolve(texts)).map((one) => [one.input, one]));
  return given.map(({ name, provider: text }, index) => {
    const provider = text === null ? null : (found.get(text)?.provider ?? undefined);
    if (provider !== undefined) return { name, provider };
    const message = 'must be the id or the slug of a published provider; choose one of the candidates';
    const detail = { place: `/choices/${index}/provider`, code: 'provider', message };
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  });
}

/** Of currencies that no position has, rates are left out: nothing shows that they are still true. */
function usedRates({ positions, currency }: BookContents, rates: Input['rates'] & object) {
  const used = new Set(positions.map((position) => position.currency));
  return rates.filter((rate) => rate.currency !== currency && used.has(rate.currency));
}

function valuesOf(
  contents: BookContents,
): Pick<Read, 'positions' | 'total' | 'outside' | 'without_rate' | 'rates'> {
  const valued = valuedPositions(contents, contents.measure);
  const outside = { not_stated: 0, negative: 0, no_rate: 0 } satisfies Record<OutsideReason, number>;
  for (const { outside: reason } of valued) if (reason !== null) outside[reason] += 1;
  const known = new Set([contents.currency, ...contents.rates.map(({ currency }) => currency)]);
  const currencies = new Set(contents.positions.map(({ currency }) => currency));
  return {
    ...{ positions: valued.length, total: formatAmount(sumOf(valued)), outside, rates: contents.rates },
    without_rate: [...currencies.difference(known)].sort(),
  };
}

function questionsOf({ questions, leftOut }: MappedRows): Pick<Read, 'open' | 'questions' | 'left_out'> {
  const open = questions.filter(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  return {
    open: open.length,
    questions: [...open, ...answered].slice(0, MOST_QUESTIONS),
    left_out: { rows: leftOut.length, data: leftOut.slice(0, MOST_LISTED) },
  };
}

const ORDER = { choose: 0, none: 1, matched: 2 } as const;

function namesOf(names: readonly NameMatch[]): Read['names'] {
  const count = (state: NameMatch['state']) => names.filter((name) => name.state === state).length;
  // What was matched by an exact name needs no look, what was matched in another way does.
  const byName = ({ by }: NameMatch) => Number(by === 'name');
  return {
    ...{ matched: count('matched'), choose: count('choose'), none: count('none') },
    data: names
      .toSorted((a, b) => ORDER[a.state] - ORDER[b.state] || byName(a) - byName(b))
      .slice(0, MOST_NAMES)
      .map(({ name, rows, state, by, provider, ...found }) => ({
        ...{ name, rows, state, by, provider: provider && plain(provider), ...shownCandidates(found) },
      })),
  };
}

function plain({ id, slug, name }: NonNullable<Resolution['provider']>) {
  return { id, slug, name };
}

function shownCandidates({ why, candidates }: Pick<Resolution, 'why' | 'candidates'>) {
  return {
    why,
    candidates: candidates.map(({ provider, likeness }) => ({ ...plain(provider), likeness })),
  };
}

function comparisonOf(
  { added, removed, changed, unchanged }: Comparison,
  version: number | null,
): Read['comparison'] {
  const data = [
    ...changed.map(({ after, fields }) => ({ what: 'changed' as const, position: after, fields })),
    ...removed.map((position) => ({ what: 'removed' as const, position, fields: [] })),
    ...added.map((position) => ({ what: 'added' as const, position, fields: [] })),
  ];
  return {
    ...{ version, added: added.length, removed: removed.length, changed: changed.length, unchanged },
    data: data.slice(0, MOST_COMPARED).map(({ what, position, fields }) => ({
      what,
      position: shownPosition(position),
      fields: fields.map((one) => ({ field: one.field, from: textOf(one.from), to: textOf(one.to) })),
    })),
  };
}

function shownPosition({ id, name, currency, gross, collateral, net }: BookPosition) {
  return { id, name, currency, gross, collateral, net };
}

function textOf(value: FieldChange['from']): string | null {
  return value === null || typeof value === 'string' ? value : value.join(', ');
}

/** For a member who chooses the provider of a name that is in a book already. */
export async function findNames(
  { db, masterKey, resolve }: FileReading,
  member: Member,
  { book, names }: DomainInputOf<'books.find_names'>,
): Promise<DomainAnswerOf<'books.find_names'>> {
  await openBook(db, masterKey, member, book, 'edit');
  const found = await resolve(names.map(({ name }) => name));
  return {
    data: found.map(({ input, provider, ...one }) => ({
      ...{ name: input, provider: provider && plain(provider), ...shownCandidates(one) },
    })),
  };
}
