// A book that a member may open: with its key, its settings and their rights. Every function that reads or changes a book begins
// here. Where the member may not know of the book, it is not found, as if it did not exist.

import type { Member } from '../accounts/members.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { Measure } from './contents.ts';
import { type BookRight, readRights } from './held-rights.ts';
import { type BookKey, openBookKey, openPart, sealPart } from './sealing.ts';

export type BookRow = Database['books'];

/** What is kept encrypted of a book besides its versions and limits. */
export interface BookSettings {
  name: string;
  currency: string;
  measure: Measure;
  /** The policy that decides about its names; null if none does. */
  policy: string | null;
}

export interface OpenBook {
  row: BookRow;
  key: BookKey;
  settings: BookSettings;
  rights: readonly BookRight[];
}

const MISSING: Readonly<Record<BookRight, string>> = {
  see: 'You manage the rights in this book, and may not see it. To give yourself a right is recorded, and shown to those who see the book.',
  edit: 'This takes the right to edit the book. A Contract Admin gives it.',
  approve_limits: 'This takes the right to approve the limits of the book. A Contract Admin gives it.',
};

export async function openBook(
  db: Queries | Writes,
  masterKey: MasterKey,
  member: Member,
  id: string,
  right: BookRight,
): Promise<OpenBook> {
  const row = await findBook(db, member.workspace.id, id);
  const rights = await readRights(db, id, member.id);
  if (row === null || (!rights.includes('see') && member.role !== 'contract_admin')) throw noBook();
  if (!rights.includes(right)) throw new Refusal('insufficient_role', MISSING[right]);
  return { ...openRow(masterKey, row), rights };
}

/** For those who manage its rights: a Contract Admin, or a member who sees the book. */
export async function knownBook(db: Queries | Writes, member: Member, id: string): Promise<BookRow> {
  const row = await findBook(db, member.workspace.id, id);
  const mayKnow = member.role === 'contract_admin' || (await readRights(db, id, member.id)).includes('see');
  if (row === null || !mayKnow) throw noBook();
  return row;
}

type PresentBook = BookRow & { sealed_key: string };

/** Null for one that was deleted, or belongs to another workspace. */
export async function findBook(
  db: Queries | Writes,
  workspaceId: string,
  id: string,
): Promise<PresentBook | null> {
  const row = await provedRow(db, 'books', () =>
    db
      .selectFrom('books')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst(),
  );
  return row !== undefined && isPresent(row) ? row : null;
}

export function isPresent(row: BookRow): row is PresentBook {
  return row.sealed_key !== null;
}

export function openRow(masterKey: MasterKey, row: PresentBook): Omit<OpenBook, 'rights'> {
  const key = openBookKey(masterKey, row.id, row.sealed_key);
  const sealed = Buffer.from(row.sealed_settings, 'base64');
  const settings = openPart(key, settingsPart(row.id), sealed) as BookSettings;
  return { row, key, settings };
}

export function sealSettings(key: BookKey, bookId: string, settings: BookSettings): string {
  return sealPart(key, settingsPart(bookId), settings).toString('base64');
}

const settingsPart = (bookId: string) => ({ bookId, kind: 'settings', number: 0 }) as const;

function noBook(): Refusal {
  return new Refusal('not_found', 'You have no book with this id. rf books list shows your books.');
}
