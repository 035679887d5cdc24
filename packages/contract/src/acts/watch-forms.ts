// Schemas of watch rules, alerts, channels and digests that several acts share.

import { Band, PlannerType } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { PolicyDecisionName } from '../schemas/policies.ts';
import { ALERT_CHANGES, ALERT_STATES, WATCH_KINDS } from '../schemas/watch.ts';
import { Type } from '../type.ts';
import { Id, Instant, strict, text } from './forms.ts';

export const CHANNEL_KINDS = ['mail', 'slack', 'pagerduty'] as const;
export const DIGEST_TIMES = ['off', 'day', 'week'] as const;
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const KindOfWatch = Type.Enum([...WATCH_KINDS], {
  type: 'string',
  description:
    'below_score: the score is below `score`. fell: it fell by `points` or more within `days`. band_change: another band, in the `direction`. stale, withdrawn, under_review: the indicator is. decision_changed: what an active policy decides of new exposure. limit_breached: a limit of the book. evidence_lapses: the indicator will be stale within `days`.',
});

/** Members that the kind does not have are refused. */
export const Condition = strict({
  kind: KindOfWatch,
  score: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, description: 'For below_score.' }),
  ),
  points: Type.Optional(
    Type.Number({ minimum: 0.01, maximum: 100, multipleOf: 0.01, description: 'For fell.' }),
  ),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description: 'For fell, and for evidence_lapses: 14 if absent.',
    }),
  ),
  direction: Type.Optional(
    Type.Enum(['riskier', 'any'], {
      type: 'string',
      description: 'For band_change: riskier if absent.',
    }),
  ),
  policy: Type.Optional(text('For decision_changed: the name of a policy; every active one if absent.', 64)),
  limit: Type.Optional(text('For limit_breached: the id of a limit; every one if absent.', 64)),
});

const conditions = Type.Array(Condition, {
  minItems: 1,
  maxItems: 20,
  description: 'The rule tells when any of them holds. Each kind occurs once.',
});

export const DraftMembers = {
  book: Type.Optional(
    text('Id of a book: the rule watches its names. Empty for none. Takes the right to see the book.', 64),
  ),
  providers: Type.Optional(
    Type.Array(text('Id or slug of a provider.', 100), {
      maxItems: 1000,
      description: 'Without a book: which providers; all if empty.',
    }),
  ),
  conditions,
};

export const RuleMembers = {
  name: text('What the rule is called.', 120),
  ...DraftMembers,
  channels: Type.Optional(
    Type.Array(text('Id of a channel.', 64), {
      maxItems: 20,
      description: 'Where it tells at once; none: on the page and in digests alone.',
    }),
  ),
  at_once: Type.Optional(
    Type.Boolean({
      description:
        'Whether its channels are told at once; true if absent. Lapses of evidence are told at once only within 3 days.',
    }),
  ),
  webhooks: Type.Optional(
    Type.Boolean({
      description:
        'Whether its alerts are events of webhooks. Absent: true, but false for a book, because everyone who reads deliveries of the workspace then learns its names.',
    }),
  ),
};

const ChannelState = Type.Enum(['new', 'delivered', 'failed', 'removed'], {
  type: 'string',
  description: 'new: nothing was sent yet. failed: the last attempt.',
});

const ChannelName = strict({
  id: Id,
  kind: Type.Enum([...CHANNEL_KINDS], { type: 'string' }),
  name: Type.String(),
  state: ChannelState,
});

export const WatchRule = strict({
  id: Id,
  name: Type.String(),
  book: nullable(strict({ id: Id, name: Type.String() })),
  providers: Type.Array(strict({ id: Id, name: Type.String() }), {
    description: 'All providers, or all names of the book, if empty.',
  }),
  conditions: Type.Array(Condition),
  channels: Type.Array(ChannelName),
  at_once: Type.Boolean(),
  webhooks: Type.Boolean(),
  on: Type.Boolean(),
  stopped: nullable(Type.Enum(['owner_left', 'book_not_seen'], { type: 'string' }), {
    description:
      'Why it tells nothing although it is on: it runs in the right of its owner, who left or may not see the book any more. Whoever changes the rule becomes its owner.',
  }),
  owner: Id,
  owner_name: Type.String(),
  created_at: Instant,
  changed_at: Instant,
  alerts: Type.Integer({ description: 'How many of its alerts are not resolved.' }),
});

/** A name that an alert is about. */
const Subject = strict({
  provider: nullable(Id, { description: 'Null for a name of a book that is not matched to a provider.' }),
  name: Type.String(),
  type: nullable(PlannerType),
  score: nullable(Type.Number()),
  band: nullable(Band),
  previous_score: nullable(Type.Number()),
  previous_band: nullable(Band),
  previous_decision: nullable(PolicyDecisionName),
  decision: nullable(PolicyDecisionName),
  exposure: nullable(Type.String(), {
    description: 'Of a book, in its currency, when the alert changed last.',
  }),
  direction: nullable(Type.Enum(['safer', 'riskier'], { type: 'string' })),
});

