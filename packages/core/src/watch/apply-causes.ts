// Brings the alerts of a rule to the causes that go on: a new cause opens one, the same cause updates it, worsening opens it again,
// and its end resolves it.

import type { Context } from '../context/context.ts';
import type { Writes } from '../store/store.ts';
import { type AlertRow, changeAlert, openAlert, type Telling } from './alert-changes.ts';
import { type AlertDetails, causeKey, openDetails, type Sealing } from './alert-details.ts';
import type { Cause, Examined } from './causes.ts';

/** Of these, what is worse than it was a moment ago counts; of the others, what is worse than it ever was. */
const FOLLOWED: readonly Cause['kind'][] = ['band_change', 'decision_changed', 'stale'];

export interface OpenAlerts {
  sealing: Sealing | null;
  /** By the stored key of their cause. */
  rows: ReadonlyMap<string, AlertRow>;
}

/** Those whose cause goes on. */
export async function alertsOf(writes: Writes, ruleId: string, sealing: Sealing | null): Promise<OpenAlerts> {
  const rows = await writes
    .selectFrom('alerts')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('cause_ended_at', 'is', null)
    .execute();
  return { sealing, rows: new Map(rows.map((row) => [row.cause_key, row])) };
}

export function knownIn({ sealing, rows }: OpenAlerts): (key: string) => AlertDetails | null {
  return (key) => {
    const row = rows.get(causeKey(sealing, key));
    return row === undefined ? null : openDetails<AlertDetails>(sealing, row.id, 0, row.details);
  };
}

interface Applying {
  telling: Telling;
  open: OpenAlerts;
  causes: Examined;
  /** Whether an alert whose cause was not examined has ended. */
  isGone(row: AlertRow, details: AlertDetails): boolean;
}

/** Gives how many alerts changed. */
export async function applyCauses(
  context: Context,
  writes: Writes,
  { telling, open, causes, isGone }: Applying,
): Promise<number> {
  const { sealing, rows } = open;
  const examined = new Set<string>();
  let changes = 0;
  for (const [plain, cause] of causes) {
    const key = causeKey(sealing, plain);
    examined.add(key);
    if (cause === 'same') continue;
    const row = rows.get(key);
    if (row === undefined) {
      if (cause === null) continue;
      await openAlert(context, writes, telling, { key, ...cause });
      changes += 1;
    } else if (cause === null) changes += await endCause(context, writes, telling, row);
    else changes += await followCause(context, writes, telling, row, cause);
  }
  for (const [key, row] of rows) {
    if (examined.has(key)) continue;
    if (isGone(row, openDetails<AlertDetails>(sealing, row.id, 0, row.details)))
      changes += await endCause(context, writes, telling, row);
  }
  return changes;
}

/** One that a person closed before ends without a word. */
async function endCause(context: Context, writes: Writes, telling: Telling, row: AlertRow): Promise<number> {
  const cause_ended_at = context.clock();
  if (row.state === 'resolved') {
    await writes.updateTable('alerts').set({ cause_ended_at }).where('id', '=', row.id).execute();
    return 0;
  }
  const set = { state: 'resolved', snoozed_until: null, cause_ended_at } as const;
  await changeAlert(context, writes, telling, row, { what: 'resolved', by: null, set });
  return 1;
}

async function followCause(
  context: Context,
  writes: Writes,
  telling: Telling,
  row: AlertRow,
  { kind, severity, details }: Cause,
): Promise<number> {
  if (severity > row.severity) {
    const set = { state: 'open', severity, snoozed_until: null } as const;
    await changeAlert(context, writes, telling, row, { what: 'worsened', by: null, set, details });
    return 1;
  }
  const kept = FOLLOWED.includes(kind) ? severity : row.severity;
  const before = openDetails<AlertDetails>(telling.sealing, row.id, 0, row.details);
  if (kept === row.severity && isSame(before, details)) return 0;
  await changeAlert(context, writes, telling, row, {
    ...{ what: 'updated', by: null, set: { severity: kept }, details },
  });
  return 1;
}

/** The order of members differs between what was written and what was read. */
function isSame(one: AlertDetails, other: AlertDetails): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
