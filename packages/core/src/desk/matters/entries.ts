// The record of a committee: one list of entries for each draft, and for each matter that was opened by itself. Everything
// else follows from the entries. They are numbered without gaps, so that one which somebody hid is missed.

import type { Context } from '../../context/context.ts';
import { inPortions } from '../../store/bulk.ts';
import { provedRows, wasRecorded } from '../../store/records/proved.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { altered } from '../facts/own-records.ts';
import type { MatterRule } from './rule.ts';

export type OpenedKind = 'withdrawal' | 'review' | 'review_end';
export type Direction = 'up' | 'down' | 'developing';

/** A matter that was opened by itself. */
export interface OpenedMatter {
  kind: OpenedKind;
  provider_id: string;
  /** The indicator that it is about. */
  verification_id: string;
  reason: string;
  /** Of a review. */
  direction: Direction | null;
  until: number | null;
}

export type Choice = 'for' | 'against';
export type Decided = 'accepted' | 'refused';

/** An item of a draft is named by its provider and its scoring time; a matter by itself has one item, ''. */
export type EntryContent = {
  opened: { rule: MatterRule; matter: OpenedMatter | null };
  vote: { vote: Choice; items: [item: string, seen: string][]; words: string | null };
  recusal: { items: string[]; words: string };
  waiver: { items: [item: string, inputs: string[]][]; words: string };
  minute: { items: string[]; words: string };
  outcome: OutcomeContent;
  cancelled: Record<never, never>;
};

export interface OutcomeContent {
  items: string[];
  outcome: Decided;
  because: string;
  for: string[];
  against: string[];
  /** Of those in favour, who proposed and approved none of the changed values. */
  independent: string[];
  independence: 'required' | 'not_required';
  /** Who chaired; null if nobody did. */
  chair: string | null;
}

export type EntryKind = keyof EntryContent;

export type Entry = {
  [Kind in EntryKind]: {
    scope: string;
    seq: number;
    kind: Kind;
    /** Null for the service. */
    by: string | null;
    at: number;
    content: EntryContent[Kind];
  };
}[EntryKind];

/** By scope, in order. Refuses if one is missing or was changed. */
export async function entriesOf(
  db: Queries | Writes,
  scopes: readonly string[],
): Promise<Map<string, Entry[]>> {
  const found = new Map<string, Entry[]>(scopes.map((scope) => [scope, []]));
  for (const portion of inPortions([...found.keys()])) {
    const rows = await provedRows(db, 'committee_entries', () =>
      db
        .selectFrom('committee_entries')
        .selectAll()
        .where('scope', 'in', portion)
        .orderBy('scope')
        .orderBy('seq')
        .execute(),
    );
    for (const { staff_id, content, ...row } of rows)
      found.get(row.scope)!.push({ ...row, by: staff_id, content: JSON.parse(content) } as Entry);
  }
  for (const [scope, entries] of found) {
    const isWhole = entries.every(({ seq }, index) => seq === index);
    if (!isWhole || (await wasRecorded(db, 'committee_entries', { scope, seq: entries.length })))
      throw altered(
        'Nothing was decided',
        `an entry of the committee about ${scope} is missing or was changed`,
      );
  }
  return found;
}

/** Appends to the list, which the transaction has read. */
export async function addEntry<Kind extends EntryKind>(
  context: Context,
  writes: Writes,
  entries: Entry[],
  { scope, kind, by, content }: { scope: string; kind: Kind; by: string | null; content: EntryContent[Kind] },
): Promise<void> {
  const entry = { scope, seq: entries.length, kind, by, at: context.clock(), content };
  await writes
    .insertInto('committee_entries')
    .values({
      scope,
      seq: entry.seq,
      kind,
      staff_id: by,
      at: entry.at,
      content: JSON.stringify(content),
    })
    .execute();
  entries.push(entry as unknown as Entry);
}
