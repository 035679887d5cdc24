// What is sent of an alert at once: a row for each channel and recipient, in the transaction that changes the alert.

import type { Context } from '../context/context.ts';
import { insertAll } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import type { AlertDetails } from './alert-details.ts';
import { type ChannelRow, membersOf, presentChannels } from './channels.ts';
import { channelsOf, type RuleRow } from './rule-rows.ts';

type What = Database['alert_changes']['what'];

/** People read of what is open, and of its end. PagerDuty also follows what somebody does about it. */
const TOLD: Readonly<Record<ChannelRow['kind'], readonly What[]>> = {
  mail: ['opened', 'worsened', 'snooze_ended', 'resolved'],
  slack: ['opened', 'worsened', 'snooze_ended', 'resolved'],
  pagerduty: ['opened', 'worsened', 'snooze_ended', 'acknowledged', 'closed', 'resolved'],
};

export async function writeDeliveries(
  { clock }: Context,
  writes: Writes,
  rule: RuleRow,
  alert: Pick<Database['alerts'], 'id' | 'changes' | 'workspace_id'>,
  what: What,
  { urgent }: Pick<AlertDetails, 'urgent'>,
): Promise<void> {
  const wanted = channelsOf(rule);
  if (wanted.length === 0 || rule.at_once === 0 || !urgent) return;
  const channels = (await presentChannels(writes, alert.workspace_id)).filter(
    ({ id, kind }) => wanted.includes(id) && TOLD[kind].includes(what),
  );
  const now = clock();
  const rows = channels.flatMap((channel) =>
    (channel.kind === 'mail' ? membersOf(channel) : ['']).map((recipient) => ({
      ...{ about: `${alert.id}/${alert.changes}`, channel_id: channel.id, recipient, alert_id: alert.id },
      ...{ change: alert.changes, status: 'pending' as const, attempts: 0, due_at: now, created_at: now },
      ...{ finished_at: null, last_error: null },
    })),
  );
  await insertAll(writes, 'alert_deliveries', rows);
}
