// Bindings of the acts about watch rules, alerts, channels, digests and calendars.

import { countAlerts, listAlerts, showAlert } from '../watch/alerts.ts';
import { createCalendar, readCalendar, removeCalendar } from '../watch/calendars.ts';
import {
  addMail,
  addPagerDuty,
  addSlack,
  changeMail,
  listChannels,
  removeChannel,
  testChannel,
} from '../watch/channels.ts';
import { digestOf } from '../watch/digest.ts';
import { readDigest, setDigest } from '../watch/digest-settings.ts';
import { acknowledgeAlert, closeAlert, snoozeAlert } from '../watch/handling.ts';
import { previewRule } from '../watch/preview.ts';
import { changeRule, createRule, deleteRule, listRules, switchRule } from '../watch/rules.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const watchBindings: Bindings<ActsAbout<'watch'>> = {
  'watch.overview': ({ context, masterKey }, member) => countAlerts(context.store.db, masterKey(), member),
  'watch.rules': async ({ context, masterKey }, member) => ({
    data: await listRules(context.store.db, masterKey(), member),
  }),
  'watch.create_rule': ({ context, masterKey }, member, rule) =>
    createRule(context, masterKey(), member, rule),
  'watch.change_rule': ({ context, masterKey }, member, rule) =>
    changeRule(context, masterKey(), member, rule),
  'watch.switch_rule': ({ context, masterKey }, member, which) =>
    switchRule(context, masterKey(), member, which),
  'watch.delete_rule': ({ context, masterKey }, member, which) =>
    deleteRule(context, masterKey(), member, which),
  'watch.preview': ({ context, masterKey }, member, draft) =>
    previewRule(context, masterKey(), member, draft),
  'watch.alerts': ({ context, masterKey }, member, wanted) =>
    listAlerts(context.store.db, masterKey(), member, wanted),
  'watch.alert': ({ context, masterKey }, member, { alert }) =>
    showAlert(context.store.db, masterKey(), member, alert),
  'watch.acknowledge': ({ context, masterKey }, member, which) =>
    acknowledgeAlert(context, masterKey(), member, which),
  'watch.snooze': ({ context, masterKey }, member, which) => snoozeAlert(context, masterKey(), member, which),
  'watch.close': ({ context, masterKey }, member, which) => closeAlert(context, masterKey(), member, which),
  'watch.channels': async ({ context, masterKey }, member) => ({
    data: await listChannels(context.store.db, masterKey(), member),
  }),
  'watch.add_mail': ({ context, masterKey }, member, channel) =>
    addMail(context, masterKey(), member, channel),
  'watch.change_mail': ({ context }, member, change) => changeMail(context, member, change),
  'watch.add_slack': async ({ context, masterKey, targetRules }, member, channel) =>
    addSlack(context, masterKey(), member, await targetRules(), channel),
  'watch.add_pagerduty': ({ context, masterKey }, member, channel) =>
    addPagerDuty(context, masterKey(), member, channel),
  'watch.test_channel': ({ context }, member, { channel }) => testChannel(context, member, channel),
  'watch.remove_channel': ({ context }, member, { channel }) => removeChannel(context, member, channel),
  'watch.digest': ({ context }, member) => readDigest(context.store.db, member),
  'watch.set_digest': ({ context }, member, wanted) => setDigest(context, member, wanted),
  'watch.digest_preview': ({ context, masterKey, policy, signInLinks }, member) =>
    digestOf(
      {
        ...{ db: context.store.db, masterKey: masterKey(), publishing: policy, now: context.clock() },
        place: signInLinks(),
      },
      member,
    ),
  'watch.calendar': ({ context }, member) => readCalendar(context.store.db, member),
  'watch.create_calendar': ({ context }, member) => createCalendar(context, member),
  'watch.remove_calendar': ({ context }, member) => removeCalendar(context, member),
};
