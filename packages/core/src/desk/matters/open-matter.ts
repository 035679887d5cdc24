// Opens the record of a committee: of a draft when it is computed, and of a matter by itself.

import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { addEntry, type Entry, entriesOf, type OpenedMatter } from './entries.ts';
import { type MatterRule, ruleForMatter } from './rule.ts';

export const scopeOfRun = (runId: string): string => `run/${runId}`;
export const scopeOfMatter = (matterId: string): string => `matter/${matterId}`;

/** Records the rule that a draft is decided by: the one in force when it was drafted. */
export async function openForDraft(context: Context, writes: Writes, runId: string): Promise<Entry[]> {
  return open(context, writes, scopeOfRun(runId), null, null);
}

/** `id` is the name of the matter. */
export async function openMatter(
  context: Context,
  writes: Writes,
  by: string | null,
  id: string,
  matter: OpenedMatter,
): Promise<void> {
  await open(context, writes, scopeOfMatter(id), by, matter);
}

async function open(
  context: Context,
  writes: Writes,
  scope: string,
  by: string | null,
  matter: OpenedMatter | null,
): Promise<Entry[]> {
  const entries = (await entriesOf(writes, [scope])).get(scope)!;
  if (entries.length > 0) throw new Error(`The record of ${scope} was opened before.`);
  const content = { rule: await ruleForMatter(writes), matter };
  await addEntry(context, writes, entries, { scope, kind: 'opened', by, content });
  return entries;
}

/** A request of an older version has no record. */
export async function cancelMatter(context: Context, writes: Writes, by: string, id: string): Promise<void> {
  const scope = scopeOfMatter(id);
  const entries = (await entriesOf(writes, [scope])).get(scope)!;
  if (entries.length > 0)
    await addEntry(context, writes, entries, { scope, kind: 'cancelled', by, content: {} });
}

/** The rule of a record; null where it was not opened: a draft of an older version. */
export function ruleOf(entries: readonly Entry[]): MatterRule | null {
  const [first] = entries;
  return first?.kind === 'opened' ? first.content.rule : null;
}

/** The record of a matter by itself, with what was opened. */
export async function requireMatter(
  db: Queries | Writes,
  id: string,
): Promise<{ entries: Entry[]; opened: OpenedMatter }> {
  const scope = scopeOfMatter(id);
  const entries = (await entriesOf(db, [scope])).get(scope)!;
  const [first] = entries;
  if (first?.kind !== 'opened' || first.content.matter === null)
    throw new Refusal('not_found', `There is no matter ${id}.`);
  return { entries, opened: first.content.matter };
}
