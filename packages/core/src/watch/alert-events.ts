// The events of alerts for webhooks. They carry no amount.

import type { Context } from '../context/context.ts';
import { instantText } from '../context/times.ts';
import { writeWorkspaceEvent } from '../events/write-event.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import type { AlertDetails } from './alert-details.ts';
import type { RuleRow } from './rule-rows.ts';

type What = Database['alert_changes']['what'];

const TYPE = {
  opened: 'alert.opened',
  resolved: 'alert.resolved',
  closed: 'alert.resolved',
} as const satisfies Partial<Record<What, string>>;

export async function writeAlertEvent(
  context: Context,
  writes: Writes,
  rule: RuleRow,
  alert: Database['alerts'],
  what: What,
  details: AlertDetails,
): Promise<void> {
  if (rule.to_webhooks === 0) return;
  const type = what in TYPE ? TYPE[what as keyof typeof TYPE] : 'alert.updated';
  await writeWorkspaceEvent(context, writes, type, rule.workspace_id, {
    alert_id: alert.id,
    rule: { id: rule.id, name: rule.name },
    book_id: rule.book_id,
    kind: alert.kind as never,
    what,
    state: alert.state,
    ...{ sentence: details.sentence, fact: details.fact },
    names: details.names.map(({ provider, name, score, band }) => ({
      ...{ provider_id: provider, name, score, risk_band: band },
    })),
    opened_at: instantText(alert.opened_at),
    changed_at: instantText(alert.changed_at),
  });
  await moveTopic(writes, 'events');
}
