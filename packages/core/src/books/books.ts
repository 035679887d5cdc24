// The books of a workspace: list, creation, names, settings and deletion. Audit records name a book by its id alone.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { markDue } from '../watch/due/mark.ts';
import { CURRENCY_RULE, isCurrency } from './contents.ts';
import { BOOK_RIGHTS, rightsOfMember } from './held-rights.ts';
import { type BookSettings, isPresent, type OpenBook, openBook, openRow, sealSettings } from './open-book.ts';
import { writeRights } from './rights.ts';
import { createBookKey } from './sealing.ts';
import { newestNumber } from './versions.ts';

type ListedBook = DomainAnswerOf<'books.list'>['data'][number];

const LONGEST_NAME = 120;
/** Deleted ones do not count. */
const MOST_BOOKS = 200;

/** In the order in which they were created: those that the member sees and, for a Contract Admin, the others without their names. */
export async function listBooks(db: Queries, masterKey: MasterKey, member: Member): Promise<ListedBook[]> {
  const rows = await presentBooks(db, member.workspace.id);
  const rights = await rightsOfMember(db, member.id);
  const seen = rows.filter(
    ({ id }) => member.role === 'contract_admin' || rights.get(id)?.includes('see') === true,
  );
  if (seen.length === 0) return [];
  const ids = seen.map(({ id }) => id);
  const newest = await db
    .selectFrom('book_versions')
    .select(({ fn }) => ['book_id', fn.max('number').as('number'), fn.max('recorded_at').as('saved_at')])
    .where('book_id', 'in', ids)
    .groupBy('book_id')
    .execute();
  const asked = await db
    .selectFrom('book_limits')
    .select('book_id')
    .where('book_id', 'in', ids)
    .where('state', '=', 'asked')
    .execute();
  const names = await namesOfMembers(db, member.workspace.id);
  return seen.map((row) => {
    const held = rights.get(row.id) ?? [];
    const settings = held.includes('see') ? openRow(masterKey, row).settings : null;
    const version = newest.find(({ book_id }) => book_id === row.id);
    return {
      ...{ id: row.id, name: settings?.name ?? null, currency: settings?.currency ?? null, rights: held },
      ...{ created_at: row.created_at, created_by_name: names.get(row.created_by)! },
      version: version?.number ?? null,
      saved_at: version === undefined ? null : Number(version.saved_at),
      limits_asked: asked.some(({ book_id }) => book_id === row.id),
    };
  });
}

async function presentBooks(db: Queries | Writes, workspaceId: string) {
  const rows = await provedRows(db, 'books', () =>
    db
      .selectFrom('books')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.filter(isPresent);
}

/** Who creates a book has every right in it. */
export function createBook(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { name: given, currency, measure = 'net', policy }: DomainInputOf<'books.create'>,
): Promise<DomainAnswerOf<'books.create'>> {
  const settings: BookSettings = {
    ...{ name: readName(given, LONGEST_NAME), currency: readCurrency(currency), measure },
    policy: policyOf(policy),
  };
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.create');
    await moveTopic(writes, 'access');
    await requireNewName(writes, masterKey, acting, settings.name);
    const id = context.newId();
    const { key, sealedKey } = createBookKey(masterKey, id);
    await writes
      .insertInto('books')
      .values({
        ...{ id, workspace_id: acting.workspace.id, sealed_settings: sealSettings(key, id, settings) },
        ...{ sealed_key: sealedKey, amounts_to: '[]', created_at: context.clock(), created_by: acting.id },
        ...{ deleted_at: null, deleted_by: null },
      })
      .execute();
    await writeRights(context, writes, { book: id, member: acting.id, by: acting.id }, BOOK_RIGHTS);
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'book.created', subject, null, { book: id });
    return { id };
  });
}

/** Only among the books that the member sees: a refusal would otherwise tell of one that they do not. */
async function requireNewName(
  writes: Writes,
  masterKey: MasterKey,
  member: Member,
  name: string,
  except?: string,
): Promise<void> {
  const rows = await presentBooks(writes, member.workspace.id);
  if (except === undefined && rows.length >= MOST_BOOKS)
    throw new Refusal('conflict', `A workspace may have at most ${MOST_BOOKS} books. Delete one first.`);
  const rights = await rightsOfMember(writes, member.id);
  const isTaken = rows.some(
    (row) =>
      row.id !== except &&
      rights.get(row.id)?.includes('see') === true &&
      openRow(masterKey, row).settings.name === name,
  );
  if (isTaken) throw new Refusal('conflict', 'You have a book with this name already. Use a different name.');
}

