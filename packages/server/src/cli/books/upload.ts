// rf books upload: shows what a file would change in a book, with every question about it, and saves it with --yes.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { Argument, Command, Option } from 'commander';
import { nameInLine } from '../../rendering/wire/one-line-texts.ts';
import { asMember, withMemberToken } from '../act-session.ts';
import { count } from '../table.ts';
import { EXIT, type Finish, type Terminal, UsageError } from '../terminal.ts';

type Input = InputOf<'books.read_file'>;
type ReadFile = AnswerOf<'books.read_file'>;
type Read = NonNullable<ReadFile['read']>;

const MOST_LINES = 20;

export function uploadCommand(terminal: Terminal, finish: Finish): Command {
  return withMemberToken(new Command('upload'))
    .description('Read a CSV or XLSX file of positions, show what it would change in a book, and save it.')
    .addArgument(new Argument('<book>', 'id of the book'))
    .addArgument(new Argument('<file>', 'the file, at most 10 MiB'))
    .option('--sheet <name>', 'the sheet of a workbook that has several')
    .option('--header <row>', 'the row of the header', Number)
    .option('--column <field=number>', 'the column of a field, from 1; all of them, once one is given', pairs)
    .option('--currency <currency>', 'of rows without a currency')
    .addOption(new Option('--decimal <sign>', 'the decimal sign of amounts').choices(['.', ',']))
    .addOption(
      new Option('--dates <format>', 'how dates with slashes are written').choices([
        'DD/MM/YYYY',
        'MM/DD/YYYY',
      ]),
    )
    .option('--answer <question=answer>', 'the answer to a question, or to all of its kind', pairs)
    .option('--choose <name=provider>', 'the provider of a name (id or slug); empty for none', pairs)
    .option('--rate <currency=rate>', 'what one unit of a currency is worth in that of the book', pairs)
    .option('--rates-as-of <day>', 'the day of these rates, such as 2026-03-31')
    .option('--effective-on <day>', 'the day from which on the version counts; today if absent')
    .option('--yes', 'save it', false)
    .option('--json', 'print what was read as JSON', false)
    .addHelpText('after', HELP)
    .action((book: string, file: string, options) =>
      asMember(terminal, options, async (perform) => {
        const input = { book, file: await fileAt(file), ...inputOf(options) };
        const answer = await perform('books.read_file', input);
        if (options.json) terminal.out(JSON.stringify(answer, null, 2));
        else show(terminal, answer);
        const contents = answer.read?.contents ?? null;
        if (contents === null) return finish(EXIT.no);
        if (!options.yes) {
          if (!options.json) terminal.out('Nothing is saved yet. To save it, add --yes.');
          return undefined;
        }
        const saved = await perform('books.save', {
          ...{ book, contents, seen: answer.seen, effective_on: input.effective_on },
        });
        if (!options.json)
          terminal.out(
            `Version ${saved.number} saved: ${count(saved.positions, 'position')}, from ${saved.effective_on} on`,
          );
        return undefined;
      }),
    );
}

const HELP = `
A name is matched by an identifier, by exactly its name, or by a known other name. A similar name is never taken: choose
with --choose, or leave it without a score. Exit codes: 0 read or saved; 1 a question has no answer yet, so nothing can be
saved.`;

/** KEY=VALUE. Names can have = in them, values cannot. */
function pairs(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  if (at <= 0) throw new UsageError(`Write it as NAME=VALUE: ${text}`);
  return { ...earlier, [text.slice(0, at)]: text.slice(at + 1) };
}

interface Options {
  sheet?: string;
  header?: number;
  column?: Record<string, string>;
  currency?: string;
  decimal?: '.' | ',';
  dates?: NonNullable<Input['dates']>;
  answer?: Record<string, string>;
  choose?: Record<string, string>;
  rate?: Record<string, string>;
  ratesAsOf?: string;
  effectiveOn?: string;
}

