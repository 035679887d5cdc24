// The webhook event types. Event bodies, test deliveries, the OpenAPI webhooks, the docs and subscriptions are derived from
// this table.

import type { Static, TSchema } from 'typebox';
import { Type } from '../../type.ts';
import { Instant, Uuid } from '../common.ts';
import {
  AlertEventData,
  AnnouncementEventData,
  DecisionEventData,
  DisabledEndpointEventData,
  IssuanceEventData,
  IssuanceStatusEventData,
  LapsingEventData,
  MethodologyEventData,
  NamingEventData,
  RenewalEventData,
  ScoreEventData,
  TestEventData,
} from './data.ts';

export const WEBHOOK_API_VERSION = 'v1';

interface EventDefinition {
  /** The schema of the body's `data`. */
  data: TSchema;
  /**
   * default: sent unless the endpoint lists other types. opt_in: sent only if the endpoint lists the type.
   * on_request: sent only when a member requests it; nobody can subscribe to it.
   */
  delivery: 'default' | 'opt_in' | 'on_request';
  /** Set if the event is about one workspace, and may reach no other. */
  audience?: 'workspace';
  /** Whether workspaces that are entitled to scores get `data.detail`. */
  hasDetail: boolean;
  /** When the event is sent: one sentence. */
  description: string;
  /** Invented data for test deliveries of a type that has not happened yet; samples of scores are calculated. */
  sample?: object;
}

/** The data of an event without what is added when it is sent. */
type Sample<Data extends TSchema> = Omit<Static<Data>, 'sequence' | 'checkpoint'>;

const SAMPLE_ISSUANCE: Sample<typeof IssuanceEventData> = {
  id: '00000000-0000-7000-8000-000000000003',
  issuer_name: 'Sample Issuer',
  provider_id: null,
  name: 'Series A Preferred',
  ticker: 'SMPL-A',
  identifiers: [{ kind: 'ticker', value: 'SMPL-A' }],
  type: 'preferred_share',
  currency: 'USD',
  amount: 500000000,
  coupon_rate: 8.5,
  price: null,
  announced_on: '2026-04-20',
  pricing_on: null,
  settles_on: null,
  source_url: null,
  updated_at: '2026-04-20T09:00:00Z',
  status: 'ANNOUNCED',
};

const SAMPLE_FRAMEWORK: Sample<typeof MethodologyEventData> = {
  version: '1.1',
  framework_version: 'RF Framework v1.1',
  digest: '0'.repeat(64),
  effective_from: '2026-05-15',
  notes: 'A sample.',
  urgent_reason: null,
  differences: {
    url: `/api/public/methodology/${'0'.repeat(64)}/differences`,
    digest: '1'.repeat(64),
    counts: { providers: 3, higher: 1, lower: 1, unchanged: 1, not_scored: 0, band_changed: 1 },
  },
};

const SAMPLE_ALERT: Sample<typeof AlertEventData> = {
  alert_id: '00000000-0000-7000-8000-000000000004',
  rule: { id: '00000000-0000-7000-8000-000000000005', name: 'Stale or riskier' },
  book_id: null,
  kind: 'band_change',
  what: 'opened',
  state: 'open',
  sentence: 'Sample Provider moved from Medium risk to Elevated risk',
  fact: 'Score 58.75.',
  names: [
    {
      ...{ provider_id: '00000000-0000-7000-8000-000000000001', name: 'Sample Provider' },
      ...{ score: 58.75, risk_band: 'ELEVATED' },
    },
  ],
  opened_at: '2026-04-20T06:01:00Z',
  changed_at: '2026-04-20T06:01:00Z',
};