export function renameBook(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, name: given }: DomainInputOf<'books.rename'>,
): Promise<DomainAnswerOf<'books.rename'>> {
  const name = readName(given, LONGEST_NAME);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.rename');
    const open = await openBook(writes, masterKey, acting, book, 'edit');
    await requireNewName(writes, masterKey, acting, name, book);
    await writeSettings(writes, open, { ...open.settings, name });
    await recordAct(context, writes, acting, 'book.renamed', subjectOf(acting.workspace), null, { book });
    return { id: book, name };
  });
}

export async function readSettings(
  db: Queries,
  masterKey: MasterKey,
  member: Member,
  book: string,
): Promise<DomainAnswerOf<'books.settings'>> {
  return describeSettings(await openBook(db, masterKey, member, book, 'see'));
}

/** Only what is given changes. Another measure counts from the next version on, because earlier ones say what they count. */
export function changeSettings(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, currency, measure, policy, amounts_to }: DomainInputOf<'books.change_settings'>,
): Promise<DomainAnswerOf<'books.settings'>> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.change_settings');
    const open = await openBook(writes, masterKey, acting, book, 'edit');
    const { settings } = open;
    if (currency !== undefined && currency !== settings.currency && (await newestNumber(writes, book)) > 0)
      throw new Refusal(
        'conflict',
        'The book has a version, so its currency stays. Create another book for another currency.',
      );
    const next: BookSettings = {
      name: settings.name,
      currency: currency === undefined ? settings.currency : readCurrency(currency),
      measure: measure ?? settings.measure,
      policy: policy === undefined ? settings.policy : policyOf(policy),
    };
    const channels = amounts_to ?? amountsTo(open);
    const row = { ...open.row, amounts_to: JSON.stringify([...new Set(channels)].sort()) };
    await writeSettings(writes, { ...open, row }, next);
    const after = { book, ...(amounts_to === undefined ? {} : { amounts_to: JSON.parse(row.amounts_to) }) };
    const action = 'book.settings_changed';
    await recordAct(context, writes, acting, action, subjectOf(acting.workspace), null, after);
    return describeSettings({ ...open, row, settings: next });
  });
}

async function writeSettings(writes: Writes, { row, key }: OpenBook, settings: BookSettings): Promise<void> {
  const { id, amounts_to } = row;
  await writes
    .updateTable('books')
    .set({ sealed_settings: sealSettings(key, id, settings), amounts_to })
    .where('id', '=', id)
    .execute();
}

function describeSettings({ row, settings, rights }: OpenBook): DomainAnswerOf<'books.settings'> {
  return { id: row.id, ...settings, amounts_to: amountsTo({ row }), rights: [...rights] };
}

type Channel = DomainAnswerOf<'books.settings'>['amounts_to'][number];

/** The channels into which the customer allowed amounts of the book. */
export function amountsTo({ row }: Pick<OpenBook, 'row'>): Channel[] {
  return JSON.parse(row.amounts_to) as Channel[];
}

function readCurrency(currency: string): string {
  if (isCurrency(currency)) return currency;
  const detail = { place: '/currency', code: 'currency', message: CURRENCY_RULE };
  throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
}

/** An empty name: no policy. */
function policyOf(name: string | undefined): string | null {
  return name === undefined || name.trim() === '' ? null : name.trim();
}

/**
 * Destroys the key, without which nobody can open a version, a limit or the name. It takes the right to edit the book, and a Contract
 * Admin or who created it.
 */
export function deleteBook(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, name }: DomainInputOf<'books.delete'>,
): Promise<void> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.delete');
    const { row, settings } = await openBook(writes, masterKey, acting, book, 'edit');
    if (acting.role !== 'contract_admin' && row.created_by !== acting.id)
      throw new Refusal('insufficient_role', 'Only a Contract Admin or who created the book can delete it.');
    if (name !== settings.name) {
      const detail = { place: '/name', code: 'name', message: 'must be the name of the book, to confirm' };
      throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
    }
    const gone = { sealed_key: null, sealed_settings: '', amounts_to: '[]' };
    await writes
      .updateTable('books')
      .set({ ...gone, deleted_at: context.clock(), deleted_by: acting.id })
      .where('id', '=', book)
      .execute();
    await markDue(writes, `book/${book}`, context.clock());
    await recordAct(context, writes, acting, 'book.deleted', subjectOf(acting.workspace), { book }, null);
  });
}
