// The channels that tell of alerts: mail to members, Slack and PagerDuty. Where they lead is stored encrypted and never shown again.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { memberNamed } from '../accounts/member-list.ts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { readTargetUrl } from '../webhooks/endpoints.ts';
import type { TargetRules } from '../webhooks/target-check.ts';
import { channelsOf, rulesSeen } from './rule-rows.ts';
import { sightOf } from './sight.ts';

export type ChannelRow = Database['watch_channels'];
type Listed = DomainAnswerOf<'watch.channels'>['data'][number];

const LONGEST_NAME = 120;
const MOST_CHANNELS = 50;

/** The purpose for which the master key seals where a channel leads. */
export function channelPurpose(channelId: string): string {
  return `alert channel ${channelId}`;
}

/** Those that were removed too. */
export function allChannels(db: Queries | Writes, workspaceId: string): Promise<ChannelRow[]> {
  return provedRows(db, 'watch_channels', () =>
    db
      .selectFrom('watch_channels')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
}

export async function presentChannels(db: Queries | Writes, workspaceId: string): Promise<ChannelRow[]> {
  return (await allChannels(db, workspaceId)).filter(({ removed_at }) => removed_at === null);
}

export function channelName(row: ChannelRow): Pick<Listed, 'id' | 'kind' | 'name' | 'state'> {
  const { id, kind, name, removed_at, failing_since, last_delivered_at } = row;
  const state =
    removed_at !== null
      ? 'removed'
      : failing_since !== null
        ? 'failed'
        : last_delivered_at === null
          ? 'new'
          : 'delivered';
  return { id, kind, name, state };
}

export function membersOf({ members }: Pick<ChannelRow, 'members'>): string[] {
  return JSON.parse(members) as string[];
}

export async function listChannels(db: Queries, masterKey: MasterKey, member: Member): Promise<Listed[]> {
  const rows = await presentChannels(db, member.workspace.id);
  const people = await namesOfMembers(db, member.workspace.id);
  const rules = await rulesSeen(db, await sightOf(db, masterKey, member));
  const waiting = await pendingByChannel(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const members = membersOf(row).map((id) => ({ id, name: people.get(id)! }));
    return {
      ...channelName(row),
      ...{ to: row.kind === 'mail' ? members.map(({ name }) => name).join(', ') : row.host, members },
      ...{ created_at: row.created_at, created_by_name: people.get(row.created_by)! },
      ...{ last_delivered_at: row.last_delivered_at, failing_since: row.failing_since },
      ...{ last_error: row.last_error, pending: waiting.get(row.id) ?? 0 },
      rules: rules.filter((rule) => channelsOf(rule).includes(row.id)).length,
    };
  });
}

async function pendingByChannel(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_deliveries')
    .select(({ fn }) => ['channel_id', fn.countAll().as('count')])
    .where('channel_id', 'in', ids)
    .where('status', '=', 'pending')
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map(({ channel_id, count }) => [channel_id, Number(count)]));
}

interface NewChannel {
  act: 'watch.add_mail' | 'watch.add_slack' | 'watch.add_pagerduty';
  kind: ChannelRow['kind'];
  name: string;
  host: string;
  /** Where it leads; null for mail. */
  target: string | null;
  people: readonly string[];
}

function addChannel(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { act, kind, name: given, host, target, people }: NewChannel,
): Promise<{ id: string }> {
  const name = readName(given, LONGEST_NAME);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, act);
    const others = await presentChannels(writes, acting.workspace.id);
    if (others.length >= MOST_CHANNELS)
      throw new Refusal(
        'conflict',
        `A workspace may have at most ${MOST_CHANNELS} channels. Remove one first.`,
      );
    if (others.some((other) => other.name === name))
      throw new Refusal('conflict', 'There is a channel with this name already. Use a different name.');
    const id = context.newId();
    await writes
      .insertInto('watch_channels')
      .values({
        ...{ id, workspace_id: acting.workspace.id, kind, name, host },
        sealed_target: target === null ? null : masterKey.seal(target, channelPurpose(id)),
        members: JSON.stringify(await readPeople(writes, acting.workspace.id, people)),
        ...{ created_at: context.clock(), created_by: acting.id, removed_at: null },
        ...{ last_delivered_at: null, failing_since: null, last_error: null },
      })
      .execute();
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.channel_added', subject, null, { channel: id, kind });
    return { id };
  });
}

