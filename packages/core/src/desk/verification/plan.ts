// Divides a verification into parts.

import { inPortions } from '../../store/bulk.ts';
import { chainTip } from '../../store/records/chain.ts';
import type { Table } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { BEFORE_FIRST, entryRanges } from './entry-checks.ts';
import type { Keys } from './material.ts';
import type { Part } from './parts.ts';

const PACKAGES_A_PART = 200;
const DOCUMENTS_A_PART = 2000;
const ENTRIES_A_PART = 1000;
/** The first four digits of a hash. */
const PREFIXES = 0x10000;

export interface Plan {
  parts: Part[];
  /** How many packages they have. */
  packages: number;
}

/** Everything. */
export async function wholePlan(db: Queries): Promise<Plan> {
  const { seq } = await chainTip(db);
  const packages = await countOf(db, 'packages');
  return {
    packages,
    parts: [
      ...hashRanges(packages, PACKAGES_A_PART).map((range) => ({ packages: range })),
      ...entryRanges(BEFORE_FIRST, seq, ENTRIES_A_PART).map((entries) => ({ entries })),
      ...hashRanges(await countOf(db, 'documents'), DOCUMENTS_A_PART).map((documents) => ({ documents })),
    ],
  };
}

/** What a kept checkpoint covers: leaves of the log, and entries of the record chain. */
export interface Covered {
  leaves: number;
  entries: number;
}

/** A share of what is older: `part` of `of` equal ones, counted from 0. */
export interface Share {
  part: number;
  of: number;
}

/**
 * What is newer: the indicators with their packages, the entries of the record chain with their rows, and the documents. With
 * `share`, also this share of what is older.
 */
export async function planSince(db: Queries, covered: Covered, share: Share | null): Promise<Plan> {
  const { seq } = await chainTip(db);
  const hashes = await newPackages(db, covered);
  const parts: Part[] = [
    ...[...inPortions(hashes, PACKAGES_A_PART)].map((packages) => ({ packages })),
    ...entryRanges(covered.entries + 1, seq, ENTRIES_A_PART).map((entries) => ({ entries })),
    // Somebody may have added entries before the first one.
    { entries: { from: BEFORE_FIRST, to: 0 } },
    ...[...inPortions(await newDocuments(db, covered), DOCUMENTS_A_PART)].map((documents) => ({ documents })),
  ];
  if (share === null) return { parts, packages: hashes.length };
  const { part, of } = share;
  const [from, before] = [hashStart(part, of), hashStart(part + 1, of)];
  const entryAt = (place: number) => Math.floor((covered.entries * place) / of);
  parts.push(
    { packages: { from, before } },
    { documents: { from, before } },
    ...entryRanges(entryAt(part) + 1, entryAt(part + 1), ENTRIES_A_PART).map((entries) => ({ entries })),
  );
  const older = (await countOf(db, 'packages')) - hashes.length;
  return { parts, packages: hashes.length + Math.round(older / of) };
}

async function newPackages(db: Queries, { leaves }: Covered): Promise<string[]> {
  const rows = await db
    .selectFrom('indicators')
    .select('package_hash')
    .where('log_index', '>=', leaves)
    .orderBy('log_index')
    .execute();
  return rows.map(({ package_hash }) => package_hash);
}

/** By their entries, which are checked themselves. */
async function newDocuments(db: Queries, { entries }: Covered): Promise<string[]> {
  return (await newKeys(db, 'documents', entries)).map(([sha256]) => String(sha256));
}

/** The keys of the rows of a table that have an entry after this one. */
export async function newKeys(db: Queries, table: Table, after: number): Promise<unknown[][]> {
  const rows = await db
    .selectFrom('record_chain')
    .select('row_key')
    .where('table_name', '=', table)
    .where('seq', '>', after)
    .where('row_key', 'is not', null)
    .execute();
  return rows.flatMap(({ row_key }) => {
    try {
      return [JSON.parse(row_key!) as unknown[]];
    } catch {
      // A key that somebody changed is reported with its entry.
      return [];
    }
  });
}

async function countOf(db: Queries, table: 'packages' | 'documents'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function hashRanges(count: number, atOnce: number): Keys[] {
  const parts = Math.min(Math.max(Math.ceil(count / atOnce), 1), PREFIXES);
  return Array.from({ length: parts }, (_, part) => ({
    from: hashStart(part, parts),
    before: hashStart(part + 1, parts),
  }));
}

/**
 * Where one of several equal ranges of hashes begins; they are spread evenly. The first and the last range have no end:
 * somebody may have added something that is no hash.
 */
function hashStart(part: number, of: number): string | null {
  if (part === 0 || part === of) return null;
  return Math.floor((part * PREFIXES) / of)
    .toString(16)
    .padStart(4, '0');
}
