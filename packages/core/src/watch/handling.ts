// What people do with an alert: acknowledge it with a note, snooze it, close it.

import type { DomainInputOf, MemberActName } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Writes } from '../store/store.ts';
import { type AlertChange, type AlertRow, changeAlert } from './alert-changes.ts';
import { findAlert, sealingIn } from './alerts.ts';
import { markDue } from './due/mark.ts';
import { sightOf } from './sight.ts';

const LONGEST_SNOOZE_MS = 90 * 24 * 60 * 60 * 1000;

export function acknowledgeAlert(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { alert, note }: DomainInputOf<'watch.acknowledge'>,
): Promise<void> {
  return handle(
    context,
    masterKey,
    member,
    { act: 'watch.acknowledge', alert, note },
    async (row, record) => {
      requireLasting(row);
      await record('watch.acknowledged', {});
      return { what: 'acknowledged', set: { state: 'acknowledged', snoozed_until: null } };
    },
  );
}

export async function snoozeAlert(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { alert, until, note }: DomainInputOf<'watch.snooze'>,
): Promise<{ until: number }> {
  const now = context.clock();
  if (until <= now || until > now + LONGEST_SNOOZE_MS) {
    const detail = { place: '/until', code: 'range', message: 'must be later than now, and within 90 days' };
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  }
  const act = 'watch.snooze';
  await handle(context, masterKey, member, { act, alert, note }, async (row, record, writes) => {
    requireLasting(row);
    await record('watch.snoozed', { until });
    await markDue(writes, `alert/${alert}`, until);
    return { what: 'snoozed', set: { state: 'snoozed', snoozed_until: until } };
  });
  return { until };
}

export function closeAlert(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { alert, note }: DomainInputOf<'watch.close'>,
): Promise<void> {
  return handle(context, masterKey, member, { act: 'watch.close', alert, note }, async (row, record) => {
    requireLasting(row);
    await record('watch.closed', {});
    return { what: 'closed', set: { state: 'resolved', snoozed_until: null } };
  });
}

function requireLasting({ state }: AlertRow): void {
  if (state === 'resolved')
    throw new Refusal('conflict', 'This alert is resolved already. Read the alerts again.');
}

interface Handled {
  act: MemberActName;
  alert: string;
  note: string | undefined;
}

type Record = (
  action: 'watch.acknowledged' | 'watch.snoozed' | 'watch.closed',
  after: object,
) => Promise<void>;

/** The note stays with the alert: an audit record is read by others too. */
function handle(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { act, alert, note = '' }: Handled,
  decide: (row: AlertRow, record: Record, writes: Writes) => Promise<Pick<AlertChange, 'what' | 'set'>>,
): Promise<void> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, act);
    const sight = await sightOf(writes, masterKey, acting);
    const row = await findAlert(writes, sight, alert);
    const subject = subjectOf(acting.workspace);
    const record: Record = (action, after) =>
      recordAct(context, writes, acting, action, subject, null, { alert, ...after });
    const change = await decide(row, record, writes);
    const rule = await writes
      .selectFrom('watch_rules')
      .selectAll()
      .where('id', '=', row.rule_id)
      .executeTakeFirstOrThrow();
    await changeAlert(context, writes, { rule, sealing: sealingIn(sight, row) }, row, {
      ...change,
      by: acting.id,
      note: note.trim(),
    });
  });
}
