// Sends what waits in the outbox. A delivery is claimed before it is sent, and comes back if the process ends meanwhile: a message may
// come twice, and none is lost. Of several changes of an alert that wait for a channel, the last is told.

import type { Context } from '../context/context.ts';
import type { Mail } from '../identity/mails.ts';
import { type MasterKey, MasterKeyError } from '../secrets/master-key.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { type AlertDetails, type ChangeDetails, openDetails } from './alert-details.ts';
import { type ChannelRow, channelPurpose } from './channels.ts';
import { alertMail, testMail } from './delivery/mail.ts';
import { pagerDutyEvent, pagerDutyTest } from './delivery/pagerduty.ts';
import { MOST_ALERTS, slackMessage, slackTest } from './delivery/slack.ts';
import type { Place, Told } from './delivery/told.ts';
import { addressOf } from './digest-settings.ts';
import { compareDeliveries, isResolve } from './outbox.ts';
import type { RuleRow } from './rule-rows.ts';
import { whyStopped } from './rules.ts';
import { type Sight, sightOfMember } from './sight.ts';

const MINUTE = 60 * 1000;
/** The wait after each failed attempt. */
const WAITS_MS = [1, 5, 15, 60, 240, 480, 480].map((minutes) => minutes * MINUTE);
/** A process that ends while it sends is noticed then. */
const CLAIM_MS = MINUTE;
const AT_ONCE = 200;
const LANES = 16;

export interface Answer {
  /** Null if there was no response. */
  code: number | null;
  body: string | null;
  error: string | null;
  /** As the receiver wants it. */
  retryAfterMs: number | null;
}

export interface Means {
  post(url: string, document: object): Promise<Answer>;
  /** Null if the operator set no mail server. */
  mail: ((mail: Mail) => Promise<void>) | null;
  /** Where PagerDuty takes events. */
  pagerDuty: string;
  place: Place;
}

type Delivery = Database['alert_deliveries'];
/** lasting: trying again is of no use. */
type Outcome = 'sent' | 'needless' | { error: string; lasting: boolean; retryAfterMs?: number | null };

/** Gives how many messages were sent. */
export async function deliverAlerts(context: Context, masterKey: MasterKey, means: Means): Promise<number> {
  const due = await context.store.db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('status', '=', 'pending')
    .where('due_at', '<=', context.clock())
    .orderBy('due_at')
    .limit(AT_ONCE)
    .execute();
  let sent = 0;
  const groups = Map.groupBy(due, ({ channel_id, recipient, alert_id, about }) =>
    JSON.stringify([channel_id, recipient, alert_id === null ? about : '']),
  );
  // Side by side, so that a receiver that hangs keeps few others waiting.
  const waiting = groups.values();
  const lane = async () => {
    for (const group of waiting) {
      const messages = await deliverGroup(context, masterKey, means, group);
      sent += messages;
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, groups.size) }, lane));
  return sent;
}

async function deliverGroup(
  context: Context,
  masterKey: MasterKey,
  means: Means,
  group: readonly Delivery[],
): Promise<number> {
  const claimed: Delivery[] = [];
  for (const delivery of group) if (await claim(context, delivery)) claimed.push(delivery);
  const [first] = claimed;
  if (first === undefined) return 0;
  const channel = await channelOf(context.store.db, first.channel_id);
  if (channel === null) {
    await finish(context, claimed, 'cancelled', null);
    return 0;
  }
  const by = Map.groupBy(claimed, ({ alert_id, about }) => alert_id ?? about);
  // An incident of PagerDuty is an alert, so each has an event of its own.
  const messages = channel.kind === 'pagerduty' ? [...by.values()] : batches([...by.values()]);
  let sent = 0;
  for (const some of messages) {
    const outcome = await send(context, masterKey, means, channel, some).catch(
      (error: unknown): Outcome => ({ error: reasonOf(error), lasting: false }),
    );
    await note(context, channel, some, outcome);
    if (outcome === 'sent') sent += 1;
  }
  return sent;
}

function batches(alerts: readonly Delivery[][]): Delivery[][] {
  const all: Delivery[][] = [];
  for (let at = 0; at < alerts.length; at += MOST_ALERTS) all.push(alerts.slice(at, at + MOST_ALERTS).flat());
  return all;
}

