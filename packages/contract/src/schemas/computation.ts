// The computation answer. Inside the package every quantity is the engine's canonical text, because the hash
// is made over exactly these characters.

import { type Static, Type } from 'typebox';
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

const Reference = nullable(mapOf(nullable(Type.String())), {
  description: 'What stands behind a value, by reference; members are texts or null.',
});

export const PackagedInput = Type.Object(
  {
    value: Type.String(),
    grade: Type.String(),
    evidence_date: CivilDate,
    evidence: Reference,
    approval: Reference,
  },
  { description: 'An approved value and what stands behind it.' },
);
export type PackagedInput = Static<typeof PackagedInput>;

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
  { description: "The engine's canonical result." },
);
export type CanonicalResult = Static<typeof CanonicalResult>;

export const ComputationPackage = Type.Object(
  {
    as_of: Instant,
    configuration: mapOf(Type.String()),
    configuration_digest: Digest,
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
      'What is recomputed: provider, instant, approved inputs, methodology and configuration digests, and the result. A member more or less is another package.',
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
      description: 'Pairs of name and inclusive lower bound, best band first.',
    }),
    hard_rules: Entries,
    listed_factors: Type.Integer(),
    floor_factor_min_points: Decimal,
  },
  { description: 'The framework file, member for member; its digest is made over all of it.' },
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
      'All it takes to recompute and to prove one indicator. Saved as a file, it is what every tool takes. Members may be added outside the package, the methodology and the statement.',
  },
);
export type ComputationAnswer = Static<typeof ComputationAnswer>;
