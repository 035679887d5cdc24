// The `data` member of webhook events, one schema for each kind of content.

import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { changeMembers } from '../changelog.ts';
import {
  Band,
  CivilDate,
  Digest,
  Fraction,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  OffsetInstant,
  PlannerType,
  Points,
  Score,
  Uuid,
  VerificationId,
} from '../common.ts';
import { DecisionObject } from '../decision-object.ts';
import { nullable } from '../forms.ts';
import { identifiersMember } from '../identifiers.ts';
import { issuanceMembers } from '../issuances.ts';
import { DifferencesLink } from '../methodology-differences.ts';
import { PolicyDecisionName } from '../policies.ts';
import { ChangePart } from '../score-changes.ts';
import { ALERT_CHANGES, ALERT_STATES, WATCH_KINDS } from '../watch.ts';

/** Members of the data of every event. */
const everyEvent = {
  sequence: Type.Integer({
    minimum: 0,
    description:
      'The position of the event among all events. Deliveries can arrive in any order: sort by this number.',
  }),
  checkpoint: nullable(Type.String(), {
    description:
      'The latest signed checkpoint of the transparency log, as a signed note; null while the log is empty.',
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
      { description: 'Why the score changed; null if there is no earlier indicator to compare with.' },
    ),
  },
  {
    description:
      'The reasoning behind the score. Sent only to workspaces that are entitled to the scores operations.',
  },
);
export type ScoreEventDetail = Static<typeof ScoreEventDetail>;

export const ScoreEventData = Type.Object(
  {
    ...everyEvent,
    changelog_id: Uuid,
    ...changeMembers,
    corrects: nullable(VerificationId, { description: 'The indicator that this one corrects.' }),
    scored_at: OffsetInstant,
    changed_at: Instant,
    limitations_disclosure: LimitationsDisclosure,
    detail: Type.Optional(ScoreEventDetail),
  },
  { description: 'A change to the indicator of a provider. Members may be added.' },
);
export type ScoreEventData = Static<typeof ScoreEventData>;

export const RenewalEventData = Type.Object(
  {
    ...everyEvent,
    provider_id: Uuid,
    provider_name: Type.String(),
    planner_type: PlannerType,
    final_score: Score,
    risk_band: Band,
    framework_version: FrameworkVersion,
    verification_id: VerificationId,
    renews: nullable(VerificationId, {
      description: 'The indicator that this one renews: the last one that was not a renewal itself.',
    }),
    scored_at: OffsetInstant,
    published_at: Instant,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    description:
      'A new indicator with newer evidence or facts, and the same score, band and caps. Members may be added.',
  },
);
export type RenewalEventData = Static<typeof RenewalEventData>;

export const LapsingEventData = Type.Object(
  {
    ...everyEvent,
    provider_id: Uuid,
    provider_name: Type.String(),
    planner_type: PlannerType,
    framework_version: FrameworkVersion,
    verification_id: VerificationId,
    days: Type.Integer({
      enum: [14, 3],
      description:
        'Which notice this is: at most 14 days are left, or at most 3. After the first, the second follows unless the gates are checked.',
    }),
    gates: Type.Array(
      Type.Object({
        kind: Type.Enum(['criterion', 'gate'], { type: 'string' }),
        id: Type.String(),
        label: Type.String(),
        evidence_date: CivilDate,
      }),
      { description: 'Those that lapse then, with the day of their last check.' },
    ),
    stale_from: Type.String({
      format: 'date-time',
      description: 'When the indicator becomes stale if one of the gates is not checked again.',
    }),
    withdrawn_from: Type.String({
      format: 'date-time',
      description: 'When it is withdrawn if that has not happened by then either.',
    }),
  },
  {
    description:
      'An indicator that will be stale soon, with the gates whose evidence lapses then. Sent 14 days and 3 days before, once each. Members may be added.',
  },
);
export type LapsingEventData = Static<typeof LapsingEventData>;

export const DecisionEventData = Type.Object(
  {
    ...everyEvent,
    policy: Type.Object({
      name: Type.String(),
      version: Type.Integer(),
      digest: Type.String({ description: 'Of the active version.' }),
    }),
    cause: Type.Enum(['publication', 'policy', 'time'], {
      type: 'string',
      description:
        'publication: something was published, such as a score, a stale mark or a review. policy: another version is active. time: evidence aged, a window moved, or an exception ended.',
    }),
    decided_at: Type.String({ format: 'date-time' }),
    changes: Type.Array(
      Type.Object({
        provider_id: Type.String(),
        previous_decision: nullable(PolicyDecisionName, {
          description: 'Null for a provider that is new in the scope.',
        }),
        decision: PolicyDecisionName,
        decided_by: nullable(Type.String(), { description: 'The rule that decided; null for ALLOW.' }),
        sentence: Type.String(),
        verification_id: nullable(VerificationId),
      }),
      { minItems: 1, description: 'Each provider of which the policy now decides otherwise.' },
    ),
  },
  {
    description:
      'What an active policy of the workspace decides of new exposure has changed. It is not a decision itself: ask for one before you act. Members may be added.',
  },
);
export type DecisionEventData = Static<typeof DecisionEventData>;