function inputOf(
  options: Options,
): Omit<{ [Member in keyof Input]: Input[Member] | undefined }, 'book' | 'file'> {
  const { sheet, header, currency, decimal, dates, ratesAsOf } = options;
  const { column, answer, choose, rate, effectiveOn } = options;
  if (rate !== undefined && ratesAsOf === undefined)
    throw new UsageError('Give the day of the rates with --rates-as-of.');
  return {
    ...{ sheet, header, currency, dates, effective_on: effectiveOn },
    columns:
      column && Object.fromEntries(Object.entries(column).map(([field, number]) => [field, Number(number)])),
    numbers: decimal && { gross: decimal, collateral: decimal, net: decimal, limit: decimal },
    answers:
      answer &&
      (Object.entries(answer).map(([question, given]) => ({ question, answer: given })) as Input['answers']),
    choices:
      choose &&
      Object.entries(choose).map(([name, provider]) => ({
        name,
        provider: provider === '' ? null : provider,
      })),
    rates:
      rate && Object.entries(rate).map(([of, value]) => ({ currency: of, rate: value, as_of: ratesAsOf! })),
  };
}

async function fileAt(file: string): Promise<Input['file']> {
  try {
    return { name: path.basename(file), base64: await readFile(file, 'base64') };
  } catch (error) {
    throw new UsageError(`Cannot read the file ${file}: ${(error as Error).message}.`);
  }
}

function show(terminal: Terminal, { sheets, table, questions, read }: ReadFile): void {
  if (table === null) {
    terminal.out(`The workbook has several sheets. Choose one with --sheet: ${sheets.join(', ')}`);
    return;
  }
  for (const note of table.notes) terminal.out(note);
  if (read === null) {
    terminal.out('Columns:');
    for (const { number, header, examples } of table.columns)
      terminal.out(`  ${number}  ${nameInLine(header)}: ${examples.map(nameInLine).join(', ')}`);
    for (const { message, choices, kind } of questions)
      terminal.out(`${message} ${HOW[kind]} (${choices.join(', ')})`);
    return;
  }
  terminal.out(`${count(read.positions, 'position')}, together ${read.total}`);
  showQuestions(terminal, read);
  showNames(terminal, read);
  showComparison(terminal, read);
}

const HOW: Readonly<Record<ReadFile['questions'][number]['kind'], string>> = {
  columns: 'Say it with --column FIELD=NUMBER, for all columns.',
  numbers: 'Say it with --decimal.',
  dates: 'Say it with --dates.',
};

function showQuestions(terminal: Terminal, { open, questions, left_out, outside, without_rate }: Read): void {
  for (const { row, why } of left_out.data.slice(0, MOST_LINES)) terminal.out(`Left out: row ${row}. ${why}`);
  if (open > 0) terminal.out(`${count(open, 'question')} without an answer:`);
  for (const { key, message, choices } of questions
    .filter(({ answer }) => answer === null)
    .slice(0, MOST_LINES))
    terminal.out(`  ${nameInLine(message)} --answer '${key}=…' (${choices.join(', ')})`);
  const reasons = Object.entries(outside).filter(([, positions]) => positions > 0);
  for (const [reason, positions] of reasons)
    terminal.out(`Outside the sums: ${count(positions, 'position')} (${reason.replaceAll('_', ' ')})`);
  if (without_rate.length > 0)
    terminal.out(`Without a rate: ${without_rate.join(', ')}. Give it with --rate.`);
}

function showNames(terminal: Terminal, { names }: Read): void {
  terminal.out(
    `${count(names.matched, 'name')} matched, ${names.choose} with similar names only, ${names.none} without a provider`,
  );
  for (const { name, state, why, candidates } of names.data
    .filter((one) => one.state !== 'matched')
    .slice(0, MOST_LINES)) {
    const offered = candidates.map(({ slug, likeness }) => `${slug} (${likeness} %)`).join(', ');
    terminal.out(
      `  ${nameInLine(name)}: ${nameInLine(why)}${state === 'choose' ? ` Candidates: ${offered}` : ''}`,
    );
  }
}

function showComparison(terminal: Terminal, { comparison }: Read): void {
  const { version, added, removed, changed, unchanged, data } = comparison;
  terminal.out(
    version === null
      ? `${added} added: the book is empty`
      : `Against version ${version}: ${added} added, ${removed} removed, ${changed} changed, ${unchanged} unchanged`,
  );
  if (version === null) return;
  for (const { what, position, fields } of data.slice(0, MOST_LINES)) {
    const how = fields
      .map(({ field, from, to }) => `${field} ${from ?? 'none'} to ${to ?? 'none'}`)
      .join(', ');
    terminal.out(`  ${what}: ${nameInLine(position.name)}${how === '' ? '' : `, ${nameInLine(how)}`}`);
  }
  if (data.length > MOST_LINES)
    terminal.out(`  and ${data.length - MOST_LINES} more; all of them with --json`);
}
