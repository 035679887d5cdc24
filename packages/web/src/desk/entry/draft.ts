// The rows that a person types, with the document that they cite: one document, many inputs.

import { dataDate } from '../../ui/dates/civil-dates.ts';
export interface EntryDocument {
  sha256: string;
  name: string;
  media_type: string;
  size: number;
}

/** What the rows say about their evidence, unless a row says otherwise. */
export interface EvidenceDefaults {
  kind: string;
  title: string;
  url: string;
  /** Empty: the grade that follows from kind and source. */
  grade: string;
  evidence_date: string;
  /** Who issued it; empty: the usual one for the kind. */
  source: string;
  /** Why the grade is better than the one that follows. */
  grade_reason: string;
  /** The group that it belongs to, if it does not belong to one provider. */
  group: string;
}

export interface EntryRow {
  key: string;
  /** Slug of a provider, or what was typed for one; for a reference rate its currency. */
  subject: string;
  input: string;
  value: string;
  /** Empty, like the date: as the document says. */
  grade: string;
  evidence_date: string;
  page: string;
  /** The place on the page, if there is no quote. */
  region: string;
  quote: string;
  note: string;
  /** Why an unusual value is right. */
  confirmation: string;
  /** Why evidence of another provider supports the value. */
  shared_reason: string;
  /** From an imported sheet, instead of what the document says. */
  kind: string;
  title: string;
  url: string;
}

export interface DraftContent {
  document: EntryDocument | null;
  evidence: EvidenceDefaults;
  rows: EntryRow[];
}

export type Cell =
  | ('subject' | 'input' | 'value' | 'grade' | 'evidence_date' | 'page' | 'quote' | 'note')
  | ('confirmation' | 'shared_reason' | 'region');

/** In the order of the grid, which is that of pasted columns. */
export const CELLS: readonly Cell[] = [
  ...(['subject', 'input', 'value', 'grade', 'evidence_date', 'page', 'quote', 'note'] as const),
  ...(['confirmation', 'shared_reason', 'region'] as const),
];

/** Checked and found unchanged: the value on record is proposed again with new evidence. */
export const UNCHANGED = 'unchanged';
export const REFERENCE_RATE = 'reference_rate';

const TEXTS = { subject: '', input: '', value: '', grade: '', evidence_date: '', page: '', quote: '' };

export function newRow(given: Partial<EntryRow> = {}): EntryRow {
  const rest = { note: '', region: '', confirmation: '', shared_reason: '' };
  return { key: crypto.randomUUID(), ...TEXTS, ...rest, kind: '', title: '', url: '', ...given };
}

export function emptyDraft(given: Partial<EntryRow> = {}): DraftContent {
  return { document: null, evidence: NO_EVIDENCE, rows: [newRow(given)] };
}

export const NO_EVIDENCE: EvidenceDefaults = {
  ...{ kind: '', title: '', url: '', grade: '', evidence_date: '', source: '', grade_reason: '', group: '' },
};

/** A draft that was kept before rows had all these fields. */
export function completeDraft({ document, evidence, rows }: DraftContent): DraftContent {
  return {
    document,
    evidence: { ...NO_EVIDENCE, ...evidence },
    rows: rows.map((row) => ({ ...newRow(), ...row })),
  };
}

/** A provider alone is only a suggestion for the next value. */
export function isBlank({ input, value, quote, note }: EntryRow): boolean {
  return [input, value, quote, note].every((text) => text === '');
}

/** The rows to propose: a row of a due list whose value nobody has filled in is left out. */
export function filledRows({ rows }: DraftContent): EntryRow[] {
  return rows.filter((row) => row.value !== '');
}

export function isEmpty({ document, rows }: DraftContent): boolean {
  return document === null && rows.every(isBlank);
}

/** There is always a row to type the next value into. */
export function withNextRow(content: DraftContent): DraftContent {
  const last = content.rows.at(-1);
  if (last !== undefined && isBlank(last)) return content;
  return { ...content, rows: [...content.rows, newRow({ subject: nextSubject(last) })] };
}

function nextSubject(last: EntryRow | undefined): string {
  return last === undefined || last.input === REFERENCE_RATE ? '' : last.subject;
}

export function titleOf({ document, evidence, rows }: DraftContent): string {
  const subjects = [...new Set(rows.filter((row) => !isBlank(row)).map(({ subject }) => subject))];
  return (
    evidence.title ||
    document?.name ||
    subjects.filter((one) => one !== '').join(', ') ||
    'Without a document'
  );
}

/** A row as `inputs.propose` takes it. Members that nobody filled in are absent, so that the refusal says so. */
export function wireRow(row: EntryRow, { document, evidence }: DraftContent, slug: string): object {
  const cited = {
    kind: row.kind || evidence.kind,
    title: row.title || evidence.title,
    url: row.url || evidence.url,
    grade: row.grade || evidence.grade,
    evidence_date: dataDate(row.evidence_date || evidence.evidence_date),
    source: row.kind === '' ? evidence.source : '',
    grade_reason: evidence.grade_reason,
    group: evidence.group,
    page: row.page,
    region: row.region,
    quote: row.quote,
    sha256: document?.sha256 ?? '',
  };
  const subject = row.input === REFERENCE_RATE ? { currency: row.subject } : { provider: slug };
  const isRenewal = row.value === UNCHANGED;
  const rest = isRenewal ? { result: UNCHANGED } : { value: row.value, note: row.note };
  const { confirmation, shared_reason } = row;
  return {
    ...withTexts({ ...subject, input: row.input, ...rest, confirmation, shared_reason }),
    evidence: withTexts(cited),
  };
}

/** Only the members that have a text. */
export function withTexts<Texts extends object>(members: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== '')) as Partial<Texts>;
}
