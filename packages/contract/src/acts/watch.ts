// Watch rules of a workspace, their alerts, and the channels, digests and calendars that tell of them. Members alone.

import { ALERT_STATES, WATCH_KINDS } from '../schemas/watch.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import { Day } from './book-figures.ts';
import {
  Done,
  givenInstant,
  Id,
  Instant,
  lines,
  listOf,
  NoInput,
  PageInput,
  pageOf,
  strict,
  text,
} from './forms.ts';
import { watchDeliveryActs } from './watch-delivery.ts';
import {
  Alert,
  AlertChange,
  AlertDelivery,
  DraftMembers,
  RuleMembers,
  Told,
  WatchRule,
} from './watch-forms.ts';

/** Of a rule about a book, the rights in the book decide further. */
const anyMember = { member: MEMBER_ROLES } as const;
const watchers = { member: ['contract_admin', 'risk_officer', 'developer'] } as const;

const Rule = text('Id of the rule.', 64);
const WhichAlert = text('Id of the alert.', 64);
const Note = lines('A note for colleagues.', 2000);

/** Open pages read again what belongs to the workspace. Records name a rule, an alert and a channel by their ids alone. */
const topics = ['access'] as const;

export const watchRecords = {
  'watch.rule_created': {
    topics,
    sentence: 'Created a watch rule',
    news: '{count|count watch rule} created',
  },
  'watch.rule_changed': { topics, sentence: 'Changed a watch rule' },
  'watch.rule_switched_on': { topics, sentence: 'Switched a watch rule on' },
  'watch.rule_switched_off': { topics, sentence: 'Switched a watch rule off' },
  'watch.rule_deleted': { topics, sentence: 'Deleted a watch rule' },
  'watch.acknowledged': {
    topics,
    sentence: 'Acknowledged an alert',
    news: '{count|count alert} acknowledged',
  },
  'watch.snoozed': { topics, sentence: 'Snoozed an alert[ until {after.until|date}]' },
  'watch.closed': { topics, sentence: 'Closed an alert', news: '{count|count alert} closed' },
  'watch.channel_added': { topics, sentence: 'Added a channel for alerts[: {after.kind}]' },
  'watch.channel_changed': { topics, sentence: 'Changed who gets the mails of a channel for alerts' },
  'watch.channel_tested': { topics, sentence: 'Sent a test through a channel for alerts' },
  'watch.channel_removed': { topics, sentence: 'Removed a channel for alerts[: {before.kind}]' },
  'watch.digest_set': { topics, sentence: 'Set when their digest of alerts comes' },
  'watch.calendar_created': { topics, sentence: 'Created an address for their calendar of lapses' },
  'watch.calendar_removed': { topics, sentence: 'Removed the address of their calendar of lapses' },
} satisfies AuditTable;

const jsonFile = {
  conditions: {
    flag: '--when <file>',
    help: 'the conditions as a JSON array; - reads standard input',
    reads: 'json',
  },
} as const;

const draftOptions = {
  ...jsonFile,
  providers: { help: 'ids or slugs, separated by commas; all providers if absent' },
} as const;
const ruleOptions = {
  ...draftOptions,
  channels: { help: 'ids of channels, separated by commas' },
} as const;