export const AlertEventData = Type.Object(
  {
    ...everyEvent,
    alert_id: Type.String(),
    rule: Type.Object({ id: Type.String(), name: Type.String() }),
    book_id: nullable(Type.String(), { description: 'The book that the rule watches, if it watches one.' }),
    kind: Type.Enum([...WATCH_KINDS], {
      type: 'string',
      description: 'Which condition of the rule holds or held.',
    }),
    what: Type.Enum([...ALERT_CHANGES], {
      type: 'string',
      description:
        'What happened to the alert. worsened and snooze_ended: it is open again. closed: by a person, while its cause goes on. resolved: its cause ended.',
    }),
    state: Type.Enum([...ALERT_STATES], { type: 'string' }),
    sentence: Type.String(),
    fact: nullable(Type.String()),
    names: Type.Array(
      Type.Object({
        provider_id: nullable(Uuid),
        name: Type.String(),
        score: nullable(Score),
        risk_band: nullable(Band),
      }),
      { description: 'What it is about; empty for a limit.' },
    ),
    opened_at: Type.String({ format: 'date-time' }),
    changed_at: Type.String({ format: 'date-time' }),
  },
  {
    description:
      'An alert of a watch rule of the workspace. It has no amounts, and the names of a book only if its rule allows them in webhooks. Members may be added.',
  },
);
export type AlertEventData = Static<typeof AlertEventData>;

export const NamingEventData = Type.Object(
  {
    ...everyEvent,
    provider_id: Uuid,
    provider_name: Type.String({ description: 'The name from now on.' }),
    previous_name: Type.String(),
    slug: Type.String({ description: 'The slug from now on. Links with the previous one keep working.' }),
    previous_slug: Type.String(),
    website: nullable(Type.String()),
    previous_website: nullable(Type.String()),
    reason: Type.String({ description: 'Why it was changed.' }),
    renamed_at: Instant,
  },
  {
    description:
      'What a provider is called from now on; what did not change is the same as before. Members may be added.',
  },
);
export type NamingEventData = Static<typeof NamingEventData>;

export const MethodologyEventData = Type.Object(
  {
    ...everyEvent,
    version: Type.String({ description: 'The version of the framework, such as 1.0.' }),
    framework_version: FrameworkVersion,
    digest: Digest,
    effective_from: CivilDate,
    notes: Type.String({ description: 'What is new in this version.' }),
    urgent_reason: nullable(Type.String(), {
      description: 'Why the version takes effect without the usual notice; null if the notice was given.',
    }),
    differences: nullable(DifferencesLink, {
      description: 'What the version changes for each provider; null for the first version.',
    }),
  },
  { description: 'A framework version that took effect. Members may be added.' },
);
export type MethodologyEventData = Static<typeof MethodologyEventData>;

export const AnnouncementEventData = Type.Object(
  {
    ...MethodologyEventData.properties,
    cancelled_reason: nullable(Type.String(), {
      description:
        'Why the announced version was cancelled, so that it never takes effect; null if it was announced.',
    }),
  },
  { description: 'A framework version that was announced or cancelled. Members may be added.' },
);
export type AnnouncementEventData = Static<typeof AnnouncementEventData>;

/** Every status; the list of the API shows upcoming issuances only. */
const AnyIssuanceStatus = Type.Enum(['ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN'], {
  type: 'string',
  description: 'The status of the issuance. ISSUED and WITHDRAWN are final.',
});

const issuance = {
  ...everyEvent,
  ...issuanceMembers(AnyIssuanceStatus),
  // Events from before there were identifiers have none.
  identifiers: Type.Optional(identifiersMember.identifiers),
};

export const IssuanceEventData = Type.Object(issuance, {
  description: 'A new issuance. Members may be added.',
});
export type IssuanceEventData = Static<typeof IssuanceEventData>;

export const IssuanceStatusEventData = Type.Object(
  { ...issuance, previous_status: AnyIssuanceStatus },
  { description: 'An issuance whose status changed. Members may be added.' },
);
export type IssuanceStatusEventData = Static<typeof IssuanceStatusEventData>;

export const DisabledEndpointEventData = Type.Object(
  {
    ...everyEvent,
    endpoint_id: Uuid,
    host: Type.String({ description: 'The host of its URL, with the port if there is one.' }),
    disabled_because: Type.Enum(['gone', 'failing'], {
      type: 'string',
      description: 'gone: the receiver answered 410. failing: every attempt failed for 5 days.',
    }),
    disabled_at: Instant,
    failing_since: nullable(Instant, {
      description: 'The first failure since the last success.',
    }),
    waiting_deliveries: Type.Integer({
      minimum: 0,
      description: 'How many deliveries wait until the endpoint is enabled again.',
    }),
  },
  { description: 'An endpoint of the workspace that the service disabled. Members may be added.' },
);
export type DisabledEndpointEventData = Static<typeof DisabledEndpointEventData>;

export const TestEventData = Type.Object(
  { ...everyEvent, message: Type.String() },
  { description: 'A test that a member of the workspace requested. Members may be added.' },
);
export type TestEventData = Static<typeof TestEventData>;
