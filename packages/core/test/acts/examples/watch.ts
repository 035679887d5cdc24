// Examples of acts about watch rules, alerts, channels, digests and calendars.

import { alertRow } from '../../../../../test/support/alerts.ts';
import type { Story } from '../story.ts';
import { type Example, example, keep, today } from './example.ts';

const rule = ({ kept }: Story) => ({ rule: kept.watchRule! });
const alert = ({ kept }: Story) => ({ alert: kept.alert! });
const channel = ({ kept }: Story) => ({ channel: kept.mailChannel! });

/** An alert that is open, as an evaluation leaves it. */
async function openAlert({ world, kept }: Story, id: string): Promise<void> {
  const { db } = world.store;
  const { workspace_id } = await db
    .selectFrom('watch_rules')
    .select('workspace_id')
    .where('id', '=', kept.watchRule!)
    .executeTakeFirstOrThrow();
  const row = alertRow({ id, workspace_id, rule_id: kept.watchRule!, at: world.desk.clock() });
  await db.insertInto('alerts').values(row).execute();
  kept.alert = id;
}

export const WATCH: readonly Example[] = [
  example({
    name: 'watch.add_mail',
    by: 'riskOfficer',
    input: () => ({ name: 'Risk desk', people: ['Ada'] }),
    after: keep('mailChannel', 'id'),
  }),
  example({
    name: 'watch.change_mail',
    by: 'riskOfficer',
    input: (story) => ({ ...channel(story), people: ['Ada'] }),
  }),
  example({
    name: 'watch.add_slack',
    by: 'riskOfficer',
    input: () => ({ name: '#risk', url: 'http://127.0.0.1:1/services/T0/B0/x' }),
  }),
  example({
    name: 'watch.add_pagerduty',
    by: 'riskOfficer',
    input: () => ({ name: 'Treasury on call', routing_key: '0123456789abcdef0123456789abcdef' }),
  }),
  example({ name: 'watch.test_channel', by: 'riskOfficer', input: channel }),
  example({
    name: 'watch.create_rule',
    by: 'riskOfficer',
    input: ({ kept }) => ({
      name: 'Stale or riskier',
      conditions: [{ kind: 'stale' }, { kind: 'band_change' }],
      channels: [kept.mailChannel!],
    }),
    after: keep('watchRule', 'id'),
  }),
  example({
    name: 'watch.change_rule',
    by: 'riskOfficer',
    input: (story) => ({ ...rule(story), name: 'Stale, riskier or low', conditions: [{ kind: 'stale' }] }),
  }),
  example({ name: 'watch.switch_rule', by: 'riskOfficer', input: (story) => ({ ...rule(story), on: true }) }),
  example({ name: 'watch.rules', by: 'riskOfficer', input: () => ({}) }),
  example({
    name: 'watch.preview',
    by: 'riskOfficer',
    input: (story) => ({ ...rule(story), since: today(story) }),
  }),
  example({
    name: 'watch.acknowledge',
    by: 'riskOfficer',
    before: (story) => openAlert(story, 'alert-1'),
    input: (story) => ({ ...alert(story), note: 'Limit restored after call.' }),
  }),
  example({
    name: 'watch.snooze',
    by: 'riskOfficer',
    input: (story) => ({
      ...alert(story),
      until: new Date(story.world.desk.clock() + 24 * 60 * 60 * 1000).toISOString(),
    }),
  }),
  example({ name: 'watch.alerts', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.alert', by: 'riskOfficer', input: alert }),
  example({ name: 'watch.overview', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.close', by: 'riskOfficer', input: alert }),
  example({ name: 'watch.channels', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.digest', by: 'riskOfficer', input: () => ({}) }),
  example({
    name: 'watch.set_digest',
    by: 'riskOfficer',
    input: () => ({ every: 'week', weekday: 'friday', time_zone: 'Europe/Berlin', all_quiet: true }),
  }),
  example({ name: 'watch.digest_preview', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.create_calendar', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.calendar', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.remove_calendar', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'watch.remove_channel', by: 'riskOfficer', input: channel }),
  example({ name: 'watch.delete_rule', by: 'riskOfficer', input: rule }),
];
