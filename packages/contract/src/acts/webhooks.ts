// The webhook endpoints of a workspace.

import {
  DEFAULT_EVENT_TYPES,
  EVENT_DEFINITIONS,
  SUBSCRIBABLE_EVENT_TYPES,
  WEBHOOK_EVENT_TYPES,
} from '../schemas/events/table.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import { Done, Id, Instant, instant, strict, text, WorkspaceName } from './forms.ts';
import { keyManagers } from './keys.ts';

const WhichEndpoint = text('Id of an endpoint, the beginning of its id, or its URL.', 2048);
const EventTypes = Type.Array(text('An event type.', 100), { description: 'All types if empty.' });
const Providers = Type.Array(text('Id or slug of a provider.', 100), {
  description: 'All providers if empty.',
});
const Url = text('The https URL to send events to.', 4096);
const Description = text('What the endpoint is for.');

const Endpoint = strict({
  id: Id,
  workspace_id: Id,
  url: Type.String(),
  description: Type.String(),
  event_types: Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES], { type: 'string' })),
  provider_ids: Type.Array(Id, { description: 'All providers if empty.' }),
  own_secret: Type.Boolean({
    description: 'Whether it has a signing secret of its own, instead of that of the workspace.',
  }),
  secret_overlap_ends_at: nullable(Instant, {
    description:
      'When the last change of its secret ends or ended; until then both secrets sign. Null if its secret never changed.',
  }),
  enabled: Type.Boolean(),
  disabled_at: nullable(Instant),
  disabled_because: nullable(Type.Enum(['member', 'gone', 'failing'], { type: 'string' })),
  failing_since: nullable(Instant),
  created_at: Instant,
  created_by: Type.String(),
});

const OverlapEnds = instant('Until then x-rf-signature uses the old secret.');
const NewSecret = strict({
  secret: Type.String({ description: 'Shown once.' }),
  overlap_ends_at: OverlapEnds,
});

const OPT_IN_TYPES = SUBSCRIBABLE_EVENT_TYPES.filter((type) => EVENT_DEFINITIONS[type].delivery === 'opt_in');
const DEFAULT_TYPES = `all but ${OPT_IN_TYPES.join(' and ')}`;
const EVENTS = `event types, separated by commas: ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}`;

const ANOTHER_SECRET =
  'Create another: rf webhooks rotate-secret ENDPOINT --end-overlap, then rf webhooks rotate-secret ENDPOINT';

const PrivateReceivers = strict(
  {
    ranges: Type.Array(Type.String(), { description: 'Ranges of addresses, such as 10.20.0.0/16.' }),
    names: Type.Array(Type.String(), { description: 'Host names.' }),
  },
  {
    description:
      'Receivers in private networks that the operator allows (RF_WEBHOOK_ALLOW), beside public addresses.',
  },
);

/** What commands print about a new secret of an endpoint. */
const SHOW_SECRET = [
  'Signing secret   {secret}',
  'Store it now: it is not shown again. Until {overlap_ends_at|instant}, x-rf-signature uses the old secret,',
  'x-rf-signature-next uses the new one, and webhook-signature contains both. To end this earlier, when the',
  'receiver has the new secret, run rf webhooks rotate-secret {endpoint} --end-overlap.',
] as const;

