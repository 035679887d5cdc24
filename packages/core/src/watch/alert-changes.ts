// The only way in which an alert changes: its row, the history, and what tells of it, in one transaction.

import type { Context } from '../context/context.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { type AlertDetails, openDetails, type Sealing, sealDetails } from './alert-details.ts';
import { sealingOf } from './book-key.ts';
import type { RuleRow } from './rule-rows.ts';

export type AlertRow = Database['alerts'];
export type ChangeKind = Database['alert_changes']['what'];

export interface AlertChange {
  what: ChangeKind;
  /** Who did it; null for the service. */
  by: string | null;
  note?: string;
  /** Columns that change. */
  set: Partial<Pick<AlertRow, 'state' | 'severity' | 'snoozed_until' | 'cause_ended_at'>>;
  /** What the alert says from now on; as before if absent. */
  details?: AlertDetails;
}

/** Gives the row as it is now. */
export async function changeAlert(
  context: Context,
  writes: Writes,
  sealing: Sealing | null,
  row: AlertRow,
  { what, by, note = '', set, details }: AlertChange,
): Promise<AlertRow> {
  const now = context.clock();
  const number = row.changes + 1;
  const said = details ?? openDetails<AlertDetails>(sealing, row.id, 0, row.details);
  const after: AlertRow = {
    ...{ ...row, ...set },
    details: details === undefined ? row.details : sealDetails(sealing, row.id, 0, details),
    ...{ changes: number, changed_at: now },
  };
  const { id, ...columns } = after;
  await writes.updateTable('alerts').set(columns).where('id', '=', id).execute();
  const { sentence, fact, amounts } = said;
  await writes
    .insertInto('alert_changes')
    .values({
      ...{ alert_id: id, number, at: now, what, by },
      details: sealDetails(sealing, id, number, { sentence, fact, amounts, note }),
    })
    .execute();
  return after;
}

/** Of a rule that is switched off or deleted, or that watches something else. */
export async function resolveAlertsOf(
  context: Context,
  masterKey: MasterKey,
  writes: Writes,
  rule: RuleRow,
): Promise<void> {
  const rows = await writes
    .selectFrom('alerts')
    .selectAll()
    .where('rule_id', '=', rule.id)
    .where('cause_ended_at', 'is', null)
    .execute();
  if (rows.length === 0) return;
  const sealing = await sealingOf(writes, masterKey, rule.book_id);
  const set = { state: 'resolved', snoozed_until: null, cause_ended_at: context.clock() } as const;
  for (const row of rows)
    await changeAlert(context, writes, sealing, row, { what: 'resolved', by: null, set });
}
