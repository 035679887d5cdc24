// Approving, scoring and publishing rely on records of this program alone: a framework that somebody activated in the database, a value
// that they retracted there, or a draft that they edited there, is refused.

import { Refusal } from '../../context/refusal.ts';
import { ListCheck, problemOfRows } from '../../store/records/list-check.ts';
import { unprovedRows } from '../../store/records/proved.ts';
import type { Table } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

/** What decides by which rules, and without which values, a run scores. Small tables, of which a missing row counts too. */
const RULES: readonly Table[] = [
  'officer_keys',
  'methodology_sign_offs',
  'methodology_activations',
  'methodology_cancellations',
  'configurations',
  'entry_checks',
  'retractions',
];

export async function requireOwnRules(db: Queries | Writes, undone: string): Promise<void> {
  const { unproved } = await unprovedRows(db, RULES);
  if (unproved.length > 0)
    throw altered(undone, `${unproved[0]} is not what was recorded: somebody changed, added or removed it`);
}

/** The items of a draft say whether a second person is needed. With providers, only their items and those recorded with them. */
export async function requireOwnItems(
  db: Queries | Writes,
  runId: string,
  undone: string,
  providerIds?: readonly string[],
): Promise<void> {
  const problem =
    providerIds === undefined
      ? await new ListCheck().problemOf(db, 'run_items', 'run_id', [runId])
      : await new ListCheck().problemOf(db, 'run_items', 'provider_id', providerIds, { run_id: runId });
  if (problem !== null) throw altered(undone, `${problem.record} ${problem.problem}`);
}

/** What a reviewer decides on: proposals, and the evidence that they name. */
export async function requireOwnProposals(
  db: Queries | Writes,
  proposals: readonly { id: string; evidence_id: string }[],
  undone: string,
): Promise<void> {
  const ids = proposals.map(({ id }) => id);
  const evidence = proposals.map(({ evidence_id }) => evidence_id);
  const problem =
    (await problemOfRows(db, 'proposals', 'id', ids)) ??
    (await problemOfRows(db, 'evidence', 'id', evidence));
  if (problem !== null) throw altered(undone, `${problem.record} ${problem.problem}`);
}

/** `undone`: "Nothing was scored". */
export function altered(undone: string, what: string): Refusal {
  return new Refusal(
    'conflict',
    `${undone}, because the store was altered: ${what}. Run rf verify --all, and restore a backup with rf restore.`,
  );
}
