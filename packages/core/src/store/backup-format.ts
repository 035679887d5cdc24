// The backup format, the same for both databases: a gzip stream of JSON lines. The first line is a header. Then come
// the tables, each with the number of its rows and one line per row. The last line contains a SHA-256 of everything
// before it, so that a damaged file is refused, and an HMAC-SHA-256 under a key derived from the master key, so that only
// a file that was made with this master key is accepted.

import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Row } from './schema.ts';
import { StoreError } from './store.ts';

export const BACKUP_FORMAT = 'rf-backup/2';
/** Without an HMAC. It is read only on request. */
const UNAUTHENTICATED_FORMAT = 'rf-backup/1';

export interface BackupHeader {
  format: typeof BACKUP_FORMAT | typeof UNAUTHENTICATED_FORMAT;
  created_at: string;
  /** The newest migration of the store. */
  migration: string;
  tree_size: number;
  /** The newest signed checkpoint; null for a log without entries. */
  checkpoint: string | null;
  /** Signing keys are always included in encrypted form. `included`: so is the master key that decrypts them. */
  keys: 'sealed' | 'included';
  /** The text of the master key, if it is included. */
  master_key?: string;
}

export interface BackupFooter {
  end: BackupHeader['format'];
  rows: Record<string, number>;
  /** Of the tables alone, so that two backups of the same content have the same value. */
  content_sha256: string;
  /** Of every byte before this line. */
  sha256: string;
  /** HMAC-SHA-256 of every byte before this line. Absent in the format before. */
  mac?: string;
}

export interface Backup {
  header: BackupHeader;
  footer: BackupFooter;
}

/** Receives the parts of a backup in order. Its content is verified only once readBackup has returned. */
export interface BackupReader {
  header?(header: BackupHeader): void | Promise<void>;
  row?(table: string, row: Row): void | Promise<void>;
}

export class BackupDigests {
  readonly #all: Hash = createHash('sha256');
  readonly #content: Hash = createHash('sha256');
  readonly #mac: Hmac | null;

  /** Without a key there is no `mac`. */
  constructor(key: Uint8Array | null) {
    this.#mac = key === null ? null : createHmac('sha256', key);
  }

  header(line: string | Uint8Array): void {
    this.#all.update(line);
    this.#mac?.update(line);
  }

  content(lines: string | Uint8Array): void {
    this.header(lines);
    this.#content.update(lines);
  }

  finish(): Pick<BackupFooter, 'content_sha256' | 'sha256' | 'mac'> {
    const digests = { content_sha256: this.#content.digest('hex'), sha256: this.#all.digest('hex') };
    return this.#mac === null ? digests : { ...digests, mac: this.#mac.digest('hex') };
  }
}

/** The total number of rows in all tables. */
export function rowsIn(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Bytes become an object with base64 text; all other values are plain JSON. */
export function encodeRow(row: Row): string {
  const encoded: Row = {};
  for (const [column, value] of Object.entries(row)) {
    encoded[column] =
      value instanceof Uint8Array
        ? { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
        : value;
  }
  return JSON.stringify(encoded);
}

function decodeRow(row: Row): Row {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'object' && value !== null) {
      row[column] = Buffer.from((value as { base64: string }).base64, 'base64');
    }
  }
  return row;
}

/**
 * Reads a backup to its end and throws if its content was changed, if part of it is missing, or if it was not made with
 * the key. Without a key, anyone could have made the backup.
 */
export async function readBackup(
  file: string,
  key: Uint8Array | null,
  reader: BackupReader = {},
): Promise<Backup> {
  const lines = linesOf(file);
  try {
    return await readLines(file, lines, key, reader);
  } finally {
    await lines.return(undefined);
  }
}

async function readLines(
  file: string,
  lines: AsyncGenerator<Buffer, undefined>,
  key: Uint8Array | null,
  reader: BackupReader,
): Promise<Backup> {
  const digests = new BackupDigests(key);
  const next = async () => (await lines.next()).value;
  const first = await next();
  const header = first && (parse(first) as BackupHeader | null);
  if (header?.format === UNAUTHENTICATED_FORMAT && key !== null) {
    throw unusable(
      file,
      'it has the format of an earlier version, which is not authenticated, so anyone could have made or edited it. ' +
        'If you know where it has been since, restore it with --unauthenticated',
    );
  }
  if (header?.format !== BACKUP_FORMAT && header?.format !== UNAUTHENTICATED_FORMAT)
    throw unusable(file, `it does not start with a ${BACKUP_FORMAT} header`);
  digests.header(first!);
  await reader.header?.(header);
  const counts: Record<string, number> = {};
  for (let line = await next(); line !== undefined; line = await next()) {
    const head = parse(line) as { table: string; rows: number; end?: string; mac?: string } | null;
    if (head?.end === header.format) {
      const { mac, ...footer }: BackupFooter = { end: header.format, rows: counts, ...digests.finish() };
      const { mac: given, ...rest } = head;
      if (JSON.stringify(rest) !== JSON.stringify(footer)) throw unusable(file, 'it was altered');
      if (mac !== undefined && !isSameText(mac, given)) {
        throw unusable(
          file,
          'it was not made with this master key, or it was altered. If it comes from a store with another master key, ' +
            'restore it with that key',
        );
      }
      if ((await next()) !== undefined) throw unusable(file, 'there is data after its last line');
      return { header, footer: given === undefined ? footer : { ...footer, mac: given } };
    }
    if (typeof head?.table !== 'string') throw unusable(file, 'it was altered');
    digests.content(line);
    counts[head.table] = head.rows;
    for (let count = 0; count < head.rows; count += 1) {
      const text = await next();
      if (text === undefined) throw unusable(file, 'it is truncated');
      const row = parse(text) as Row | null;
      if (row === null) throw unusable(file, 'it was altered');
      digests.content(text);
      await reader.row?.(head.table, decodeRow(row));
    }
  }
  throw unusable(file, 'it is truncated');
}

/** Lines with their newlines. Not node:readline, which also splits at U+2028 and U+2029, and JSON may contain those. */
async function* linesOf(file: string): AsyncGenerator<Buffer, undefined> {
  const bytes = pipeline(createReadStream(file), createGunzip(), () => undefined);
  let partial: Buffer[] = [];
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...partial, chunk.subarray(from, at + 1)]);
        partial = [];
        from = at + 1;
      }
      if (from < chunk.length) partial.push(chunk.subarray(from));
    }
  } catch (error) {
    throw unusable(file, (error as Error).message);
  }
  if (partial.length > 0) throw unusable(file, 'it is truncated');
  return undefined;
}

function isSameText(expected: string, given: unknown): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(String(given))];
  return one.length === other.length && timingSafeEqual(one, other);
}

function unusable(file: string, why: string): StoreError {
  return new StoreError(`${file} is not a usable backup: ${why}. Nothing was restored.`);
}

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return null;
  }
}
