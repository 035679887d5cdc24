// The acts about what tells of alerts: channels, digests and calendars.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { Done, Id, Instant, listOf, NoInput, strict, text } from './forms.ts';
import { Channel, DIGEST_TIMES, DigestPreview, DigestSettings, WEEKDAYS } from './watch-forms.ts';

const anyMember = { member: MEMBER_ROLES } as const;
/** What leaves the service goes where they say. */
const channelManagers = { member: ['contract_admin', 'risk_officer'] } as const;

const WhichChannel = text('Id of the channel.', 64);
const ChannelTitle = text('What the channel is called, such as #counterparty-risk.', 120);

export const watchDeliveryActs = {
  'watch.channels': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Lists the channels for alerts, with the state of their last delivery.',
    input: NoInput,
    answer: listOf(Channel),
    command: {
      name: 'watch channels',
      columns: {
        ID: '{id}',
        KIND: '{kind}',
        NAME: '{name}',
        TO: '{to}',
        STATE: '{state}[: {last_error}]',
        DELIVERED: '[{last_delivered_at|instant}]',
      },
      none: 'There is no channel. To add one: rf watch add-mail, add-slack or add-pagerduty',
    },
  }),
  'watch.add_mail': act({
    kind: 'act',
    who: channelManagers,
    description: 'Adds a channel that mails alerts to members. Of a book, only those who see it get any.',
    input: strict({
      name: ChannelTitle,
      people: Type.Array(text('Id or name of a member.', 120), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids or names of members.',
      }),
    }),
    answer: strict({ id: Id }),
    creates: true,
    command: { name: 'watch add-mail', prints: 'Added the channel {id}' },
    audit: ['watch.channel_added'],
  }),
  'watch.change_mail': act({
    kind: 'act',
    who: channelManagers,
    description: 'Replaces the members who get the mails of a channel.',
    input: strict({
      channel: WhichChannel,
      people: Type.Array(text('Id or name of a member.', 120), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids or names of members.',
      }),
    }),
    answer: strict({ id: Id }),
    command: { name: 'watch change-mail', arguments: ['channel'], prints: 'Changed' },
    audit: ['watch.channel_changed'],
  }),
  'watch.add_slack': act({
    kind: 'act',
    who: channelManagers,
    description: 'Adds a channel of Slack by the URL of its incoming webhook, which is stored encrypted.',
    input: strict({
      name: ChannelTitle,
      url: text('URL of the incoming webhook: https://hooks.slack.com/services/…', 2048),
    }),
    answer: strict({ id: Id }),
    creates: true,
    command: {
      name: 'watch add-slack',
      prints: ['Added the channel {id}', 'To test it: rf watch test {id}'],
    },
    audit: ['watch.channel_added'],
  }),
  'watch.add_pagerduty': act({
    kind: 'act',
    who: channelManagers,
    description:
      'Adds a service of PagerDuty by the routing key of its Events API v2 integration, which is stored encrypted.',
    input: strict({
      name: ChannelTitle,
      routing_key: text('Routing key (integration key): 32 characters.', 64),
    }),
    answer: strict({ id: Id }),
    creates: true,
    command: {
      name: 'watch add-pagerduty',
      prints: ['Added the channel {id}', 'To test it: rf watch test {id}'],
    },
    audit: ['watch.channel_added'],
  }),
  'watch.test_channel': act({
    kind: 'act',
    who: channelManagers,
    description: 'Sends a test through a channel; its state shows how it went.',
    input: strict({ channel: WhichChannel }),
    answer: Done,
    command: {
      name: 'watch test',
      arguments: ['channel'],
      prints: 'Being sent. To see how it went: rf watch channels',
    },
    audit: ['watch.channel_tested'],
  }),
  'watch.remove_channel': act({
    kind: 'act',
    who: channelManagers,
    description: 'Removes a channel and destroys its secret. Rules go on without it.',
    input: strict({ channel: WhichChannel }),
    answer: Done,
    command: { name: 'watch remove-channel', arguments: ['channel'], prints: 'Removed' },
    audit: ['watch.channel_removed'],
  }),
  'watch.digest': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows when your digest comes.',
    input: NoInput,
    answer: DigestSettings,
    command: {
      name: 'watch digest',
      prints: [
        'Every: {every}, at {hour}:00 {time_zone}',
        '{if all_quiet}With a mail once a week if nothing is open',
        'Next: {next_at|instant}',
      ],
    },
  }),
  'watch.set_digest': act({
    kind: 'act',
    who: anyMember,
    description: 'Sets when your digest comes: only what is given.',
    input: strict({
      every: Type.Optional(
        Type.Enum([...DIGEST_TIMES], { type: 'string', description: 'off, day or week.' }),
      ),
      weekday: Type.Optional(
        Type.Enum([...WEEKDAYS], { type: 'string', description: 'Of the weekly mails, such as monday.' }),
      ),
      hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23, description: 'In your time zone.' })),
      time_zone: Type.Optional(text('IANA name, such as Europe/Berlin.', 64)),
      all_quiet: Type.Optional(
        Type.Boolean({ description: 'Whether a mail says once a week that nothing is open.' }),
      ),
    }),
    answer: DigestSettings,
    command: { name: 'watch set-digest', prints: ['Every: {every}', 'Next: {next_at|instant}'] },
    audit: ['watch.digest_set'],
  }),
  'watch.digest_preview': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows your digest as it would go out now.',
    input: NoInput,
    answer: DigestPreview,
    command: { name: 'watch digest-preview', prints: ['{subject}', '{text}'] },
  }),
  'watch.calendar': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description: 'Shows whether you have an address for a calendar of lapses. The address was shown once.',
    input: NoInput,
    answer: strict({ created_at: nullable(Instant, { description: 'Null if there is none.' }) }),
    command: {
      name: 'watch calendar',
      prints: ['{unless created_at}There is none', 'Created {created_at|instant}'],
    },
  }),
  'watch.create_calendar': act({
    kind: 'act',
    who: anyMember,
    description:
      'Creates an address of a calendar (ICS) of the lapses of your rules, for any calendar program. An earlier address ends.',
    input: NoInput,
    answer: strict({
      path: Type.String({ description: 'The path of the address at this service. Shown once.' }),
    }),
    creates: true,
    secrets: ['/path'],
    ifLost: 'Create another: rf watch create-calendar',
    command: {
      name: 'watch create-calendar',
      prints: ['Path of the calendar   {path}', 'Store it now: it is not shown again.'],
    },
    audit: ['watch.calendar_created'],
  }),
  'watch.remove_calendar': act({
    kind: 'act',
    who: anyMember,
    description: 'Ends the address of your calendar.',
    input: NoInput,
    answer: Done,
    command: { name: 'watch remove-calendar', prints: 'Removed' },
    audit: ['watch.calendar_removed'],
  }),
};
