import { type Static, Type } from 'typebox';
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

export const CriterionInputForm = Type.Union(
  [
    Type.Object({
      type: Type.Literal('number'),
      scale: Type.Integer({ minimum: 0, description: 'Decimals that a value may have.' }),
      breakpoints: Type.Array(Type.Object({ value: Type.Number(), points: Score }), {
        description: 'Points are linear between them, and flat outside.',
      }),
    }),
    Type.Object({
      type: Type.Literal('enum'),
      options: Type.Array(
        Type.Object({ value: Type.String(), points: Score, definition: nullable(Type.String()) }),
        { description: 'Worst first.' },
      ),
    }),
  ],
  { description: 'What a value looks like, and the points that it earns.' },
);
export type CriterionInputForm = Static<typeof CriterionInputForm>;

export const MethodologyCriterion = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    weight: Weight,
    planner_types: Type.Array(PlannerType),
    requires_flag: nullable(Type.String(), { description: 'It applies only to providers with this flag.' }),
    input: CriterionInputForm,
    unit: Type.String(),
    direction: Type.Enum(['higher', 'lower'], { type: 'string', description: 'Which way is safer.' }),
    max_age_days: Type.Integer({ minimum: 1 }),
    evidence: Type.Array(Type.String()),
    measure: Type.String({ description: 'What is measured.' }),
    gate: Type.Boolean({ description: 'Whether there is no score without live evidence for it.' }),
  },
  { description: 'A criterion; its weight is in percent of its module.' },
);
export type MethodologyCriterion = Static<typeof MethodologyCriterion>;

export const MethodologyModule = Type.Object(
  { id: Type.String(), label: Type.String(), weight: Weight, criteria: Type.Array(MethodologyCriterion) },
  { description: 'A module; its weight is in percent of the whole.' },
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
      { description: 'The lowest cap among the conditions that hold is the cap of the rule.' },
    ),
  },
  { description: 'A hard rule: where it fires, the score cannot be above its cap.' },
);
export type MethodologyRule = Static<typeof MethodologyRule>;

export const MethodologyThresholds = Type.Object(
  {
    bands: Type.Array(Type.Object({ band: Band, lower_bound: Score }), {
      description: 'Bounds are inclusive; the safest band first.',
    }),
    evidence_ages: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Enum(['criterion', 'gate'], { type: 'string' }),
        max_age_days: Type.Integer({ minimum: 1, description: 'Up to this age evidence counts in full.' }),
        lapses_at_days: Type.Integer({ minimum: 1, description: 'From this age on it counts for nothing.' }),
      }),
    ),
    confidence: Type.Object({
      grades: Type.Array(Type.Object({ grade: Type.String(), factor: Fraction }), {
        description: 'The share of full confidence that evidence of each grade earns.',
      }),
    }),
    factors: Type.Object({
      listed: Type.Integer({ minimum: 0, description: 'How many factors a decision object lists by name.' }),
      floor_min_points: Score,
    }),
  },
  { description: 'Bands, evidence ages, confidence, and which factors are listed.' },
);
export type MethodologyThresholds = Static<typeof MethodologyThresholds>;

export const MethodologySignOff = Type.Object(
  {
    role: Type.Literal('chief_risk_officer'),
    name: Type.String(),
    signed_at: Instant,
    key_id: Type.String(),
    public_key: Type.String({
      description: 'For convenience; trust comes from a key that the reader has pinned.',
    }),
    signature: Type.String({
      description:
        'Base64 of the Ed25519 signature over the canonical JSON of digest, effective_from, framework_version, name, role and signed_at.',
    }),
  },
  { description: "The chief risk officer's sign-off." },
);
export type MethodologySignOff = Static<typeof MethodologySignOff>;

export const MethodologyVersion = Type.Object(
  {
    version: Type.String(),
    framework_version: FrameworkVersion,
    digest: Digest,
    status: Type.Enum(['upcoming', 'current', 'superseded'], { type: 'string' }),
    effective_from: CivilDate,
    effective_until: nullable(CivilDate, { description: 'Null while no later version has followed.' }),
    notes: nullable(Type.String()),
  },
  { description: 'A version of the framework and when it held.' },
);
export type MethodologyVersion = Static<typeof MethodologyVersion>;

export const Methodology = Type.Object(
  {
    framework_name: Type.String(),
    framework_version: FrameworkVersion,
    version: Type.String({ description: 'Major and minor, such as 1.0.' }),
    effective_from: CivilDate,
    digest: Digest,
    sign_off: MethodologySignOff,
    modules: Type.Array(MethodologyModule),
    gates: Type.Array(
      Type.Object({
        id: Type.String(),
        options: Type.Array(Type.Object({ value: Type.String(), definition: nullable(Type.String()) }), {
          description: 'Worst first.',
        }),
        max_age_days: Type.Integer({ minimum: 1 }),
      }),
      { description: 'Facts that the service must look at itself; without them there is no score.' },
    ),
    flags: Type.Array(Type.String(), { description: 'What can be said of the structure of a provider.' }),
    hard_rules: Type.Array(MethodologyRule),
    thresholds: MethodologyThresholds,
    rounding: Type.Object({
      decimals: Type.Integer({ minimum: 0, description: 'Decimals of a published score.' }),
      direction: Type.Literal('down'),
      description: Type.String(),
    }),
    versions: Type.Array(MethodologyVersion, { description: 'All versions, newest first.' }),
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Methodology', description: 'The framework in force, as data. Members may be added.' },
);
export type Methodology = Static<typeof Methodology>;
