// What webhooks carry: one schema for the body of each event type, told apart by `type`.

import { type Static, type TSchema, Type } from 'typebox';
import { changeMembers } from './changelog.ts';
import {
  CivilDate,
  Digest,
  Fraction,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  OffsetInstant,
  Points,
  Score,
  Uuid,
  VerificationId,
} from './common.ts';
import { DecisionObject } from './decision-object.ts';
import { nullable } from './forms.ts';
import { issuanceMembers } from './issuances.ts';
import { ChangePart } from './score-changes.ts';

export const WEBHOOK_API_VERSION = 'v1';

/** What every event's data has. */
const everyEvent = {
  sequence: Type.Integer({
    minimum: 0,
    description: 'The place of the event among all events. No order of delivery is promised: sort by it.',
  }),
  checkpoint: nullable(Type.String(), {
    description: "The log's newest signed checkpoint, as a signed note; null while the log is empty.",
  }),
};

export const ScoreEventDetail = Type.Object(
  {
    confidence: Fraction,
    uncapped_score: Score,
    rf_decision_object: DecisionObject,
    change: nullable(
      Type.Object({
        delta: Points,
        parts: Type.Array(ChangePart, { description: 'Their points add up to delta exactly.' }),
      }),
      { description: 'Why the score moved; null where there is nothing to compare it with.' },
    ),
  },
  { description: 'What stands behind the score. Sent only to workspaces that are entitled to scores.' },
);
export type ScoreEventDetail = Static<typeof ScoreEventDetail>;

export const ScoreEventData = Type.Object(
  {
    ...everyEvent,
    changelog_id: Uuid,
    ...changeMembers,
    corrects: nullable(VerificationId, { description: 'The indicator that this one restates.' }),
    scored_at: OffsetInstant,
    changed_at: Instant,
    limitations_disclosure: LimitationsDisclosure,
    detail: Type.Optional(ScoreEventDetail),
  },
  { description: 'A change of an indicator. Members may be added.' },
);
export type ScoreEventData = Static<typeof ScoreEventData>;

export const MethodologyEventData = Type.Object(
  {
    ...everyEvent,
    version: Type.String({ description: "The framework's version, such as 1.0." }),
    framework_version: FrameworkVersion,
    digest: Digest,
    effective_from: CivilDate,
    notes: Type.String({ description: 'What the version brings.' }),
  },
  { description: 'A framework that was put in force. Members may be added.' },
);
export type MethodologyEventData = Static<typeof MethodologyEventData>;

/** All of an issuance's life; the listing of the API shows only what is still to come. */
const AnyIssuanceStatus = Type.Enum(['ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN'], {
  type: 'string',
  description: 'How far the issuance has come: ISSUED and WITHDRAWN are its ends.',
});

const issuance = { ...everyEvent, ...issuanceMembers(AnyIssuanceStatus) };

export const IssuanceEventData = Type.Object(issuance, {
  description: 'A new issuance. Members may be added.',
});
export type IssuanceEventData = Static<typeof IssuanceEventData>;

export const IssuanceStatusEventData = Type.Object(
  { ...issuance, previous_status: AnyIssuanceStatus },
  { description: 'An issuance that moved. Members may be added.' },
);
export type IssuanceStatusEventData = Static<typeof IssuanceStatusEventData>;

export const TestEventData = Type.Object(
  { ...everyEvent, message: Type.String() },
  { description: 'A test, asked for by a member of the workspace. Members may be added.' },
);
export type TestEventData = Static<typeof TestEventData>;

function eventBody<const Name extends string, Data extends TSchema>(
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
      test: Type.Optional(Type.Literal(true, { description: 'Only on tests, which report nothing real.' })),
      data,
    },
    { description: `${description} The id is the same for all tries. Members may be added.` },
  );
}

export const ScorePublishedEvent = eventBody(
  'score.published',
  ScoreEventData,
  'A first or returning indicator.',
);
export const ScoreChangedEvent = eventBody(
  'score.changed',
  ScoreEventData,
  'A score or a cap moved within its band.',
);
export const BandChangedEvent = eventBody(
  'band.changed',
  ScoreEventData,
  'An indicator moved to another band.',
);
export const ScoreCorrectedEvent = eventBody('score.corrected', ScoreEventData, 'An indicator was restated.');
export const ScoreWithdrawnEvent = eventBody(
  'score.withdrawn',
  ScoreEventData,
  'An indicator was withdrawn.',
);
export const MethodologyPublishedEvent = eventBody(
  'methodology.published',
  MethodologyEventData,
  'A framework was put in force.',
);
export const IssuanceNewEvent = eventBody('issuance.new', IssuanceEventData, 'An issuance was announced.');
export const IssuanceStatusChangedEvent = eventBody(
  'issuance.status_changed',
  IssuanceStatusEventData,
  'An issuance moved to another status.',
);
export const WebhookTestEvent = eventBody('webhook.test', TestEventData, 'Shows that deliveries arrive.');

export const WEBHOOK_EVENTS = {
  'score.published': ScorePublishedEvent,
  'score.changed': ScoreChangedEvent,
  'band.changed': BandChangedEvent,
  'score.corrected': ScoreCorrectedEvent,
  'score.withdrawn': ScoreWithdrawnEvent,
  'methodology.published': MethodologyPublishedEvent,
  'issuance.new': IssuanceNewEvent,
  'issuance.status_changed': IssuanceStatusChangedEvent,
  'webhook.test': WebhookTestEvent,
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];

/** Any event's body; `type` tells which. */
export type WebhookEvent = {
  [Name in WebhookEventType]: Static<(typeof WEBHOOK_EVENTS)[Name]>;
}[WebhookEventType];
