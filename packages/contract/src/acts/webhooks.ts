// The webhook endpoints of a workspace.

import { WEBHOOK_EVENT_TYPES } from '../schemas/events/table.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { Done, EpochMs, Id, listOf, strict, text, WorkspaceName } from './forms.ts';
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
  secret_overlap_ends_at: nullable(EpochMs, {
    description:
      'When the last change of its secret ends or ended; until then both secrets sign. Null if its secret never changed.',
  }),
  enabled: Type.Boolean(),
  disabled_at: nullable(EpochMs),
  disabled_because: nullable(Type.Enum(['member', 'gone', 'failing'], { type: 'string' })),
  failing_since: nullable(EpochMs),
  created_at: EpochMs,
  created_by: Type.String(),
});

const OverlapEnds = Type.Integer({
  ...EpochMs,
  description: 'Until then x-rf-signature uses the old secret. In milliseconds since 1970-01-01T00:00:00Z.',
});
const NewSecret = strict({
  secret: Type.String({ description: 'Shown once.' }),
  overlap_ends_at: OverlapEnds,
});

export const webhookActs = {
  'webhooks.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description: 'Lists the webhook endpoints of a workspace.',
    input: strict({ workspace: WorkspaceName }),
    answer: listOf(Endpoint),
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
  }),
  'webhooks.disable': act({
    kind: 'act',
    who: keyManagers,
    description: 'Disables an endpoint; its deliveries wait for up to 30 days.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: strict({ deliveries: Type.Integer({ description: 'Number of deliveries that wait now.' }) }),
  }),
  'webhooks.remove': act({
    kind: 'act',
    who: keyManagers,
    description: 'Removes an endpoint permanently and cancels its open deliveries.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: Done,
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
  }),
  'webhooks.end_secret_overlap': act({
    kind: 'act',
    who: keyManagers,
    description: 'Ends a change of the secret of an endpoint: from now on only the new secret signs.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: Done,
  }),
  'webhooks.remove_secret': act({
    kind: 'act',
    who: keyManagers,
    description:
      'Removes the secret of an endpoint, so that the secret of the workspace signs again; for 24 hours both secrets sign.',
    input: strict({ endpoint: WhichEndpoint }),
    answer: strict({ overlap_ends_at: OverlapEnds }),
  }),
  'webhooks.test': act({
    kind: 'act',
    who: keyManagers,
    description: 'Sends a test event in its real form to an endpoint, once.',
    input: strict({ endpoint: WhichEndpoint, type: text('An event type.', 100) }),
    answer: strict({ delivery_id: Id }),
    creates: true,
  }),
};
