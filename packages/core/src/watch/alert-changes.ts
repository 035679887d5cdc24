// The only way in which an alert changes: its row, the history, and what tells of it, in one transaction.

import type { Context } from '../context/context.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { type AlertDetails, openDetails, type Sealing, sealDetails } from './alert-details.ts';
import { writeAlertEvent } from './alert-events.ts';
import { sealingOf } from './book-key.ts';
import { writeDeliveries } from './outbox.ts';
import type { RuleRow } from './rule-rows.ts';

export type AlertRow = Database['alerts'];
export type ChangeKind = Database['alert_changes']['what'];

/** The rule of the alert, and how what it says is encrypted. */
export interface Telling {
  rule: RuleRow;
  sealing: Sealing | null;
  /** Set while a rule finds what was there before it: nothing is sent of that. */
  isSilent?: boolean;
}

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

export interface NewAlert {
  /** Of its cause, as it is stored. */
  key: string;
  kind: string;
  severity: number;
  details: AlertDetails;
}

export async function openAlert(
  context: Context,
  writes: Writes,
  telling: Telling,
  { key, kind, severity, details }: NewAlert,
): Promise<AlertRow> {
  const { rule, sealing } = telling;
  const [id, now] = [context.newId(), context.clock()];
  const row: AlertRow = {
    ...{ id, workspace_id: rule.workspace_id, rule_id: rule.id, book_id: rule.book_id, kind },
    ...{ cause_key: key, state: 'open', severity, details: sealDetails(sealing, id, 0, details) },
    ...{ changes: 1, opened_at: now, changed_at: now, snoozed_until: null, cause_ended_at: null },
  };
  await writes.insertInto('alerts').values(row).execute();
  await writeChange(context, writes, telling, row, { what: 'opened', by: null }, details);
  return row;
}

/** Gives the row as it is now. */
export async function changeAlert(
  context: Context,
  writes: Writes,
  telling: Telling,
  row: AlertRow,
  change: AlertChange,
): Promise<AlertRow> {
  const { sealing } = telling;
  const { set, details } = change;
  const after: AlertRow = {
    ...{ ...row, ...set },
    details: details === undefined ? row.details : sealDetails(sealing, row.id, 0, details),
    ...{ changes: row.changes + 1, changed_at: context.clock() },
  };
  const { id, ...columns } = after;
  await writes.updateTable('alerts').set(columns).where('id', '=', id).execute();
  const said = details ?? openDetails<AlertDetails>(sealing, id, 0, row.details);
  await writeChange(context, writes, telling, after, change, said);
  return after;
}

async function writeChange(
  context: Context,
  writes: Writes,
  telling: Telling,
  row: AlertRow,
  { what, by, note = '' }: Pick<AlertChange, 'what' | 'by' | 'note'>,
  details: AlertDetails,
): Promise<void> {
  const { id, changes: number, changed_at: at } = row;
  const { sentence, fact, amounts } = details;
  const kept = { sentence, fact, amounts, note };
  await writes
    .insertInto('alert_changes')
    .values({ alert_id: id, number, at, what, by, details: sealDetails(telling.sealing, id, number, kept) })
    .execute();
  if (telling.isSilent === true) return;
  await writeAlertEvent(context, writes, telling.rule, row, what, details);
  await writeDeliveries(context, writes, telling.rule, row, what, details);
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
  const telling = { rule, sealing: await sealingOf(writes, masterKey, rule.book_id) };
  const cause_ended_at = context.clock();
  const set = { state: 'resolved', snoozed_until: null, cause_ended_at } as const;
  for (const row of rows)
    if (row.state === 'resolved')
      await writes.updateTable('alerts').set({ cause_ended_at }).where('id', '=', row.id).execute();
    else await changeAlert(context, writes, telling, row, { what: 'resolved', by: null, set });
}