export const watchActs = {
  'watch.overview': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Counts the alerts that you see by their states, and the rules.',
    input: NoInput,
    answer: strict({
      open: Type.Integer(),
      acknowledged: Type.Integer(),
      snoozed: Type.Integer(),
      resolved: Type.Integer(),
      rules: Type.Integer(),
    }),
    command: {
      name: 'watch overview',
      prints:
        '{open} open, {acknowledged} acknowledged, {snoozed} snoozed, {resolved} resolved; {rules|count rule}',
    },
  }),
  'watch.rules': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Lists the watch rules that you see: those about providers, and those about your books.',
    input: NoInput,
    answer: listOf(WatchRule),
    command: {
      name: 'watch rules',
      columns: {
        ID: '{id}',
        NAME: '{name}',
        BOOK: '[{book.name}]',
        STATE: '[{unless on}off][{if on}[{stopped|words}][{unless stopped}on]]',
        OWNER: '{owner_name}',
        ALERTS: '{alerts}',
      },
      none: 'There is no rule that you see. To create one: rf watch create --name NAME --when FILE',
    },
  }),
  'watch.create_rule': act({
    kind: 'act',
    who: watchers,
    description:
      'Creates a watch rule that runs in your right, switched off: look at what it would have told, then switch it on.',
    input: strict(RuleMembers),
    answer: strict({ id: Id }),
    creates: true,
    command: {
      name: 'watch create',
      options: ruleOptions,
      prints: [
        'Created the rule {id}, which is off',
        'What it would have told: rf watch preview --rule {id} --since DAY',
        'To switch it on: rf watch switch {id} --on',
      ],
    },
    audit: ['watch.rule_created'],
  }),
  'watch.change_rule': act({
    kind: 'act',
    who: watchers,
    description:
      'Changes a watch rule: only what is given. It runs in your right from now on. Alerts whose condition is gone are resolved.',
    input: strict({
      rule: Rule,
      name: Type.Optional(RuleMembers.name),
      book: RuleMembers.book,
      providers: RuleMembers.providers,
      conditions: Type.Optional(RuleMembers.conditions),
      channels: RuleMembers.channels,
      at_once: RuleMembers.at_once,
      webhooks: RuleMembers.webhooks,
    }),
    answer: strict({ id: Id }),
    command: { name: 'watch change', arguments: ['rule'], options: ruleOptions, prints: 'Changed' },
    audit: ['watch.rule_changed'],
  }),
  'watch.switch_rule': act({
    kind: 'act',
    who: watchers,
    description:
      'Switches a watch rule on or off. Off, it tells nothing more, and its alerts are resolved; on, it runs in your right.',
    input: strict({ rule: Rule, on: Type.Boolean({ description: 'On, or off if false.' }) }),
    answer: strict({ id: Id, on: Type.Boolean() }),
    command: {
      name: 'watch switch',
      arguments: ['rule'],
      options: { on: { help: 'switch it on; off if absent', default: false } },
      prints: '[{if on}On][{unless on}Off]',
    },
    sometimes: ['watch.rule_switched_on', 'watch.rule_switched_off'],
  }),
  'watch.delete_rule': act({
    kind: 'act',
    who: watchers,
    description: 'Deletes a watch rule. Its alerts are resolved and stay readable.',
    input: strict({ rule: Rule }),
    answer: Done,
    command: { name: 'watch delete', arguments: ['rule'], prints: 'Deleted' },
    audit: ['watch.rule_deleted'],
  }),
  'watch.preview': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    takesLong: true,
    description:
      'Shows what a rule, or one that you are writing, would have told since a date, with the names that it watches today. Limits are compared only now.',
    input: strict({
      rule: Type.Optional(Rule),
      book: DraftMembers.book,
      providers: DraftMembers.providers,
      conditions: Type.Optional(DraftMembers.conditions),
      since: Day('The first day, at most 400 days ago.'),
    }),
    answer: strict({
      times: Type.Integer({ description: 'How often.' }),
      names: Type.Integer({ description: 'How many names it watches today.' }),
      not_shown: Type.Array(Type.Enum([...WATCH_KINDS], { type: 'string' }), {
        description: 'Conditions that cannot be told of the past.',
      }),
      data: Type.Array(Told, { description: 'Oldest first; the last 500.' }),
    }),
    command: {
      name: 'watch preview',
      options: draftOptions,
      columns: { WHEN: '{at|instant}', WHAT: '{sentence}' },
      none: 'It would have told you nothing.',
    },
  }),
  'watch.alerts': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Lists the alerts that you see, newest first.',
    input: strict({
      state: Type.Optional(
        Type.Enum([...ALERT_STATES], { type: 'string', description: 'Only those in this state.' }),
      ),
      rule: Type.Optional(Rule),
      ...PageInput,
    }),
    answer: pageOf(Alert),
    command: {
      name: 'watch alerts',
      columns: {
        ID: '{id}',
        STATE: '{state}',
        WHAT: '{sentence}',
        RULE: '{rule.name}',
        SINCE: '{opened_at|instant}',
      },
      none: 'There are no such alerts.',
    },
  }),
  'watch.alert': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows an alert with its history and its deliveries, oldest first.',
    input: strict({ alert: WhichAlert }),
    answer: strict({
      ...Alert.properties,
      history: Type.Array(AlertChange),
      deliveries: Type.Array(AlertDelivery),
    }),
    command: {
      name: 'watch alert',
      arguments: ['alert'],
      prints: ['{sentence} ({state})', '{fact}', 'Since {opened_at|instant}, by the rule {rule.name}'],
    },
  }),
  'watch.acknowledge': act({
    kind: 'act',
    who: watchers,
    description: 'Acknowledges an alert, with a note. If it worsens, it is open again.',
    input: strict({ alert: WhichAlert, note: Type.Optional(Note) }),
    answer: Done,
    command: { name: 'watch acknowledge', arguments: ['alert'], prints: 'Acknowledged' },
    audit: ['watch.acknowledged'],
  }),
  'watch.snooze': act({
    kind: 'act',
    who: watchers,
    description: 'Snoozes an alert until an instant. If it lasts then, or worsens before, it is open again.',
    input: strict({
      alert: WhichAlert,
      until: givenInstant('Until when, at most 90 days from now.'),
      note: Type.Optional(Note),
    }),
    answer: strict({ until: Instant }),
    command: { name: 'watch snooze', arguments: ['alert'], prints: 'Snoozed until {until|instant}' },
    audit: ['watch.snoozed'],
  }),
  'watch.close': act({
    kind: 'act',
    who: watchers,
    description: 'Closes an alert while its cause goes on. It is open again if it worsens.',
    input: strict({ alert: WhichAlert, note: Type.Optional(Note) }),
    answer: Done,
    command: { name: 'watch close', arguments: ['alert'], prints: 'Closed' },
    audit: ['watch.closed'],
  }),
  ...watchDeliveryActs,
};