export const EVENT_DEFINITIONS = {
  'score.published': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: true,
    description: 'The first indicator of a provider was published.',
  },
  'score.changed': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: true,
    description: 'The score or a hard cap of a provider changed within the same band.',
  },
  'band.changed': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: true,
    description: 'The indicator of a provider moved to another band.',
  },
  'score.corrected': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: true,
    description: 'A published indicator was corrected.',
  },
  'score.withdrawn': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: false,
    description: 'A published indicator was withdrawn.',
  },
  'score.reinstated': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: true,
    description: 'A withdrawn provider has an indicator again.',
  },
  'score.drifted': {
    data: ScoreEventData,
    delivery: 'opt_in',
    hasDetail: true,
    description: 'Only the age of the evidence moved the score, by less than a full change.',
  },
  'score.renewed': {
    data: RenewalEventData,
    delivery: 'opt_in',
    hasDetail: false,
    description: 'An indicator was published again with newer evidence, and the same score, band and caps.',
    sample: {
      provider_id: '00000000-0000-7000-8000-000000000001',
      provider_name: 'Sample Provider',
      planner_type: 'btc',
      final_score: 81.25,
      risk_band: 'LOW',
      framework_version: 'RF Framework v1.0',
      verification_id: 'RF-00000-00000-00000-00000-000002',
      renews: 'RF-00000-00000-00000-00000-000001',
      scored_at: '2026-04-20T06:00:00+00:00',
      published_at: '2026-04-20T06:00:01Z',
      limitations_disclosure: 'A sample.',
    } satisfies Sample<typeof RenewalEventData>,
  },
  'score.stale': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: false,
    description:
      'An indicator became stale: a check that the service must make itself is overdue, or its inputs no longer give a score.',
  },
  'score.stale_ended': {
    data: ScoreEventData,
    delivery: 'default',
    hasDetail: false,
    description: 'An indicator is no longer stale.',
  },
  'evidence.lapsing': {
    data: LapsingEventData,
    delivery: 'opt_in',
    hasDetail: false,
    description: 'An indicator will be stale within 14 days, or within 3, unless a gate is checked again.',
    sample: {
      provider_id: '00000000-0000-7000-8000-000000000001',
      provider_name: 'Sample Provider',
      planner_type: 'btc',
      framework_version: 'RF Framework v1.0',
      verification_id: 'RF-00000-00000-00000-00000-000002',
      days: 14,
      gates: [
        {
          kind: 'gate',
          id: 'integrity_finding',
          label: 'Integrity finding',
          evidence_date: '2026-03-05',
        },
      ],
      stale_from: '2026-05-04T00:00:00Z',
      withdrawn_from: '2026-05-18T00:00:00Z',
    } satisfies Sample<typeof LapsingEventData>,
  },
  'review.started': {
    data: ScoreEventData,
    delivery: 'opt_in',
    hasDetail: false,
    description: 'An indicator is under review, or its review changed. The score has not changed.',
  },
  'review.ended': {
    data: ScoreEventData,
    delivery: 'opt_in',
    hasDetail: false,
    description: 'An indicator is no longer under review. The reason says how the review ended.',
  },
  'provider.renamed': {
    data: NamingEventData,
    delivery: 'default',
    hasDetail: false,
    description:
      'The name, slug, website, subtype, an identifier or another name of a provider with an indicator changed.',
    sample: {
      provider_id: '00000000-0000-7000-8000-000000000001',
      provider_name: 'Sample Provider',
      previous_name: 'Sample Lending',
      slug: 'sample-provider',
      previous_slug: 'sample-provider',
      website: 'https://provider.example',
      previous_website: 'https://provider.example',
      reason: 'The company changed its name.',
      renamed_at: '2026-04-20T09:00:00Z',
    } satisfies Sample<typeof NamingEventData>,
  },
  'methodology.announced': {
    data: AnnouncementEventData,
    delivery: 'default',
    hasDetail: false,
    description:
      'A framework version was announced that takes effect later or without the usual notice, or an announced version was cancelled.',
    sample: { ...SAMPLE_FRAMEWORK, cancelled_reason: null } satisfies Sample<typeof AnnouncementEventData>,
  },
  'methodology.published': {
    data: MethodologyEventData,
    delivery: 'default',
    hasDetail: false,
    description: 'A framework version took effect.',
    sample: SAMPLE_FRAMEWORK,
  },
  'issuance.new': {
    data: IssuanceEventData,
    delivery: 'default',
    hasDetail: false,
    description: 'An issuance was announced.',
    sample: SAMPLE_ISSUANCE,
  },
  'issuance.status_changed': {
    data: IssuanceStatusEventData,
    delivery: 'default',
    hasDetail: false,
    description: 'The status of an issuance changed to PRICING, ISSUED or WITHDRAWN.',
    sample: {
      ...SAMPLE_ISSUANCE,
      status: 'PRICING',
      previous_status: 'ANNOUNCED',
    } satisfies Sample<typeof IssuanceStatusEventData>,
  },
  'decision.changed': {
    data: DecisionEventData,
    delivery: 'opt_in',
    audience: 'workspace',
    hasDetail: false,
    description: 'What an active policy of the workspace decides of new exposure has changed.',
    sample: {
      policy: { name: 'counterparties', version: 2, digest: '0'.repeat(64) },
      cause: 'publication',
      decided_at: '2026-04-26T12:00:05Z',
      changes: [
        {
          provider_id: '00000000-0000-7000-8000-000000000001',
          previous_decision: 'ALLOW',
          decision: 'REVIEW',
          decided_by: 'fell_fast',
          sentence: 'The score fell by more than 5 points within 30 days.',
          verification_id: 'RF-00000-00000-00000-00000-000002',
        },
      ],
    } satisfies Sample<typeof DecisionEventData>,
  },
  'alert.opened': {
    data: AlertEventData,
    delivery: 'opt_in',
    audience: 'workspace',
    hasDetail: false,
    description: 'A watch rule of the workspace found something.',
    sample: SAMPLE_ALERT,
  },
  'alert.updated': {
    data: AlertEventData,
    delivery: 'opt_in',
    audience: 'workspace',
    hasDetail: false,
    description: 'An alert says something new, is open again, or was acknowledged or snoozed.',
    sample: { ...SAMPLE_ALERT, what: 'acknowledged', state: 'acknowledged' },
  },
  'alert.resolved': {
    data: AlertEventData,
    delivery: 'opt_in',
    audience: 'workspace',
    hasDetail: false,
    description: 'The cause of an alert ended, or a person closed it.',
    sample: { ...SAMPLE_ALERT, what: 'resolved', state: 'resolved' },
  },
  'webhook.endpoint_disabled': {
    data: DisabledEndpointEventData,
    delivery: 'default',
    audience: 'workspace',
    hasDetail: false,
    description: 'The service disabled another endpoint of the workspace, because its receiver failed.',
    sample: {
      endpoint_id: '00000000-0000-7000-8000-000000000004',
      host: 'receiver.example.org',
      disabled_because: 'failing',
      disabled_at: '2026-04-26T12:00:05Z',
      failing_since: '2026-04-21T12:00:04Z',
      waiting_deliveries: 12,
    } satisfies Sample<typeof DisabledEndpointEventData>,
  },
  'webhook.test': {
    data: TestEventData,
    delivery: 'on_request',
    hasDetail: false,
    description: 'A member of the workspace requested a test delivery.',
    sample: { message: 'This is a test: deliveries arrive.' } satisfies Sample<typeof TestEventData>,
  },
} as const satisfies Record<string, EventDefinition>;

