// Who may see and edit a book, and approve its limits. Contract Admins give and take rights, their own too, which those who see
// the book are shown.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { memberNamed } from '../accounts/member-list.ts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { markDue } from '../watch/due/mark.ts';
import { type BookRight, readRights, rightsIn } from './held-rights.ts';
import { knownBook } from './open-book.ts';

export async function listRights(
  db: Queries,
  member: Member,
  bookId: string,
): Promise<DomainAnswerOf<'books.rights'>['data']> {
  await knownBook(db, member, bookId);
  const rows = await provedRows(db, 'book_rights', () =>
    db
      .selectFrom('book_rights')
      .selectAll()
      .where('book_id', '=', bookId)
      .orderBy('changed_at')
      .orderBy('member_id')
      .execute(),
  );
  const people = await db
    .selectFrom('members')
    .select(['id', 'name', 'role', 'removed_at'])
    .where('workspace_id', '=', member.workspace.id)
    .execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  return rows.map((row) => {
    const { id, name, role, removed_at } = byId.get(row.member_id)!;
    return {
      ...{ person: id, person_name: name, role, removed: removed_at !== null, rights: rightsIn(row) },
      changed_at: row.changed_at,
      changed_by_name: byId.get(row.changed_by)!.name,
      by_themselves: row.changed_by === id,
    };
  });
}

interface RightsChange {
  book: string;
  /** Id or name. */
  person: string;
  rights: readonly BookRight[];
}

/** The other rights are of no use without seeing the book, so they come with it. */
export function giveRights(context: Context, member: Member, { book, person, rights }: RightsChange) {
  return changeRights(context, member, 'books.give_rights', { book, person }, (held) => [
    ...new Set<BookRight>(['see', ...held, ...rights]),
  ]);
}

/** Takes all with the right to see the book, or if none is named. */
export function takeRights(
  context: Context,
  member: Member,
  { book, person, rights = [] }: Omit<RightsChange, 'rights'> & { rights?: readonly BookRight[] | undefined },
) {
  const takesAll = rights.length === 0 || rights.includes('see');
  return changeRights(context, member, 'books.take_rights', { book, person }, (held) =>
    takesAll ? [] : held.filter((right) => !rights.includes(right)),
  );
}

function changeRights(
  context: Context,
  member: Member,
  act: 'books.give_rights' | 'books.take_rights',
  { book, person }: Omit<RightsChange, 'rights'>,
  change: (held: readonly BookRight[]) => readonly BookRight[],
): Promise<{ person: string; person_name: string; rights: BookRight[] }> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, act);
    await knownBook(writes, acting, book);
    const { id, name } = await memberNamed(writes, acting.workspace.id, person);
    const held = await readRights(writes, book, id);
    const rights = change(held);
    if (rights.length === held.length) throw new Refusal('conflict', 'This is how it is already.');
    await writeRights(context, writes, { book, member: id, by: acting.id }, rights);
    await markDue(writes, `book/${book}`, context.clock());
    const action = act === 'books.give_rights' ? 'book.rights_given' : 'book.rights_taken';
    const [before, after] = [held, rights].map((some) => ({ book, member: id, rights: some }));
    await recordAct(context, writes, acting, action, subjectOf(acting.workspace), before, after);
    return { person: id, person_name: name, rights: [...rights] };
  });
}

export async function writeRights(
  context: Context,
  writes: Writes,
  { book, member, by }: { book: string; member: string; by: string },
  rights: readonly BookRight[],
): Promise<void> {
  const flag = (right: BookRight) => (rights.includes(right) ? 1 : 0);
  const held = {
    ...{ may_see: flag('see'), may_edit: flag('edit'), may_approve_limits: flag('approve_limits') },
    ...{ changed_at: context.clock(), changed_by: by },
  };
  await writes
    .insertInto('book_rights')
    .values({ book_id: book, member_id: member, ...held })
    .onConflict((conflict) => conflict.columns(['book_id', 'member_id']).doUpdateSet(held))
    .execute();
}
