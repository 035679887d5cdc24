// Erases texts in records that are JSON, such as those of the audit trail. The record itself and its other members stay.

import type { AuditAction } from '@rf-indicators/contract/audit-actions';
import type { Writes } from '../store/store.ts';

/** What replaces a text that must not be empty. */
export const ERASED = 'erased';

/** What replaces the name of a person. It is different for each person, as their names were. */
export function erasedName(id: string): string {
  return `erased person ${id.slice(-12)}`;
}

export interface ErasedText {
  /** The members that can hold the text, at any depth. */
  members: readonly string[];
  /** Only this text is replaced; null for any text. */
  text: string | null;
  by: string;
}

/** Returns the JSON unchanged if the text is not in it. */
export function eraseInJson(json: string, { members, text, by }: ErasedText): string {
  let found = false;
  const content = JSON.parse(json, (member, value) => {
    const isErased =
      members.includes(member) && typeof value === 'string' && (text === null || value.trim() === text);
    found ||= isErased && value !== by;
    return isErased ? by : value;
  });
  return found ? JSON.stringify(content) : json;
}

/** Which audit records to look at. */
export interface AuditPlace {
  subject?: string;
  actor?: string;
  actions?: readonly AuditAction[];
}

/** Returns the number of records that changed. */
export async function eraseInAudit(
  writes: Writes,
  { subject, actor, actions }: AuditPlace,
  erased: ErasedText,
): Promise<number> {
  let query = writes.selectFrom('audit').select(['seq', 'before', 'after']);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (actions !== undefined) query = query.where('action', 'in', actions);
  let changed = 0;
  for (const { seq, before, after } of await query.execute()) {
    const changes = {
      before: before === null ? null : eraseInJson(before, erased),
      after: after === null ? null : eraseInJson(after, erased),
    };
    if (changes.before === before && changes.after === after) continue;
    await writes.updateTable('audit').set(changes).where('seq', '=', seq).execute();
    changed += 1;
  }
  return changed;
}