type Table = typeof EVENT_DEFINITIONS;
export type WebhookEventType = keyof Table;
export const WEBHOOK_EVENT_TYPES = Object.keys(EVENT_DEFINITIONS) as WebhookEventType[];

type Delivered<Delivery> = {
  [Type in WebhookEventType]: Table[Type]['delivery'] extends Delivery ? Type : never;
}[WebhookEventType];

/** Types that an endpoint can subscribe to; only these are recorded as events. */
export type SubscribableEventType = Delivered<'default' | 'opt_in'>;
export const SUBSCRIBABLE_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter(
  (type) => EVENT_DEFINITIONS[type].delivery !== 'on_request',
) as SubscribableEventType[];

/** The types that an endpoint gets if it does not list any. */
export const DEFAULT_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter(
  (type) => EVENT_DEFINITIONS[type].delivery === 'default',
) as Delivered<'default'>[];

/** Types of events that are about one workspace. Only that workspace may learn of them. */
export type WorkspaceEventType = {
  [Type in SubscribableEventType]: Table[Type] extends { audience: 'workspace' } ? Type : never;
}[SubscribableEventType];

/** Types whose data is a change to an indicator. */
export type ScoreEventType = {
  [Type in WebhookEventType]: Table[Type]['data'] extends typeof ScoreEventData ? Type : never;
}[WebhookEventType];

export function isScoreEvent(type: WebhookEventType): type is ScoreEventType {
  return EVENT_DEFINITIONS[type].data === ScoreEventData;
}

export type EventData<Type extends WebhookEventType> = Static<Table[Type]['data']>;

function eventBody<const Name extends WebhookEventType, Data extends TSchema>(
  type: Name,
  data: Data,
  description: string,
) {
  return Type.Object(
    {
      id: Uuid,
      type: Type.Literal(type),
      created_at: Instant,
      api_version: Type.Literal(WEBHOOK_API_VERSION),
      workspace_id: Uuid,
      test: Type.Optional(
        Type.Literal(true, {
          description: 'Present only on test deliveries, whose content is not real news.',
        }),
      ),
      data,
    },
    { description: `${description} Every delivery attempt carries the same id. Members may be added.` },
  );
}

type EventBodies = {
  [Name in WebhookEventType]: ReturnType<typeof eventBody<Name, Table[Name]['data']>>;
};

/** The schema of the whole body, by event type. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [
    type,
    eventBody(type, EVENT_DEFINITIONS[type].data, EVENT_DEFINITIONS[type].description),
  ]),
) as unknown as EventBodies;

export type WebhookEventOf<Name extends WebhookEventType> = Static<EventBodies[Name]>;

/** The body of any event; `type` identifies the event. */
export type WebhookEvent = { [Name in WebhookEventType]: WebhookEventOf<Name> }[WebhookEventType];

/** score.published becomes ScorePublished. */
export function pascalCase(type: WebhookEventType): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
