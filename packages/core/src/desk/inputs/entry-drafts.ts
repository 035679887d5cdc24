// Drafts of entries: the rows that a person has typed and not proposed yet. They are kept as the person types, so only
// their beginning and their end are in the audit trail. Nobody else reads or changes them.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface ListedDraft {
  id: string;
  title: string;
  row_count: number;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface Draft extends ListedDraft {
  /** As the page wrote it. */
  content: Record<string, unknown>;
}

export interface SavedDraft {
  /** Chosen by the page, so that a save whose answer was lost can be repeated. */
  id: string;
  title: string;
  rows: number;
  content: Record<string, unknown>;
  /** The version that the page saw last; 0 for a new draft. */
  seen: number;
  /** The page that saves: its own saves never contradict each other. */
  writer: string;
}

const LARGEST_DRAFT = 2_000_000;
const MOST_DRAFTS = 200;
const COLUMNS = ['id', 'title', 'row_count', 'version', 'created_at', 'updated_at'] as const;

/** Newest first. */
export function listDrafts(db: Queries, staffId: string): Promise<ListedDraft[]> {
  return db
    .selectFrom('entry_drafts')
    .select(COLUMNS)
    .where('staff_id', '=', staffId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function requireDraft(db: Queries | Writes, staffId: string, id: string): Promise<Draft> {
  const row = await db
    .selectFrom('entry_drafts')
    .select([...COLUMNS, 'content'])
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (row !== undefined) return { ...row, content: JSON.parse(row.content) };
  throw new Refusal(
    'not_found',
    'You have no such draft. It was proposed or discarded, or is another person’s.',
  );
}

/** Returns the new version. */
export async function saveDraft(context: Context, actor: Actor, given: SavedDraft): Promise<number> {
  const content = JSON.stringify(given.content);
  if (content.length > LARGEST_DRAFT) {
    throw new Refusal(
      'validation_failed',
      'The draft is larger than 2 MB. Propose a part of its rows first.',
    );
  }
  return actAs(context, actor, 'drafts.save', async (writes) => {
    const saved = { title: given.title, row_count: given.rows, content, writer: given.writer };
    const stored = await writes
      .selectFrom('entry_drafts')
      .select(['staff_id', 'version', 'writer', 'updated_at'])
      .where('id', '=', given.id)
      .executeTakeFirst();
    if (stored === undefined) {
      await begin(context, writes, actor, given, saved);
      return 1;
    }
    if (stored.staff_id !== actor.id) throw new Refusal('not_found', 'You have no draft with this id.');
    if (stored.version !== given.seen && stored.writer !== given.writer) {
      const at = new Date(stored.updated_at).toISOString().slice(11, 16);
      throw new Refusal(
        'conflict',
        `You changed this draft in another window at ${at} UTC. Reload it to see its rows; what you typed here is kept until then.`,
      );
    }
    const version = stored.version + 1;
    await writes
      .updateTable('entry_drafts')
      .set({ ...saved, version, updated_at: context.clock() })
      .where('id', '=', given.id)
      .execute();
    return version;
  });
}

async function begin(
  context: Context,
  writes: Writes,
  actor: Actor,
  { id, seen }: SavedDraft,
  saved: { title: string; row_count: number; content: string; writer: string },
): Promise<void> {
  // Typing continues in a window for a moment after another one has proposed the rows: they must not come back.
  if (seen > 0) throw new Refusal('not_found', 'This draft was proposed or discarded in another window.');
  const { count } = await writes
    .selectFrom('entry_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_DRAFTS) {
    throw new Refusal(
      'conflict',
      `You have ${MOST_DRAFTS} drafts already. Propose or discard some of them first.`,
    );
  }
  const now = context.clock();
  await writes
    .insertInto('entry_drafts')
    .values({ id, staff_id: actor.id, ...saved, version: 1, created_at: now, updated_at: now })
    .execute();
  await recordAct(context, writes, actor, 'draft.begun', `draft/${id}`, null, null);
}

export async function discardDraft(context: Context, actor: Actor, id: string): Promise<void> {
  await actAs(context, actor, 'drafts.discard', async (writes) => {
    const { row_count: rows } = await requireDraft(writes, actor.id, id);
    await removeDraft(writes, actor, id);
    await recordAct(context, writes, actor, 'draft.discarded', `draft/${id}`, { rows }, null);
  });
}

/** The proposals that it became, or its discarding, are the record of its end. */
export async function removeDraft(writes: Writes, actor: Actor, id: string): Promise<void> {
  await writes.deleteFrom('entry_drafts').where('id', '=', id).where('staff_id', '=', actor.id).execute();
}
