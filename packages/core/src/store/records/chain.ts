// The record chain: a salted digest of every record that the store must not change unnoticed. Each link is the hash of
// the link before it and of its own entry, so that the newest link stands for all records.

import { createHash, type Hash, hash, randomBytes } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { inPortions, insertAll } from '../bulk.ts';
import {
  chainedColumns,
  type Database,
  hasAuthority,
  orderOf,
  type Row,
  TABLE_NAMES,
  TABLES,
  type Table,
} from '../schema.ts';
import { type Queries, untyped, type Writes } from '../store.ts';
import type { ChainKeySource } from './mac.ts';
import { type Redaction, type RowKey, rowKey, type TrackedWrites } from './tracker.ts';

const ROWS_AT_ONCE = 100;

export type ChainEntry = Database['record_chain'];

export const FIRST_LINK = '';

type LinkedContent = Pick<
  ChainEntry,
  'seq' | 'table_name' | 'row_key' | 'list' | 'row_count' | 'digest' | 'kind' | 'note'
>;

/** An ordinary entry is hashed without its kind, as it was before there were kinds. */
export function nextLink(previous: string, entry: LinkedContent): string {
  const { seq, table_name, row_key, list, row_count, digest, kind, note } = entry;
  const content = { digest, list, row_count, row_key, seq, table_name };
  const text = canonicalJson(kind ? { ...content, kind, note } : content);
  return hash('sha256', `${previous}\n${text}`, 'base64');
}

export interface LinkedEntry extends ChainEntry {
  /** The link of the entry before it. */
  previous: string | null;
}

/** Each entry with the link of the one before it, by its key: a join may read the whole table. */
export function linkedEntries(db: Queries | Writes) {
  return db
    .selectFrom('record_chain as e')
    .selectAll('e')
    .select((select) =>
      select
        .selectFrom('record_chain as before')
        .select('before.link')
        .where(({ eb, ref }) => eb('before.seq', '=', eb(ref('e.seq'), '-', 1)))
        .as('previous'),
    );
}

/** The newest entry of each row, so that an older row cannot be put back together with its entry. */
export function newestEntries(
  db: Queries | Writes,
  table: Table,
  keys: readonly RowKey[],
): Promise<LinkedEntry[]> {
  return linkedEntries(db)
    .where('e.seq', 'in', (select) =>
      select
        .selectFrom('record_chain')
        .select(({ fn }) => fn.max('seq').as('newest'))
        .where('table_name', '=', table)
        .where('row_key', 'in', keys)
        .groupBy('row_key'),
    )
    .execute();
}

/** Whether the link of an entry covers its content. */
export function isLinked(entry: LinkedEntry): boolean {
  return nextLink(entry.previous ?? FIRST_LINK, entry) === entry.link;
}

/**
 * The digest of rows in the order of their keys, which is the same on both databases. Columns without a value are left
 * out, so that a new column changes no digest.
 */
export function digestRows(table: Table, salt: string, rows: readonly Row[]): string {
  const digest = new RowsDigest(table, salt);
  if (rows.length > 1) for (const row of inKeyOrder(table, rows)) digest.add(row);
  else for (const row of rows) digest.add(row);
  return digest.end();
}