async function claim({ store, clock }: Context, delivery: Delivery): Promise<boolean> {
  return store.transaction(async (writes) => {
    const { numUpdatedRows } = await writes
      .updateTable('alert_deliveries')
      .set({ due_at: clock() + CLAIM_MS, attempts: delivery.attempts + 1 })
      .where('about', '=', delivery.about)
      .where('channel_id', '=', delivery.channel_id)
      .where('recipient', '=', delivery.recipient)
      .where('status', '=', 'pending')
      .where('attempts', '=', delivery.attempts)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

/** Null once it was removed; one that somebody else wrote into the store leads nowhere. */
async function channelOf(db: Queries, id: string): Promise<ChannelRow | null> {
  const row = await provedRow(db, 'watch_channels', () =>
    db.selectFrom('watch_channels').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  return row === undefined || row.removed_at !== null ? null : row;
}

async function send(
  context: Context,
  masterKey: MasterKey,
  means: Means,
  channel: ChannelRow,
  deliveries: readonly Delivery[],
): Promise<Outcome> {
  const { db } = context.store;
  const { place } = means;
  const [{ recipient, alert_id, about }] = deliveries as [Delivery];
  if (alert_id === null) return sendTest(context, masterKey, means, channel, { recipient, about });
  const sight = channel.kind === 'mail' ? await sightOfMember(db, masterKey, recipient) : null;
  if (channel.kind === 'mail' && sight === null) return 'needless';
  const told: Told[] = [];
  for (const last of lastOfEach(deliveries)) {
    const one = await toldBy(db, masterKey, channel, sight, last);
    if (one !== null) told.push(one);
  }
  if (told.length === 0) return 'needless';
  if (channel.kind === 'mail') {
    const to = await addressOf(db, recipient);
    if (to === null) return noAddress;
    return mailed(means, alertMail(place, to, told));
  }
  const target = masterKey.open(channel.sealed_target!, channelPurpose(channel.id));
  if (channel.kind === 'slack')
    return outcomeOf('slack', await means.post(target, slackMessage(place, told)));
  const url = `${means.pagerDuty}/v2/enqueue`;
  return outcomeOf('pagerduty', await means.post(url, pagerDutyEvent(place, target, told[0]!)));
}

function lastOfEach(deliveries: readonly Delivery[]): Delivery[] {
  return [...Map.groupBy(deliveries, ({ alert_id }) => alert_id).values()].map(
    (some) => some.toSorted(compareDeliveries).at(-1)!,
  );
}

const noAddress: Outcome = {
  error: 'This member has no mail address: they sign in with a token alone. Invite them to sign in.',
  lasting: true,
};

async function mailed({ mail }: Means, message: Mail): Promise<Outcome> {
  if (mail === null) return { error: 'The operator of the service has set no mail server.', lasting: true };
  await mail(message);
  return 'sent';
}

async function sendTest(
  { store: { db }, clock }: Context,
  masterKey: MasterKey,
  means: Means,
  channel: ChannelRow,
  { recipient, about }: Pick<Delivery, 'recipient' | 'about'>,
): Promise<Outcome> {
  const { place } = means;
  if (channel.kind === 'mail') {
    const to = await addressOf(db, recipient);
    return to === null ? noAddress : mailed(means, testMail(place, to, channel.name));
  }
  const target = masterKey.open(channel.sealed_target!, channelPurpose(channel.id));
  if (channel.kind === 'slack')
    return outcomeOf('slack', await means.post(target, slackTest(place, channel.name)));
  for (const event of pagerDutyTest(place, target, about.slice(about.indexOf('/') + 1), clock())) {
    const outcome = outcomeOf('pagerduty', await means.post(`${means.pagerDuty}/v2/enqueue`, event));
    if (outcome !== 'sent') return outcome;
  }
  return 'sent';
}

/** Null if it may not be told any more: the rule is stopped, or the member may not see the book. */
async function toldBy(
  db: Queries,
  masterKey: MasterKey,
  channel: ChannelRow,
  sight: Sight | null,
  delivery: Delivery,
): Promise<Told | null> {
  const { alert_id, change } = delivery;
  const alert = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', alert_id!)
    .where('workspace_id', '=', channel.workspace_id)
    .executeTakeFirst();
  if (alert === undefined) return null;
  const changed = await db
    .selectFrom('alert_changes')
    .selectAll()
    .where('alert_id', '=', alert.id)
    .where('number', '=', change)
    .executeTakeFirst();
  if (changed === undefined || (await isOvertaken(db, delivery))) return null;
  const isEnd = ['resolved', 'closed', 'acknowledged'].includes(changed.what);
  const facts = { alertId: alert.id, kind: alert.kind, severity: alert.severity, changedAt: changed.at };
  // That an incident ends says nothing of what it is about, and is told whatever became of the rule, its owner and the book.
  if (channel.kind === 'pagerduty' && (isResolve(delivery) || isEnd)) {
    const what = isResolve(delivery) ? 'resolved' : changed.what;
    return { ...facts, what, ruleName: '', sentence: '', fact: null };
  }
  const rule = await ruleOf(db, alert.rule_id, channel.workspace_id);
  if (rule === null || rule.book_id !== alert.book_id) return null;
  const mayTell = (await whyStopped(db, rule)) === null;
  const own = sight ?? (await sightOfMember(db, masterKey, rule.owner));
  const book = alert.book_id === null ? null : (own?.books.get(alert.book_id) ?? null);
  if (alert.book_id !== null && book === null) return null;
  if (!mayTell && !isEnd) return null;
  const sealing = book === null ? null : { bookId: book.id, key: book.key };
  const said: Pick<AlertDetails, 'sentence' | 'fact' | 'amounts'> = openDetails<ChangeDetails>(
    ...([sealing, alert.id, changed.number, changed.details] as const),
  );
  const amounts = book?.amountsTo.includes(channel.kind) === true ? said.amounts : null;
  const fact = [said.fact, amounts].filter((part) => part !== null).join(' ');
  const told = { ...facts, what: changed.what, ruleName: rule.name };
  return { ...told, sentence: said.sentence, fact: fact === '' ? null : fact };
}

/** One that failed at first does not come after a later one: an incident would be open again. */
async function isOvertaken(db: Queries, delivery: Delivery): Promise<boolean> {
  const { alert_id, channel_id, recipient } = delivery;
  const others = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('alert_id', '=', alert_id)
    .where('channel_id', '=', channel_id)
    .where('recipient', '=', recipient)
    .where('status', '=', 'delivered')
    .execute();
  return others.some((other) => compareDeliveries(other, delivery) > 0);
}

async function ruleOf(db: Queries, id: string, workspaceId: string): Promise<RuleRow | null> {
  const row = await provedRow(db, 'watch_rules', () =>
    db
      .selectFrom('watch_rules')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst(),
  );
  return row ?? null;
}

const RECEIVERS = { slack: 'Slack', pagerduty: 'PagerDuty' } as const;

function outcomeOf(kind: keyof typeof RECEIVERS, { code, body, error, retryAfterMs }: Answer): Outcome {
  if (code !== null && code >= 200 && code < 300) return 'sent';
  const name = RECEIVERS[kind];
  if (code === null) return { error: `${name} did not answer: ${error}.`, lasting: false };
  const said = (body ?? '').replaceAll(/\s+/g, ' ').slice(0, 100);
  const why = said === '' ? '' : ` (${said})`;
  if (code === 429 || code >= 500)
    return { error: `${name} is busy: it answered ${code}${why}.`, lasting: false, retryAfterMs };
  const cure =
    kind === 'slack'
      ? 'Create a new incoming webhook in Slack, and add it as a channel.'
      : 'Check the integration key of the service in PagerDuty, and add it as a channel.';
  return { error: `${name} refused the message: it answered ${code}${why}. ${cure}`, lasting: true };
}

function reasonOf(error: unknown): string {
  if (error instanceof MasterKeyError)
    return 'The address of this channel cannot be opened. Add the channel again.';
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}

async function note(
  context: Context,
  channel: ChannelRow,
  deliveries: readonly Delivery[],
  outcome: Outcome,
): Promise<void> {
  const now = context.clock();
  if (outcome === 'needless') return finish(context, deliveries, 'cancelled', null);
  const set =
    outcome === 'sent'
      ? { last_delivered_at: now, failing_since: null, last_error: null }
      : { failing_since: channel.failing_since ?? now, last_error: outcome.error };
  await context.store.transaction(async (writes) => {
    await writes.updateTable('watch_channels').set(set).where('id', '=', channel.id).execute();
  });
  if (outcome === 'sent') return finish(context, deliveries, 'delivered', null);
  const { error, lasting, retryAfterMs } = outcome;
  for (const delivery of deliveries) {
    const wait = WAITS_MS[delivery.attempts];
    // A test is tried once: whoever sent it looks at how it went.
    if (lasting || wait === undefined || delivery.alert_id === null)
      await finish(context, [delivery], 'failed', error);
    else await putOff(context, delivery, now + Math.max(wait, retryAfterMs ?? 0), error);
  }
}

async function finish(
  { store, clock }: Context,
  deliveries: readonly Delivery[],
  status: 'delivered' | 'failed' | 'cancelled',
  last_error: string | null,
): Promise<void> {
  await store.transaction(async (writes) => {
    for (const { about, channel_id, recipient } of deliveries)
      await writes
        .updateTable('alert_deliveries')
        .set({ status, finished_at: clock(), last_error })
        .where('about', '=', about)
        .where('channel_id', '=', channel_id)
        .where('recipient', '=', recipient)
        .execute();
  });
}

async function putOff(
  { store }: Context,
  { about, channel_id, recipient }: Delivery,
  due_at: number,
  last_error: string,
): Promise<void> {
  await store.transaction(async (writes) => {
    await writes
      .updateTable('alert_deliveries')
      .set({ due_at, last_error })
      .where('about', '=', about)
      .where('channel_id', '=', channel_id)
      .where('recipient', '=', recipient)
      .execute();
  });
}
