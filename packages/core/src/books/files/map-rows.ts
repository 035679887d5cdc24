// Turns the rows of a table into positions of a book. Whatever cannot be read or may be meant otherwise becomes a question, and
// every row that is left out is named.

import { fold } from '@rf-indicators/contract/fold';
import { cellReader, FIELD_NAMES, type RowFormats } from './cell-reader.ts';
import { mergeDuplicates } from './duplicates.ts';
import { type Field, isAmount } from './header-words.ts';
import { fileRefusal } from './limits.ts';
import { freeId, idFromName } from './position.ts';
import type { Answers, Ask, MappedPosition, QuestionChoice, ReadRow, RowQuestion } from './row-questions.ts';
import type { Table, TableRow } from './table.ts';

/** A limit that the file states for a name. Two rows of one name can state different ones. */
export interface SuggestedLimit {
  name: string;
  currency: string;
  at_most: string;
  rows: number[];
}

export interface MappedRows {
  positions: MappedPosition[];
  limits: SuggestedLimit[];
  questions: RowQuestion[];
  leftOut: { row: number; why: string }[];
  /** Columns that have texts and no field. */
  unmapped: number[];
}

const FOOTER =
  /^(?:(?:grand |sub[- ]?)?totals?|sum|(?:gesamt|zwischen|end)?summe|gesamt(?:betrag)?|insgesamt)(?!\p{L})/u;

export function mapRows(table: Table, formats: RowFormats, answers: Answers = {}): MappedRows {
  checkFormats(table, formats);
  const questions: RowQuestion[] = [];
  const ask: Ask = (asked) => {
    const key = [asked.kind, asked.rows.join('+'), asked.field ?? 'row'].join(':');
    const given = answers[key] ?? answers[asked.kind];
    const answer = asked.choices.find((choice) => choice === given) ?? null;
    questions.push({ ...asked, key, answer });
    return answer;
  };
  const leftOut: MappedRows['leftOut'] = [];
  const leaveOut = (rows: readonly number[], why: string) =>
    leftOut.push(...rows.map((row) => ({ row, why })));
  const read = table.rows.flatMap((row) => {
    const result = readRow(table, row, formats, ask);
    if (typeof result !== 'string') return result ?? [];
    leaveOut([row.row], result);
    return [];
  });
  refuseNegatives(questions);
  const merged = mergeDuplicates(read, ask, leaveOut);
  const mapped = new Set(Object.values(formats.mapping));
  return {
    positions: withIds(merged),
    limits: suggestedLimits(read),
    questions,
    leftOut: leftOut.sort((a, b) => a.row - b.row),
    unmapped: table.columns.flatMap((_, column) =>
      !mapped.has(column) && table.rows.some(({ cells }) => cells[column] !== '') ? column : [],
    ),
  };
}

function checkFormats(table: Table, { mapping, numbers }: RowFormats): void {
  if (mapping.name === undefined) throw fileRefusal('Choose the column that has the names.');
  if (mapping.gross === undefined && mapping.net === undefined)
    throw fileRefusal('Choose the column that has the gross amounts, the net amounts, or both.');
  for (const [field, column] of Object.entries(mapping) as [Field, number][]) {
    if (table.columns[column] === undefined)
      throw fileRefusal(
        `The table has no column ${column + 1}. Choose another one for the ${FIELD_NAMES[field]}.`,
      );
    if (isAmount(field) && numbers[field] === undefined)
      throw fileRefusal(`Choose the decimal sign of the column "${table.columns[column]}".`);
  }
}

/** A text says why the row is left out; null says that it is no position while a question is open. */
function readRow(table: Table, row: TableRow, formats: RowFormats, ask: Ask): ReadRow | string | null {
  const reader = cellReader(row, formats, ask);
  const aboutRow = askAboutRow(table, row, reader.text('name'), ask);
  if (aboutRow !== 'keep') return aboutRow;
  const name = reader.required('name');
  const currency = reader.currency();
  const [gross, collateral, net] = [
    reader.amount('gross'),
    reader.amount('collateral'),
    reader.amount('net'),
  ];
  const limit = reader.amount('limit');
  const hasAmount = gross !== null || net !== null;
  if (!hasAmount) reader.askAboutMissingAmount();
  const [reference, lei, isin, ticker] = [
    reader.line('id'),
    reader.line('lei'),
    reader.line('isin'),
    reader.line('ticker'),
  ];
  const [group, maturity, note, tags] = [
    reader.line('group'),
    reader.date('maturity'),
    reader.lines('note'),
    reader.line('tags'),
  ];
  const why = reader.whyLeftOut();
  if (why !== null) return why;
  if (name === null || currency === null || !hasAmount) return null;
  return {
    rows: [row.row],
    hasReference: reference !== null,
    limit,
    identifiers: { lei: lei?.toUpperCase() ?? null, isin: isin?.toUpperCase() ?? null, ticker },
    position: {
      ...{ id: reference ?? idFromName({ name, currency, group }), name, provider: null, currency },
      ...{ gross, collateral, net, group, maturity, note },
      tags: [...new Set((tags ?? '').split(/[,;|]/).map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    },
  };
}

/** Rows that may not be positions: sums, and headers that are repeated on each page. */
function askAboutRow(table: Table, row: TableRow, name: string, ask: Ask): string | null {
  const text = [name, row.cells.find((cell) => cell !== '')!].find((cell) => FOOTER.test(fold(cell)));
  const isHeader = row.cells.every((cell, column) => cell === table.columns[column]);
  if (text === undefined && !isHeader) return 'keep';
  const message = isHeader
    ? `Row ${row.row} repeats the header.`
    : `Row ${row.row} begins with "${text}". It seems to be a sum of other rows.`;
  const kind = isHeader ? 'repeated_header' : 'footer';
  const choices: QuestionChoice[] = ['leave_out', 'keep'];
  const answer = ask({ kind, rows: [row.row], field: null, text: text ?? row.cells[0]!, message, choices });
  return answer === 'leave_out' ? message : answer;
}

function refuseNegatives(questions: readonly RowQuestion[]): void {
  const refused = questions.filter(({ answer }) => answer === 'refuse');
  if (refused.length === 0) return;
  const count = refused.length === 1 ? '1 amount is' : `${refused.length} amounts are`;
  throw fileRefusal(
    `${count} negative. Correct the file and upload it again.`,
    refused.map(({ rows, message }) => ({ place: `row ${rows[0]}`, code: 'negative', message })),
  );
}

/** Each id once: the customer's own references first, so that none of them changes. */
function withIds(rows: readonly ReadRow[]): MappedPosition[] {
  const taken = new Set<string>();
  const ids = new Map<ReadRow, string>();
  for (const row of [...rows].sort((a, b) => Number(b.hasReference) - Number(a.hasReference))) {
    const id = freeId(row.position.id, taken);
    taken.add(id);
    ids.set(row, id);
  }
  return rows.map((row) => ({
    rows: row.rows,
    identifiers: row.identifiers,
    position: { ...row.position, id: ids.get(row)! },
  }));
}

function suggestedLimits(rows: readonly ReadRow[]): SuggestedLimit[] {
  const limits = new Map<string, SuggestedLimit>();
  for (const { limit, position, rows: at } of rows) {
    if (limit === null) continue;
    const { name, currency } = position;
    const key = JSON.stringify([fold(name), currency, limit]);
    const suggested = limits.get(key) ?? { name, currency, at_most: limit, rows: [] };
    suggested.rows.push(...at);
    limits.set(key, suggested);
  }
  return [...limits.values()];
}
