// What is sent of an alert at once: a row for each channel and recipient, in the transaction that changes the alert.

import type { Context } from '../context/context.ts';
import { inPortions, insertAll } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import type { AlertDetails } from './alert-details.ts';
import { type ChannelRow, membersOf, presentChannels } from './channels.ts';
import { channelsOf, type RuleRow } from './rule-rows.ts';

type What = Database['alert_changes']['what'];
type Delivery = Database['alert_deliveries'];
type ToTell = Pick<Database['alerts'], 'id' | 'changes'>;

/** People read of what is open, and of its end. */
const TOLD: Readonly<Record<ChannelRow['kind'], readonly What[]>> = {
  mail: ['opened', 'worsened', 'snooze_ended', 'resolved'],
  slack: ['opened', 'worsened', 'snooze_ended', 'resolved'],
  pagerduty: ['opened', 'worsened', 'snooze_ended'],
};
/** PagerDuty also follows what somebody does about an incident that was triggered, whatever the rule says by then. */
const FOLLOWED: readonly What[] = ['acknowledged', 'closed', 'resolved'];
const ENDS: readonly What[] = ['closed', 'resolved'];

const RESOLVE = 'resolve/';

/** Whether it resolves an incident of an alert that goes on, or that nobody can read any more. */
export function isResolve({ about }: Pick<Delivery, 'about'>): boolean {
  return about.startsWith(RESOLVE);
}

/** The order in which an alert is told. */
export function compareDeliveries(one: Delivery, other: Delivery): number {
  return one.change - other.change || Number(isResolve(one)) - Number(isResolve(other));
}

export async function writeDeliveries(
  context: Context,
  writes: Writes,
  rule: RuleRow,
  alert: ToTell & Pick<Database['alerts'], 'workspace_id'>,
  what: What,
  { urgent }: Pick<AlertDetails, 'urgent'>,
): Promise<void> {
  const wanted = rule.at_once === 1 && urgent ? channelsOf(rule) : [];
  const isFollowed = FOLLOWED.includes(what);
  if (wanted.length === 0 && !isFollowed) return;
  const present = await presentChannels(writes, alert.workspace_id);
  const telling = present.filter(({ id, kind }) => wanted.includes(id) && TOLD[kind].includes(what));
  const about = `${alert.id}/${alert.changes}`;
  const rows = telling.flatMap((channel) =>
    (channel.kind === 'mail' ? membersOf(channel) : ['']).map((recipient) =>
      newDelivery(context, about, alert, channel.id, recipient),
    ),
  );
  if (isFollowed)
    for (const { channel_id } of await incidentsOf(writes, present, [alert.id]))
      rows.push(newDelivery(context, about, alert, channel_id));
  await insertAll(writes, 'alert_deliveries', rows);
}

function newDelivery(
  { clock }: Context,
  about: string,
  { id, changes }: ToTell,
  channel_id: string,
  recipient = '',
): Delivery {
  const now = clock();
  return {
    ...{ about, channel_id, recipient, alert_id: id, change: changes, status: 'pending', attempts: 0 },
    ...{ due_at: now, created_at: now, finished_at: null, last_error: null },
  };
}

/** Resolves what was triggered, because nobody will be told of these alerts any more in these channels; in all, if none are given. */
export async function resolveIncidents(
  context: Context,
  writes: Writes,
  workspaceId: string,
  alerts: readonly ToTell[],
  channels?: readonly string[],
): Promise<void> {
  const present = await presentChannels(writes, workspaceId);
  const concerned = channels === undefined ? present : present.filter(({ id }) => channels.includes(id));
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const incidents = await incidentsOf(writes, concerned, [...byId.keys()]);
  const rows = incidents.map(({ alert_id, channel_id }) => {
    const alert = byId.get(alert_id!)!;
    return newDelivery(context, `${RESOLVE}${alert.id}/${alert.changes}`, alert, channel_id);
  });
  await insertAll(writes, 'alert_deliveries', rows);
}

/** The last message of each incident that was triggered and not resolved since. One that may still be on its way counts. */
async function incidentsOf(
  writes: Writes,
  channels: readonly ChannelRow[],
  alertIds: readonly string[],
): Promise<Delivery[]> {
  const ids = channels.flatMap(({ id, kind }) => (kind === 'pagerduty' ? id : []));
  if (ids.length === 0) return [];
  const incidents: Delivery[] = [];
  for (const portion of inPortions(alertIds)) {
    const rows = await writes
      .selectFrom('alert_deliveries as sent')
      .innerJoin('alert_changes as told', (join) =>
        join.onRef('told.alert_id', '=', 'sent.alert_id').onRef('told.number', '=', 'sent.change'),
      )
      .selectAll('sent')
      .select('told.what')
      .where('sent.alert_id', 'in', portion)
      .where('sent.channel_id', 'in', ids)
      .where('sent.status', '!=', 'cancelled')
      .execute();
    for (const some of Map.groupBy(
      rows,
      ({ alert_id, channel_id }) => `${alert_id}/${channel_id}`,
    ).values()) {
      const last = some.toSorted(compareDeliveries).at(-1)!;
      if (!isResolve(last) && !ENDS.includes(last.what)) incidents.push(last);
    }
  }
  return incidents;
}