function inKeyOrder(table: Table, rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, key: rowKey(table, row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

/** Computes `digestRows` of rows that are added in the order of their keys, so that they need not be in memory together. */
export class RowsDigest {
  readonly #table: Table;
  readonly #hash: Hash;

  constructor(table: Table, salt: string) {
    this.#table = table;
    this.#hash = createHash('sha256').update(salt);
  }

  add(row: Row): void {
    this.#hash.update(`\n${canonicalRow(membersOf(this.#table), row)}`);
  }

  end(): string {
    return this.#hash.digest('base64');
  }
}

interface Member {
  column: string;
  /** The name and the colon, as canonical JSON has them. */
  start: string;
}

const MEMBERS = new Map<Table, Member[]>();

/** The chained columns in the order of canonical JSON: verification writes the text of every row of the store. */
function membersOf(table: Table): readonly Member[] {
  const known = MEMBERS.get(table);
  if (known !== undefined) return known;
  const members = [...chainedColumns(table)]
    .sort()
    .map((column) => ({ column, start: `${canonicalJson(column)}:` }));
  MEMBERS.set(table, members);
  return members;
}

/** The canonical JSON of an object with the columns that have a value. */
function canonicalRow(members: readonly Member[], row: Row): string {
  let text = '';
  for (const { column, start } of members) {
    const value = row[column] as JsonValue | undefined;
    if (value === null || value === undefined) continue;
    text += `${text === '' ? '' : ','}${start}${canonicalJson(value)}`;
  }
  return `{${text}}`;
}

export interface ChainTip {
  seq: number;
  link: string;
}

export async function chainTip(db: Queries | Writes): Promise<ChainTip> {
  const tip = await db
    .selectFrom('record_chain')
    .select(['seq', 'link'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return tip ?? { seq: 0, link: FIRST_LINK };
}

export interface ChainBaseline {
  /** Entries up to this one are of rows that were taken as they were found. */
  seq: number;
  at: number;
}

/** Of a store that is older than the record chain; null for one that has had it from the beginning. */
export async function chainBaseline(db: Queries | Writes): Promise<ChainBaseline | null> {
  const row = await db
    .selectFrom('record_chain')
    .select(['seq', 'row_key'])
    .where('table_name', '=', 'baseline')
    // As the condition of the index has it.
    .where('row_key', 'is not', null)
    .executeTakeFirst();
  return row === undefined ? null : { seq: row.seq, at: Date.parse(row.row_key!) };
}

type Content = Pick<ChainEntry, 'row_count' | 'salt' | 'digest'>;
type NewEntry = Omit<ChainEntry, 'seq' | 'link' | 'mac' | 'authority_seq'>;

async function appendEntries(
  writes: Writes,
  chainKey: ChainKeySource,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const key = chainKey();
  let { seq, link } = await chainTip(writes);
  const isAuthority = ({ table_name }: NewEntry) => hasAuthority(table_name);
  let authority = entries.some(isAuthority) ? await authorityTip(writes) : FIRST_AUTHORITY;
  const rows = entries.map((entry): ChainEntry => {
    seq += 1;
    link = nextLink(link, { ...entry, seq });
    const previous = isAuthority(entry) ? authority.link : null;
    const authority_seq = isAuthority(entry) ? authority.authority_seq + 1 : null;
    if (authority_seq !== null) authority = { authority_seq, link };
    return { ...entry, seq, link, authority_seq, mac: key.mac({ link, authority_seq, previous }) };
  });
  await insertAll(writes, 'record_chain', rows);
}

export interface AuthorityTip {
  authority_seq: number;
  link: string | null;
}

/** Before the first entry of an authority table. */
export const FIRST_AUTHORITY: AuthorityTip = { authority_seq: 0, link: null };

async function authorityTip(writes: Writes): Promise<AuthorityTip> {
  const tip = await writes
    .selectFrom('record_chain')
    .select(['authority_seq', 'link'])
    .where('authority_seq', 'is not', null)
    .orderBy('authority_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return tip === undefined ? FIRST_AUTHORITY : { authority_seq: tip.authority_seq!, link: tip.link };
}

/** What the process knows of the rows that decide who may do what. */
interface KnownRows {
  isRecorded(table: Table, key: RowKey): boolean;
  agrees(table: Table, key: RowKey, row: Row | undefined): boolean;
}

/** Adds the entries of a transaction, which ends with them. */
export async function chainWrites(
  writes: Writes,
  { chainKey, authority }: { chainKey: ChainKeySource; authority: KnownRows },
  { lists, rows, redaction }: TrackedWrites,
): Promise<void> {
  const entries: NewEntry[] = [];
  for (const [table, list] of lists) {
    const entry = await listEntry(writes, table, list);
    if (entry !== null) entries.push(entry);
  }
  for (const [table, keys] of rows) {
    for (const portion of inPortions([...keys], ROWS_AT_ONCE))
      entries.push(...(await rowEntries(writes, authority, table, portion, redaction)));
  }
  await appendEntries(writes, chainKey, entries);
}

/** Entries for the rows that decide who may do what, which were verified and have none that is authenticated. Returns how many. */
export async function chainAsFound(writes: Writes, chainKey: ChainKeySource): Promise<number> {
  const entries: NewEntry[] = [];
  for (const table of TABLE_NAMES.filter(hasAuthority)) {
    await writes
      .updateTable('record_chain')
      .set({ salt: null })
      .where('table_name', '=', table)
      .where('salt', 'is not', null)
      // The entry of a deleted row stays the newest one.
      .where('row_count', '>', 0)
      .execute();
    const rows = (await untyped(writes).selectFrom(table).select(chainedColumns(table)).execute()) as Row[];
    for (const row of rows) {
      const salt = newSalt();
      const content = { salt, digest: digestRows(table, salt, [row]), row_count: 1 };
      entries.push({ ...ORDINARY, table_name: table, row_key: rowKey(table, row), list: null, ...content });
    }
  }
  await appendEntries(writes, chainKey, entries);
  return entries.length;
}

function newSalt(): string {
  return randomBytes(16).toString('base64');
}

async function listEntry(writes: Writes, table: Table, list: number): Promise<NewEntry | null> {
  const rows = await rowsOfList(writes, table, list);
  // A row that was there already was not added again.
  if (rows.length === 0) return null;
  const salt = newSalt();
  const digest = digestRows(table, salt, rows);
  return { ...ORDINARY, table_name: table, row_key: null, list, row_count: rows.length, salt, digest };
}

export function rowsOfList(db: Queries | Writes, table: Table, list: number): Promise<Row[]> {
  return untyped(db)
    .selectFrom(table)
    .select(chainedColumns(table))
    .where('chain_list', '=', list)
    .execute() as Promise<Row[]>;
}

const ORDINARY = { kind: null, note: null } as const;

/** Entries for the rows that have changed; those that they replace lose their salts, and with them their meaning. */
async function rowEntries(
  writes: Writes,
  authority: KnownRows,
  table: Table,
  keys: readonly RowKey[],
  redaction: Redaction | null,
): Promise<NewEntry[]> {
  const rows = new Map((await rowsWithKeys(writes, table, keys)).map((row) => [rowKey(table, row), row]));
  const earlier = await writes
    .selectFrom('record_chain')
    .select(['seq', 'row_key', 'row_count', 'salt', 'digest'])
    .where('table_name', '=', table)
    .where('row_key', 'in', keys)
    .where('salt', 'is not', null)
    .execute();
  const current = new Map(earlier.map((entry) => [entry.row_key!, entry]));
  const entries: NewEntry[] = [];
  const replaced: number[] = [];
  for (const key of keys) {
    const row = rows.get(key);
    const content = row === undefined ? [] : [row];
    const before = current.get(key);
    // What this process knows counts more than the entry in the store: without its salt, or with another digest, nothing
    // would say that the row ended, and both could be put back.
    const isRecorded = before !== undefined || authority.isRecorded(table, key);
    if (!isRecorded && row === undefined) continue;
    if (before !== undefined && isOf(before, table, content) && authority.agrees(table, key, row)) continue;
    if (before !== undefined) replaced.push(before.seq);
    const salt = newSalt();
    const digest = digestRows(table, salt, content);
    const kind = isRecorded && TABLES[table].appendOnly ? redactionOf(table, redaction) : ORDINARY;
    const row_count = content.length;
    entries.push({ ...kind, table_name: table, row_key: key, list: null, row_count, salt, digest });
  }
  if (replaced.length > 0) {
    await writes.updateTable('record_chain').set({ salt: null }).where('seq', 'in', replaced).execute();
  }
  return entries;
}

function isOf({ row_count, salt, digest }: Content, table: Table, rows: readonly Row[]): boolean {
  return row_count === rows.length && digestRows(table, salt!, rows) === digest;
}

function redactionOf(table: Table, redaction: Redaction | null): Pick<NewEntry, 'kind' | 'note'> {
  if (redaction === null) throw new Error(`Rows of ${table} are never changed.`);
  const { act, by } = redaction;
  return { kind: 'redaction', note: canonicalJson({ act, by }) };
}

/** A key for people: its values, without the marks of JSON; as it is if somebody changed it. */
export function shownKey(rowKey: string): string {
  try {
    return (JSON.parse(rowKey) as unknown[]).join(' ');
  } catch {
    return rowKey;
  }
}

export function rowsWithKeys(db: Queries | Writes, table: Table, keys: readonly RowKey[]): Promise<Row[]> {
  const columns = orderOf(table);
  return untyped(db)
    .selectFrom(table)
    .select(chainedColumns(table))
    .where(({ eb, and, or }) =>
      or(
        keys.map((key) => {
          const values = JSON.parse(key) as unknown[];
          return and(columns.map((column, index) => eb(column, '=', values[index])));
        }),
      ),
    )
    .execute() as Promise<Row[]>;
}