export const Alert = strict({
  id: Id,
  kind: KindOfWatch,
  state: Type.Enum([...ALERT_STATES], { type: 'string' }),
  sentence: Type.String({ description: 'What happened, such as "Pennythrift is stale". No amounts.' }),
  fact: nullable(Type.String(), { description: 'More about it; amounts only of a book that you see.' }),
  urgent: Type.Boolean({ description: 'Whether channels are told at once.' }),
  rule: strict({ id: Id, name: Type.String() }),
  book: nullable(strict({ id: Id, name: Type.String(), currency: Type.String() })),
  names: Type.Array(Subject),
  limit: nullable(Type.String(), { description: 'The id of the limit that is breached.' }),
  policy: nullable(Type.String()),
  lapses_on: nullable(Type.String(), {
    description: 'The UTC day on which the first of its evidence lapses.',
  }),
  checks: Type.Array(Type.String(), { description: 'What lapses.' }),
  opened_at: Instant,
  changed_at: Instant,
  cause_ended_at: nullable(Instant, {
    description: 'When the cause ended. Null for an alert that a person closed while it goes on.',
  }),
  snoozed_until: nullable(Instant),
  acknowledged: nullable(strict({ at: Instant, by: Id, by_name: Type.String(), note: Type.String() }), {
    description: 'The last acknowledgement.',
  }),
});

export const AlertChange = strict({
  at: Instant,
  what: Type.Enum([...ALERT_CHANGES], {
    type: 'string',
    description: 'worsened: the alert is open again. closed: by a person. resolved: its cause ended.',
  }),
  by: nullable(Id),
  by_name: nullable(Type.String()),
  note: Type.String(),
  sentence: Type.String(),
  fact: nullable(Type.String()),
});

export const AlertDelivery = strict({
  channel: ChannelName,
  what: Type.Enum([...ALERT_CHANGES], { type: 'string' }),
  to_name: nullable(Type.String(), { description: 'Of a mail: the member.' }),
  status: Type.Enum(['pending', 'delivered', 'failed', 'cancelled'], { type: 'string' }),
  attempts: Type.Integer(),
  last_error: nullable(Type.String()),
  finished_at: nullable(Instant),
});

export const Channel = strict({
  ...ChannelName.properties,
  to: Type.String({ description: 'Host of the address, or the names of the members. Never the secret.' }),
  members: Type.Array(strict({ id: Id, name: Type.String() }), { description: 'Of mail: who gets it.' }),
  created_at: Instant,
  created_by_name: Type.String(),
  last_delivered_at: nullable(Instant),
  failing_since: nullable(Instant),
  last_error: nullable(Type.String(), { description: 'Why the last attempt failed, and what to do.' }),
  pending: Type.Integer({ description: 'How many messages wait to be sent.' }),
  rules: Type.Integer({ description: 'How many rules tell through it, of those that you see.' }),
});

export const DigestSettings = strict({
  every: Type.Enum([...DIGEST_TIMES], { type: 'string' }),
  weekday: Type.Enum([...WEEKDAYS], { type: 'string', description: 'Of the weekly mails.' }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'In the time zone.' }),
  time_zone: Type.String({ description: 'IANA name, such as Europe/Berlin.' }),
  all_quiet: Type.Boolean({
    description: 'Whether a mail says once a week that nothing is open, so that silence is evidence.',
  }),
  address: nullable(Type.String(), {
    description: 'Where mails go; null without a sign-in by mail address.',
  }),
  next_at: nullable(Instant, { description: 'When the next one is due.' }),
  last_sent_at: nullable(Instant),
});

/** Two columns of a digest: what, and why. */
const DigestLine = strict({
  alert: nullable(Id),
  name: Type.String(),
  score: nullable(Type.Number()),
  text: Type.String(),
});

export const DigestPreview = strict({
  subject: Type.String(),
  text: nullable(Type.String(), { description: 'The mail as it is sent; null if there is nothing to tell.' }),
  lead: Type.Array(Type.String(), {
    description: 'A line about each book that you see and that has a rule.',
  }),
  needs_you: Type.Array(DigestLine),
  ahead: Type.Array(strict({ day: Type.String(), text: Type.String() })),
});

export const Told = strict({
  at: Instant,
  kind: KindOfWatch,
  provider: nullable(Id),
  name: Type.String(),
  sentence: Type.String(),
  direction: nullable(Type.Enum(['safer', 'riskier'], { type: 'string' })),
});