export const webhookRecords = {
  'webhook.added': {
    topics: ['events'],
    sentence: 'Added the endpoint {after.host ?? name}',
    news: '{count|count webhook endpoint} added',
  },
  'webhook.updated': { topics: ['events'], sentence: 'Changed the endpoint {after.host ?? name}' },
  'webhook.enabled': {
    topics: ['events'],
    sentence:
      'Enabled the endpoint {name}[{if after.deliveries}; {after.deliveries|count waiting delivery was,waiting deliveries were} [{if after.discarded}cancelled][{unless after.discarded}sent]]',
  },
  'webhook.disabled': {
    topics: ['events'],
    sentence:
      'Disabled the endpoint {name}[{if after.because = "gone"}: the receiver answered 410 Gone][{if after.because = "failing"}: every attempt failed for 5 days]',
    news: '{count|count webhook endpoint} disabled',
  },
  'webhook.removed': { topics: ['events'], sentence: 'Removed the endpoint {before.host ?? name}' },
  'webhook.secret_given': { topics: ['events'], sentence: 'Gave the endpoint {name} a secret of its own' },
  'webhook.secret_rotated': { topics: ['events'], sentence: 'Rotated the secret of the endpoint {name}' },
  'webhook.secret_overlap_ended': {
    topics: ['events'],
    sentence: 'Ended the overlap of the secrets of the endpoint {name}',
  },
  'webhook.secret_removed': { topics: ['events'], sentence: 'Removed the secret of the endpoint {name}' },
  'webhook.tested': {
    topics: ['events'],
    sentence: 'Sent a test event[{unless after.type = "webhook.test"} ({after.type|event})] to {name}',
  },
  'webhook.redelivered': {
    topics: ['events'],
    sentence: [
      'Sent {after.deliveries|count delivery,deliveries} to {name} again[, since {after.since|date}]',
      'Sent a delivery to {name} again',
    ],
  },
} satisfies AuditTable;

