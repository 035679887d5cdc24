// The limits of a book. A change that only adds or lowers limits is active at once. One that raises any of them waits, as a whole,
// for a second member with the right to approve limits.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRow, wasRecorded } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { markDue } from '../watch/due/mark.ts';
import { type BookLimits, type Limit, loosened, readLimits } from './limit-document.ts';
import { type OpenBook, openBook } from './open-book.ts';
import { openPart, sealPart } from './sealing.ts';

type LimitsRow = Database['book_limits'];
type Described = DomainAnswerOf<'books.limits'>;

export async function showLimits(
  db: Queries,
  masterKey: MasterKey,
  member: Member,
  book: string,
): Promise<Described> {
  return describe(db, await openBook(db, masterKey, member, book, 'see'));
}

/** The limits that count now. */
export async function activeLimits(db: Queries | Writes, open: OpenBook): Promise<readonly Limit[]> {
  const row = await activeRow(db, open.row.id);
  return row === undefined ? [] : limitsOf(open, row);
}

/** Since the first change, which one person makes, some row is active. A row that somebody else removed or changed lifts no limit. */
async function activeRow(db: Queries | Writes, bookId: string): Promise<LimitsRow | undefined> {
  const row = await rowIn(db, bookId, 'active');
  if (row === undefined && (await wasRecorded(db, 'book_limits', { book_id: bookId, number: 1 })))
    throw new Refusal(
      'conflict',
      'The limits of this book were changed in the database, past the service. Ask the operator to run rf verify --all.',
    );
  return row;
}

/** Takes the whole document: a limit that is not in it is removed. */
export function askForLimits(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, document, seen }: { book: string; document: unknown; seen?: number | undefined },
): Promise<Described> {
  const wanted = readLimits(document);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.ask_limits');
    await moveTopic(writes, 'access');
    const open = await openBook(writes, masterKey, acting, book, 'edit');
    if ((await rowIn(writes, book, 'asked')) !== undefined)
      throw new Refusal(
        'conflict',
        'A change of these limits waits for a second person. It is approved or refused first.',
      );
    const newest = await newestNumber(writes, book);
    if (seen !== undefined && seen !== newest)
      throw new Refusal('conflict', 'Somebody changed the limits since you read them. Read them again.');
    const active = await activeRow(writes, book);
    const waits = active !== undefined && loosened(limitsOf(open, active), wanted.limits).length > 0;
    const number = newest + 1;
    if (!waits && active !== undefined) await change(writes, active, { state: 'replaced' });
    const row: LimitsRow = {
      ...{ book_id: book, number, state: waits ? 'asked' : 'active' },
      sealed: sealPart(open.key, partOf(book, number), wanted).toString('base64'),
      ...{ asked_at: context.clock(), asked_by: acting.id },
      ...{ decided_at: waits ? null : context.clock(), decided_by: null },
    };
    await writes.insertInto('book_limits').values(row).execute();
    if (!waits) await markDue(writes, `book/${book}`, context.clock());
    const action = waits ? 'book.limits_asked' : 'book.limits_changed';
    const after = { book, number };
    await recordAct(context, writes, acting, action, subjectOf(acting.workspace), null, after);
    return describe(writes, open);
  });
}

interface Decision {
  book: string;
  /** Of the request that was read. */
  number: number;
}

export function approveLimits(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, number }: Decision,
): Promise<Described> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.approve_limits');
    await moveTopic(writes, 'access');
    const open = await openBook(writes, masterKey, acting, book, 'approve_limits');
    const asked = await requireAsked(writes, book, number);
    if (asked.asked_by === acting.id)
      throw new Refusal('conflict', 'You asked for these limits. Another person must approve them.');
    const active = await activeRow(writes, book);
    // First, because only one row of a book can be active.
    if (active !== undefined) await change(writes, active, { state: 'replaced' });
    await change(writes, asked, { state: 'active', decided_at: context.clock(), decided_by: acting.id });
    await markDue(writes, `book/${book}`, context.clock());
    const action = 'book.limits_approved';
    const after = { book, number, asked_by: asked.asked_by };
    await recordAct(context, writes, acting, action, subjectOf(acting.workspace), null, after);
    return describe(writes, open);
  });
}

/** By who may approve it, or by who asked, to take it back. */
export function refuseLimits(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, number }: Decision,
): Promise<Described> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.refuse_limits');
    await moveTopic(writes, 'access');
    const open = await openBook(writes, masterKey, acting, book, 'see');
    const asked = await requireAsked(writes, book, number);
    if (asked.asked_by !== acting.id) await openBook(writes, masterKey, acting, book, 'approve_limits');
    await change(writes, asked, { state: 'refused', decided_at: context.clock(), decided_by: acting.id });
    const action = 'book.limits_refused';
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, action, subject, null, { book, number });
    return describe(writes, open);
  });
}

async function requireAsked(writes: Writes, bookId: string, number: number): Promise<LimitsRow> {
  const asked = await rowIn(writes, bookId, 'asked');
  if (asked?.number === number) return asked;
  throw new Refusal('conflict', 'This change of limits does not wait any more. Read the limits again.');
}

function rowIn(
  db: Queries | Writes,
  bookId: string,
  state: LimitsRow['state'],
): Promise<LimitsRow | undefined> {
  return provedRow(db, 'book_limits', () =>
    db
      .selectFrom('book_limits')
      .selectAll()
      .where('book_id', '=', bookId)
      .where('state', '=', state)
      .executeTakeFirst(),
  );
}

async function newestNumber(writes: Queries | Writes, bookId: string): Promise<number> {
  const { newest } = await writes
    .selectFrom('book_limits')
    .select(({ fn }) => fn.max('number').as('newest'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

async function change(writes: Writes, row: LimitsRow, changes: Partial<LimitsRow>): Promise<void> {
  await writes
    .updateTable('book_limits')
    .set(changes)
    .where('book_id', '=', row.book_id)
    .where('number', '=', row.number)
    .execute();
}

const partOf = (bookId: string, number: number) => ({ bookId, kind: 'limits', number }) as const;

function limitsOf({ row: { id }, key }: OpenBook, { number, sealed }: LimitsRow): Limit[] {
  return (openPart(key, partOf(id, number), Buffer.from(sealed, 'base64')) as BookLimits).limits;
}

async function describe(db: Queries | Writes, open: OpenBook): Promise<Described> {
  const { id, workspace_id } = open.row;
  const active = await activeRow(db, id);
  const asked = await rowIn(db, id, 'asked');
  const names = await namesOfMembers(db, workspace_id);
  const current = active === undefined ? [] : limitsOf(open, active);
  const wanted = asked === undefined ? [] : limitsOf(open, asked);
  return {
    newest: await newestNumber(db, id),
    active:
      active === undefined
        ? null
        : {
            ...{ number: active.number, limits: current, since: active.decided_at! },
            ...{ asked_by_name: names.get(active.asked_by)! },
            approved_by_name: names.get(active.decided_by) ?? null,
          },
    asked:
      asked === undefined
        ? null
        : {
            ...{ number: asked.number, limits: wanted, asked_at: asked.asked_at, asked_by: asked.asked_by },
            ...{ asked_by_name: names.get(asked.asked_by)!, loosened: loosened(current, wanted) },
          },
  };
}
