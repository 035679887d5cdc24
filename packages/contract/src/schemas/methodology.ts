import type { Static } from 'typebox';
import { Type } from '../type.ts';
import {
  Band,
  CivilDate,
  Digest,
  Fraction,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  PlannerType,
  Score,
  Weight,
} from './common.ts';
import { mapOf, nullable } from './forms.ts';
import { DifferencesLink } from './methodology-differences.ts';

export const CriterionInputForm = Type.Union(
  [
    Type.Object({
      type: Type.Literal('number'),
      scale: Type.Integer({ minimum: 0, description: 'The number of decimals that a value may have.' }),
      breakpoints: Type.Array(Type.Object({ value: Type.Number(), points: Score }), {
        description: 'Points are interpolated linearly between breakpoints and constant outside them.',
      }),
    }),
    Type.Object({
      type: Type.Literal('enum'),
      options: Type.Array(
        Type.Object({ value: Type.String(), points: Score, definition: nullable(Type.String()) }),
        { description: 'Highest risk first.' },
      ),
    }),
  ],
  { description: 'The form of a value, and the points that it earns.' },
);
export type CriterionInputForm = Static<typeof CriterionInputForm>;

export const MethodologyCriterion = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    weight: Weight,
    planner_types: Type.Array(PlannerType),
    requires_flag: nullable(Type.String(), {
      description: 'The criterion applies only to providers with this flag; null if it applies to all.',
    }),
    input: CriterionInputForm,
    unit: Type.String(),
    direction: Type.Enum(['higher', 'lower'], {
      type: 'string',
      description: 'Whether higher or lower values mean lower risk.',
    }),
    max_age_days: Type.Integer({ minimum: 1 }),
    evidence: Type.Array(Type.String()),
    measure: Type.String({ description: 'What the criterion measures.' }),
    gate: Type.Boolean({
      description: 'Whether a provider cannot be scored without unexpired evidence for this criterion.',
    }),
  },
  { description: 'A criterion. Its weight is in percent of its module.' },
);
export type MethodologyCriterion = Static<typeof MethodologyCriterion>;

export const MethodologyModule = Type.Object(
  { id: Type.String(), label: Type.String(), weight: Weight, criteria: Type.Array(MethodologyCriterion) },
  { description: 'A module. Its weight is in percent of the total.' },
);
export type MethodologyModule = Static<typeof MethodologyModule>;

export const MethodologyRule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tiers: Type.Array(
      Type.Object({
        condition: mapOf(Type.Union([Type.String(), Type.Array(Type.String())]), {
          description: 'Either input, op (lt, le, gt, ge, eq, in) and value, or any_missing.',
        }),
        cap: Score,
      }),
      { description: 'The cap of the rule is the lowest cap among the conditions that are true.' },
    ),
  },
  { description: 'A hard rule. When it fires, the score cannot exceed its cap.' },
);
export type MethodologyRule = Static<typeof MethodologyRule>;

export const MethodologyThresholds = Type.Object(
  {
    bands: Type.Array(Type.Object({ band: Band, lower_bound: Score }), {
      description: 'Bounds are inclusive. Lowest risk first.',
    }),
    evidence_ages: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Enum(['criterion', 'gate'], { type: 'string' }),
        max_age_days: Type.Integer({ minimum: 1, description: 'Evidence up to this age counts in full.' }),
        lapses_at_days: Type.Integer({
          minimum: 1,
          description: 'Evidence from this age on does not count.',
        }),
      }),
    ),
    confidence: Type.Object({
      grades: Type.Array(Type.Object({ grade: Type.String(), factor: Fraction }), {
        description: 'The share of full confidence (evidence quality) that evidence of each grade earns.',
      }),
    }),
    factors: Type.Object({
      listed: Type.Integer({
        minimum: 0,
        description: 'The number of factors that a decision object lists by name.',
      }),
      floor_min_points: Score,
    }),
  },
  { description: 'The limits for bands, evidence ages, confidence and listed factors.' },
);
export type MethodologyThresholds = Static<typeof MethodologyThresholds>;

export const MethodologySignOff = Type.Object(
  {
    role: Type.Literal('chief_risk_officer'),
    name: Type.String(),
    signed_at: Instant,
    key_id: Type.String(),
    public_key: Type.String({
      description: 'For convenience only. Trust a key that you have pinned.',
    }),
    signature: Type.String({
      description:
        'The Ed25519 signature in base64, over the canonical JSON of digest, effective_from, framework_version, name, role and signed_at.',
    }),
  },
  { description: 'The sign-off of the chief risk officer.' },
);
export type MethodologySignOff = Static<typeof MethodologySignOff>;

export const MethodologyVersion = Type.Object(
  {
    version: Type.String(),
    framework_version: FrameworkVersion,
    digest: Digest,
    status: Type.Enum(['upcoming', 'current', 'superseded', 'cancelled'], {
      type: 'string',
      description:
        'upcoming: announced, and in effect from a later date. cancelled: it was announced and then cancelled, and is never in effect. Values may be added.',
    }),
    announced_at: Instant,
    effective_from: CivilDate,
    effective_until: nullable(CivilDate, { description: 'Null if no later version follows.' }),
    notes: nullable(Type.String(), { description: 'What is new in this version.' }),
    urgent_reason: nullable(Type.String(), {
      description: 'Why the version takes effect without the usual notice; null if the notice was given.',
    }),
    cancelled_reason: nullable(Type.String(), {
      description: 'Why the version was cancelled; null if it was not.',
    }),
    differences: nullable(DifferencesLink, {
      description: 'What the version changes for each provider; null for the first version.',
    }),
  },
  { description: 'A version of the framework and when it is in effect.' },
);
export type MethodologyVersion = Static<typeof MethodologyVersion>;

export const Methodology = Type.Object(
  {
    framework_name: Type.String(),
    framework_version: FrameworkVersion,
    version: Type.String({ description: 'The major and minor version, such as 1.0.' }),
    effective_from: CivilDate,
    digest: Digest,
    sign_off: MethodologySignOff,
    modules: Type.Array(MethodologyModule),
    gates: Type.Array(
      Type.Object({
        id: Type.String(),
        options: Type.Array(Type.Object({ value: Type.String(), definition: nullable(Type.String()) }), {
          description: 'Highest risk first.',
        }),
        max_age_days: Type.Integer({ minimum: 1 }),
      }),
      { description: 'Facts that the service must check itself. Without them, a provider cannot be scored.' },
    ),
    flags: Type.Array(Type.String(), { description: 'The flags that describe the structure of a provider.' }),
    hard_rules: Type.Array(MethodologyRule),
    thresholds: MethodologyThresholds,
    rounding: Type.Object({
      decimals: Type.Integer({ minimum: 0, description: 'The number of decimals of a published score.' }),
      direction: Type.Literal('down'),
      description: Type.String(),
    }),
    versions: Type.Array(MethodologyVersion, { description: 'All versions, newest first.' }),
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Methodology', description: 'The current framework, as data. Members may be added.' },
);
export type Methodology = Static<typeof Methodology>;
