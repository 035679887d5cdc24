// The computation package. Numbers inside it are canonical text, because the package hash covers exactly these
// characters.

import type { Static } from 'typebox';
import { Type } from '../type.ts';
import {
  Band,
  CivilDate,
  Decimal,
  Digest,
  Instant,
  LimitationsDisclosure,
  PlannerType,
  VerificationId,
} from './common.ts';
import { mapOf, nullable } from './forms.ts';
import { LogEntry, Signature, Statement } from './proof.ts';

const Reference = nullable(mapOf(Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()])), {
  description:
    'A reference to the evidence or the approval of a value. Its members are strings, lists of strings or null. A derived value has no evidence of its own; its approval names the rule (derived) and the values that it was derived from (from).',
});

export const PackagedInput = Type.Object(
  {
    value: Type.String(),
    grade: Type.String(),
    evidence_date: CivilDate,
    evidence: Reference,
    approval: Reference,
  },
  { description: 'An approved input value with its evidence.' },
);
export type PackagedInput = Static<typeof PackagedInput>;

export const PackagedFact = Type.Object(
  {
    value: Type.String(),
    grade: nullable(Type.String()),
    evidence_date: nullable(CivilDate),
    evidence: Reference,
    approval: Reference,
  },
  { description: 'An approved value beside the criteria, such as an offered yield or a reference rate.' },
);
export type PackagedFact = Static<typeof PackagedFact>;

const CanonicalFactor = Type.Object({
  criterion_id: Type.String(),
  criterion_label: Type.String(),
  detail: Type.String(),
  point_impact: Decimal,
});

export const CanonicalResult = Type.Object(
  {
    band: Band,
    confidence: Decimal,
    coverage: Decimal,
    criteria: Type.Array(
      Type.Object({
        contribution: Decimal,
        id: Type.String(),
        points: Decimal,
        shortfall: Decimal,
        status: Type.Enum(['scored', 'stale', 'expired', 'missing'], { type: 'string' }),
        weight: Decimal,
      }),
    ),
    decision: Type.Object({
      ceiling_factors: Type.Array(CanonicalFactor),
      floor_factors: Type.Array(CanonicalFactor),
      hard_caps_fired: Type.Array(
        Type.Object({
          binding: Type.Boolean(),
          blocks_next_band: Type.Boolean(),
          cap: Decimal,
          name: Type.String(),
          point_impact: Decimal,
          rule_id: Type.String(),
        }),
      ),
      next_band: nullable(Band),
      points_to_next_band: nullable(Decimal),
      summary: Type.String(),
    }),
    final_score: Decimal,
    methodology_version: Type.String(),
    modules: Type.Array(Type.Object({ id: Type.String(), score: Decimal, weight: Decimal })),
    planner_type: PlannerType,
    provider_id: Type.String(),
    scoring_date: CivilDate,
    status: Type.Literal('SCORED'),
    uncapped_score: Decimal,
  },
  { description: 'The canonical result of the engine.' },
);
export type CanonicalResult = Static<typeof CanonicalResult>;

export const ComputationPackage = Type.Object(
  {
    as_of: Instant,
    configuration: mapOf(Type.String()),
    configuration_digest: Digest,
    facts: Type.Optional(
      mapOf(PackagedFact, {
        description:
          'Approved values beside the criteria, by id. The hash covers them, but they are not scored. Older packages have none.',
      }),
    ),
    gates: mapOf(PackagedInput),
    inputs: mapOf(PackagedInput),
    methodology_digest: Digest,
    provider: Type.Object({
      id: Type.String(),
      name: Type.String(),
      planner_type: PlannerType,
      flags: mapOf(Type.Boolean()),
    }),
    result: CanonicalResult,
  },
  {
    description:
      'The data from which the indicator is recomputed: provider, time, approved inputs, framework and configuration digests, and the result. A published package never changes, because the hash covers all of it; newer packages may have facts, which older ones do not have.',
  },
);
export type ComputationPackage = Static<typeof ComputationPackage>;

const Entries = Type.Array(mapOf(Type.Unknown()));

export const MethodologyDocument = Type.Object(
  {
    framework_name: Type.Optional(Type.String()),
    methodology_version: Type.String(),
    effective_from: CivilDate,
    modules: Entries,
    criteria: Entries,
    gates: Entries,
    flags: Type.Array(Type.String()),
    grades: mapOf(Type.Number()),
    bands: Type.Array(Type.Array(Type.String()), {
      description: 'Pairs of a band name and its inclusive lower bound, lowest risk first.',
    }),
    hard_rules: Entries,
    listed_factors: Type.Integer(),
    floor_factor_min_points: Decimal,
  },
  { description: 'The complete framework file. The digest covers all of it.' },
);
export type MethodologyDocument = Static<typeof MethodologyDocument>;

export const ComputationAnswer = Type.Object(
  {
    data: Type.Object({
      package: ComputationPackage,
      package_hash: Digest,
      verification_id: VerificationId,
      methodology: MethodologyDocument,
      methodology_version: Type.String(),
      engine_version: Type.String(),
      published_at: nullable(Instant),
      statement: Statement,
      signature: nullable(Signature),
      log: nullable(LogEntry),
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ComputationAnswer',
    description:
      'Everything needed to recompute and verify one indicator. Save it as a file to use it with the verification tools. Members may be added to it, but a published package, methodology or statement never changes.',
  },
);
export type ComputationAnswer = Static<typeof ComputationAnswer>;