async function readPeople(writes: Writes, workspaceId: string, people: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const person of people) ids.add((await memberNamed(writes, workspaceId, person)).id);
  return [...ids];
}

export function addMail(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { name, people }: DomainInputOf<'watch.add_mail'>,
): Promise<{ id: string }> {
  const channel = { kind: 'mail', name, host: '', target: null, people } as const;
  return addChannel(context, masterKey, member, { act: 'watch.add_mail', ...channel });
}

/** The URL is a secret: who has it can write into the channel. */
export async function addSlack(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  rules: TargetRules,
  { name, url }: DomainInputOf<'watch.add_slack'>,
): Promise<{ id: string }> {
  const target = await readTargetUrl(url, rules);
  const channel = { kind: 'slack', name, host: new URL(target).host, target, people: [] } as const;
  return addChannel(context, masterKey, member, { act: 'watch.add_slack', ...channel });
}

const ROUTING_KEY = /^[0-9A-Za-z]{32}$/;

export function addPagerDuty(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { name, routing_key }: DomainInputOf<'watch.add_pagerduty'>,
): Promise<{ id: string }> {
  const target = routing_key.trim();
  if (!ROUTING_KEY.test(target)) {
    const message =
      'must be 32 letters and digits: the integration key of an Events API v2 integration of the service';
    const detail = { place: '/routing_key', code: 'routing_key', message };
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  }
  const channel = { kind: 'pagerduty', name, host: 'events.pagerduty.com', target, people: [] } as const;
  return addChannel(context, masterKey, member, { act: 'watch.add_pagerduty', ...channel });
}

export async function requireChannel(
  db: Queries | Writes,
  workspaceId: string,
  id: string,
): Promise<ChannelRow> {
  const row = (await presentChannels(db, workspaceId)).find((one) => one.id === id);
  if (row !== undefined) return row;
  throw new Refusal('not_found', 'The workspace has no channel with this id. rf watch channels shows them.');
}

export function changeMail(
  context: Context,
  member: Member,
  { channel, people }: DomainInputOf<'watch.change_mail'>,
): Promise<{ id: string }> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.change_mail');
    const { kind } = await requireChannel(writes, acting.workspace.id, channel);
    if (kind !== 'mail')
      throw new Refusal('conflict', 'Only a channel of mails has members. Add another channel instead.');
    const members = JSON.stringify(await readPeople(writes, acting.workspace.id, people));
    await writes.updateTable('watch_channels').set({ members }).where('id', '=', channel).execute();
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.channel_changed', subject, null, { channel });
    return { id: channel };
  });
}

export function testChannel(context: Context, member: Member, channel: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.test_channel');
    const row = await requireChannel(writes, acting.workspace.id, channel);
    const now = context.clock();
    const about = `test/${context.newId()}`;
    const recipients = row.kind === 'mail' ? membersOf(row) : [''];
    for (const recipient of recipients)
      await writes
        .insertInto('alert_deliveries')
        .values({
          ...{ about, channel_id: channel, recipient, alert_id: null, change: 0, status: 'pending' },
          ...{ attempts: 0, due_at: now, created_at: now, finished_at: null, last_error: null },
        })
        .execute();
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.channel_tested', subject, null, { channel });
  });
}

/** Destroys its secret. What waits is not sent. */
export function removeChannel(context: Context, member: Member, channel: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.remove_channel');
    const { kind } = await requireChannel(writes, acting.workspace.id, channel);
    const now = context.clock();
    await writes
      .updateTable('watch_channels')
      .set({ removed_at: now, sealed_target: null })
      .where('id', '=', channel)
      .execute();
    await writes
      .updateTable('alert_deliveries')
      .set({ status: 'cancelled', finished_at: now })
      .where('channel_id', '=', channel)
      .where('status', '=', 'pending')
      .execute();
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.channel_removed', subject, { channel, kind }, null);
  });
}
