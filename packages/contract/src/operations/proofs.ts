// What proves an indicator: its computation, its signed statement, and the confirmation of a run.

import type { Static } from 'typebox';
import { Attachment, analysisMembers, reviewMember, Voters } from '../schemas/analysis.ts';
import {
  Band,
  CivilDate,
  Decimal,
  Digest,
  IndicatorState,
  Instant,
  LimitationsDisclosure,
  PlannerType,
  Uuid,
  VerificationId,
} from '../schemas/common.ts';
import { mapOf, nullable, staleMembers, UUID } from '../schemas/forms.ts';
import { LogEntry, Signature, Statement } from '../schemas/proof.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, indicator, NO_PARAMETERS } from './parameters.ts';

// The computation package. Numbers inside it are canonical text, because the package hash covers exactly these
// characters.

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

export const Withdrawal = Type.Object(
  { withdrawn_at: Instant, reason: Type.String() },
  { description: 'When and why the indicator was withdrawn.' },
);
export type Withdrawal = Static<typeof Withdrawal>;

export const FollowedBy = Type.Object(
  {
    superseded_by: nullable(VerificationId, { description: 'The indicator that replaced this one.' }),
    corrected_by: nullable(VerificationId, { description: 'The indicator that corrected this one.' }),
    withdrawal: nullable(Withdrawal),
    renewed_by: nullable(VerificationId, {
      description:
        'The current indicator, if only renewals came after this one: newer evidence, and the same score, band and caps. Otherwise null.',
    }),
    current: nullable(VerificationId, {
      description:
        'The current indicator of the provider, which can be this one; null if the provider has none.',
    }),
  },
  { description: 'What happened to the indicator later.' },
);
export type FollowedBy = Static<typeof FollowedBy>;

export const Verification = Type.Object(
  {
    verification_id: VerificationId,
    state: IndicatorState,
    published_at: Instant,
    statement: Statement,
    signature: Signature,
    log: LogEntry,
    followed_by: FollowedBy,
    stale: Type.Boolean({
      description:
        'Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record cannot be scored any more. Only a current indicator, or one that the current indicator renews, can be stale.',
    }),
    stale_since: nullable(Instant, { description: 'Null if the indicator is not stale.' }),
    stale_reason: staleMembers.stale_reason,
    ...analysisMembers,
    ...reviewMember,
    voters: nullable(Voters, {
      description:
        'Who decided about the indicator, or about the one that it renews. Null unless the publisher makes names public, and did when the committee began; also if no committee decided. It is not in the log.',
    }),
    attachments: Type.Array(Attachment, {
      description:
        'The leaves of the log that contain the rationale, the disclosures and the review, with their proofs. What was published this moment is in the proof some seconds later, with its leaf.',
    }),
    verify_url: Type.String({
      format: 'uri',
      description: 'The address of the verification page. Append a slash and the verification id.',
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'Verification',
    description: 'The public proof of one indicator, and what happened to it later. Members may be added.',
  },
);
export type Verification = Static<typeof Verification>;

export const ConfirmationRecord = Type.Object(
  {
    at: Instant,
    count: Type.Integer({ minimum: 0, description: 'The number of confirmed indicators.' }),
    leaf: Type.Literal('confirmation'),
    run: Uuid,
    verification_ids_sha256: Digest,
    version: Type.Literal(1),
  },
  {
    description:
      'What was confirmed, and when. Its canonical bytes (RFC 8785) are signed, and are a leaf of the log. verification_ids_sha256 is the SHA-256 of the canonical bytes of verification_ids.',
  },
);
export type ConfirmationRecord = Static<typeof ConfirmationRecord>;

export const Confirmation = Type.Object(
  {
    data: Type.Object({
      record: ConfirmationRecord,
      signature: Signature,
      verification_ids: Type.Array(VerificationId, {
        description: 'The indicators that the run confirmed, sorted.',
      }),
      log: LogEntry,
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'Confirmation',
    description:
      'The signed record of a run that confirmed indicators: their inputs and scores had not changed. Members may be added, but never inside record.',
  },
);
export type Confirmation = Static<typeof Confirmation>;

export default operations({
  getComputation: {
    method: 'GET',
    path: '/api/v1/computation/{id}',
    tag: 'proofs',
    summary: 'Get the computation package of a published indicator',
    description:
      'Returns the inputs, framework, result, statement, signature and log entry: everything needed to recompute the indicator bit for bit. Superseded, corrected and withdrawn indicators stay available.',
    access: 'computation',
    params: closed({ id: indicator }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: ComputationAnswer, mediaType: JSON_TYPE, description: 'The package.' },
    problems: ['indicator_not_found'],
    caching: 'keyed',
  },
  verifyIndicator: {
    method: 'GET',
    path: '/api/public/verify/{verification_id}',
    tag: 'proofs',
    summary: 'Verify a published indicator',
    description:
      'Returns the signed statement, its log entry, whether the indicator is still current, and whether it is stale. Verify the signature with a key that you have pinned: a key taken from a response proves nothing.',
    access: 'public',
    params: closed({ verification_id: indicator }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: Verification, mediaType: 'application/json', description: 'The proof.' },
    problems: ['indicator_not_found'],
    caching: 'public',
  },
  getConfirmation: {
    method: 'GET',
    path: '/api/public/confirmations/{run}',
    tag: 'proofs',
    summary: 'Get the proof of a confirmation',
    description:
      'Returns the signed record of a run that confirmed indicators, the list of their verification ids, and the log entry of the record. A run confirms an indicator if its inputs and its score have not changed.',
    access: 'public',
    params: closed({
      run: Type.String({ pattern: UUID, description: 'The id of the run, from confirmed_by in a snapshot.' }),
    }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: Confirmation, mediaType: 'application/json', description: 'The proof.' },
    problems: ['not_found'],
    caching: 'public',
  },
});