export const webhookActs = {
  'webhooks.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description: 'Lists the webhook endpoints of a workspace.',
    input: strict({ workspace: WorkspaceName }),
    answer: strict({ data: Type.Array(Endpoint), private_receivers: PrivateReceivers }),
    command: {
      name: 'webhooks list',
      columns: {
        URL: '{url}',
        STATE:
          '[{unless enabled}disabled[{unless disabled_because = "member"}: {disabled_because}]]' +
          '[{if enabled}[{unless failing_since}enabled][failing since {failing_since|instant}]]',
        EVENTS: `[{if event_types = "${DEFAULT_EVENT_TYPES.join()}"}default types][{unless event_types = "${DEFAULT_EVENT_TYPES.join()}"}{event_types|list}]`,
        PROVIDERS: '[{provider_ids|number}][{unless provider_ids}all]',
        SECRET: '[{if own_secret}own][{unless own_secret}workspace]',
        DESCRIPTION: '{description}',
        ID: '{id}',
      },
    },
  }),
  'webhooks.add': act({
    kind: 'act',
    who: keyManagers,
    description: 'Adds an endpoint, which is sent every event from now on.',
    input: strict({
      url: Url,
      description: Type.Optional(Description),
      event_types: Type.Optional(EventTypes),
      providers: Type.Optional(Providers),
    }),
    answer: Endpoint,
    creates: true,
    command: {
      name: 'webhooks add',
      also: ['webhooks listen'],
      options: {
        url: { flag: '--url <url>' },
        event_types: { flag: '--events <types>', help: `${EVENTS}; ${DEFAULT_TYPES} if absent` },
        providers: {
          flag: '--providers <providers>',
          help: 'ids or slugs, separated by commas; all providers if absent',
        },
      },
      prints: ['{url} added ({id})', 'To test it: rf webhooks test {id}'],
    },
    audit: ['webhook.added'],
  }),
  'webhooks.update': act({
    kind: 'act',
    who: keyManagers,
    description: 'Changes an endpoint; absent members stay unchanged.',
    input: strict({
      endpoint: WhichEndpoint,
      url: Type.Optional(Url),
      description: Type.Optional(Description),
      event_types: Type.Optional(EventTypes),
      providers: Type.Optional(Providers),
    }),
    answer: Endpoint,
    command: {
      name: 'webhooks update',
      description: 'Change an endpoint. Options that are not given stay unchanged.',
      arguments: ['endpoint'],
      options: {
        url: { flag: '--url <url>' },
        event_types: { flag: '--events <types>', help: `${EVENTS}; an empty string means ${DEFAULT_TYPES}` },
        providers: {
          flag: '--providers <providers>',
          help: 'ids or slugs, separated by commas; an empty string means all',
        },
      },
      prints: '{url} updated ({id})',
    },
    audit: ['webhook.updated'],
  }),
  'webhooks.enable': act({
    kind: 'act',
    who: keyManagers,
    description: 'Enables an endpoint again and sends the deliveries that waited for it.',
    input: strict({
      endpoint: WhichEndpoint,
      discard_waiting: Type.Optional(
        Type.Boolean({ description: 'Cancel the waiting deliveries instead of sending them.' }),
      ),
    }),
    answer: strict({ deliveries: Type.Integer({ description: 'Number of deliveries that waited.' }) }),
    command: {
      name: 'webhooks enable',
      description: 'Enable an endpoint again and send the deliveries that waited for it.',
      arguments: ['endpoint'],
      options: {
        discard_waiting: {
          help: 'cancel the waiting deliveries instead; rf webhooks redeliver can still send them',
        },
      },
      prints:
        'Enabled; {deliveries|count delivery,deliveries} [{if discard_waiting}cancelled][{unless discard_waiting}being sent]',
    },
    audit: ['webhook.enabled'],
  }),
  'webhooks.disable': act({
    kind: 'act',
    who: keyManagers,
    description: 'Disables an endpoint; its deliveries wait for up to 30 days.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: strict({ deliveries: Type.Integer({ description: 'Number of deliveries that wait now.' }) }),
    command: {
      name: 'webhooks disable',
      arguments: ['endpoint'],
      prints: 'Disabled; its deliveries wait until rf webhooks enable',
    },
    audit: ['webhook.disabled'],
  }),
  'webhooks.remove': act({
    kind: 'act',
    who: keyManagers,
    description: 'Removes an endpoint permanently and cancels its open deliveries.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: Done,
    command: {
      name: 'webhooks remove',
      also: ['webhooks listen'],
      description: 'Remove an endpoint permanently and cancel its open deliveries.',
      arguments: ['endpoint'],
      prints: 'Removed',
    },
    audit: ['webhook.removed'],
  }),
  'webhooks.give_secret': act({
    kind: 'act',
    who: keyManagers,
    description:
      'Gives an endpoint a signing secret of its own instead of that of the workspace; for 24 hours both secrets sign.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: NewSecret,
    creates: true,
    secrets: ['/secret'],
    ifLost: ANOTHER_SECRET,
    command: {
      name: 'webhooks give-secret',
      also: ['webhooks listen'],
      description:
        'Give an endpoint a signing secret of its own and show it once. For 24 hours the secret of the workspace signs too.',
      arguments: ['endpoint'],
      prints: SHOW_SECRET,
    },
    audit: ['webhook.secret_given'],
  }),
  'webhooks.rotate_secret': act({
    kind: 'act',
    who: keyManagers,
    description:
      'Creates a new signing secret for an endpoint that has its own; for 24 hours both secrets sign.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: NewSecret,
    creates: true,
    secrets: ['/secret'],
    ifLost: ANOTHER_SECRET,
    command: { name: 'webhooks rotate-secret', arguments: ['endpoint'], prints: SHOW_SECRET },
    audit: ['webhook.secret_rotated'],
  }),
  'webhooks.end_secret_overlap': act({
    kind: 'act',
    who: keyManagers,
    description: 'Ends a change of the secret of an endpoint: from now on only the new secret signs.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: Done,
    command: {
      name: 'webhooks rotate-secret',
      when: { flag: '--end-overlap', help: 'end the 24 hours now, so that only the new secret signs' },
      arguments: ['endpoint'],
      prints: 'From now on only the new secret signs',
    },
    audit: ['webhook.secret_overlap_ended'],
  }),
  'webhooks.remove_secret': act({
    kind: 'act',
    who: keyManagers,
    description:
      'Removes the secret of an endpoint, so that the secret of the workspace signs again; for 24 hours both secrets sign.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: strict({ overlap_ends_at: OverlapEnds }),
    command: {
      name: 'webhooks remove-secret',
      arguments: ['endpoint'],
      prints: 'Removed; until {overlap_ends_at|instant} it still signs beside the secret of the workspace',
    },
    audit: ['webhook.secret_removed'],
  }),
  'webhooks.test': act({
    kind: 'act',
    who: keyManagers,
    description: 'Sends a test event in its real form to an endpoint, once.',
    input: strict({ endpoint: WhichEndpoint, type: text('An event type.', 100) }),
    answer: strict({ delivery_id: Id }),
    creates: true,
    command: ['webhooks test', 'webhooks listen'],
    audit: ['webhook.tested'],
  }),
};
