// Policies, what they read of a provider, and decisions by them, as responses have them. The engine defines what they mean.

import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Band, Instant, Uuid, VerificationId } from './common.ts';
import { mapOf, nullable } from './forms.ts';
import { Signature } from './proof.ts';

export const POLICY_NAME = '^[a-z][a-z0-9_]*$';
export const SHA256 = '^[0-9a-f]{64}$';

export const PolicyDecisionName = Type.Enum(['ALLOW', 'REVIEW', 'BLOCK'], {
  type: 'string',
  description: 'ALLOW: no rule of the policy holds. REVIEW: a person has to decide. BLOCK: no.',
});

export const Exposure = Type.Enum(['new', 'existing'], {
  type: 'string',
  description:
    'new: may more exposure be taken? existing: may the exposure that exists stay? A policy can have rules of its own for it.',
});

const Digest = Type.String({ pattern: SHA256, description: 'A SHA-256 in lower-case hex.' });

const Value = (description: string) => Type.Optional(Type.String({ description }));

/** Open: what a later version of the service adds is part of what was signed. */
export const PolicySnapshot = Type.Object(
  {
    provider: Type.String(),
    state: Type.Enum(['scored', 'withdrawn', 'never_scored', 'unknown'], { type: 'string' }),
    verified_at: Type.Optional(Instant),
    framework: Value('The framework that scored it, such as RF Framework v1.0.'),
    product_type: Value('btc, fiat or stablecoin.'),
    band: Type.Optional(Band),
    score: Value('The score with two decimals.'),
    modules: Type.Optional(
      mapOf(nullable(Type.String()), {
        description: 'The score of each module; null where none of its criteria applies.',
      }),
    ),
    evidence_quality: Value('From 0.00 to 1.00.'),
    caps: Type.Optional(
      mapOf(Type.Boolean(), { description: 'Each hard rule of the framework, and whether it fires.' }),
    ),
    newest_evidence: Value('The date of the newest evidence that counts.'),
    oldest_evidence: Value('The date of the oldest evidence that counts.'),
    stale: Type.Optional(Type.Boolean()),
    stale_from: Type.Optional(
      nullable(Instant, { description: 'From when it is stale if nothing is renewed; null: never.' }),
    ),
    withdrawn_from: Type.Optional(
      nullable(Instant, { description: 'From when it is withdrawn if nothing is renewed; null: never.' }),
    ),
    under_review: Value('up, down or developing, or none.'),
    corrections: Type.Optional(
      Type.Array(Type.String(), { description: 'The UTC days of its corrections.' }),
    ),
    yield: Type.Optional(nullable(Type.Object({ lowest: Type.String(), highest: Type.String() }))),
    history: Type.Optional(
      Type.Array(Type.Object({ day: Type.String(), score: nullable(Type.String()), band: nullable(Band) }), {
        description: 'What was in force from each UTC day on, oldest first.',
      }),
    ),
    in_books: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Of the books that the policy and its draft in the shadow are about, the ids of those in which the provider has a position. Absent if they are about none.',
      }),
    ),
  },
  {
    description:
      'What decisions read of a provider. A member that is absent is not known; null: it does not apply.',
  },
);

export const HeldRule = Type.Object({
  rule: Type.String({ description: 'The id of the rule; one that begins with rf: comes with every policy.' }),
  counts_as: PolicyDecisionName,
  sentence: Type.String(),
  truth: Type.Enum(['true', 'unknown'], {
    type: 'string',
    description: 'unknown: a value that it compares is not known, so it counts as BLOCK.',
  }),
  exception: Type.Optional(Type.String({ description: 'The reason of the exception that lets it pass.' })),
  cured_until: Type.Optional(
    Type.String({ description: 'The last of the days to leave, in which it counts as REVIEW.' }),
  ),
});

export const DecidedProvider = Type.Object(
  {
    provider: Type.String({ description: 'As it was asked.' }),
    decision: PolicyDecisionName,
    decided_by: nullable(Type.String(), { description: 'The rule that decided; null for ALLOW.' }),
    sentence: Type.String({ description: 'The sentence of that rule.' }),
    held: Type.Array(HeldRule, { description: 'Every rule that holds, or is not known to be false.' }),
    saw: mapOf(nullable(Type.Union([Type.String(), Type.Boolean()])), {
      description: 'The values that its rules compared. Absent: not known; null: it does not apply.',
    }),
    verification_id: nullable(VerificationId, {
      description: 'The indicator on which the decision rests; null if there is none.',
    }),
    snapshot: Digest,
  },
  { description: 'The decision on one provider.' },
);
export type DecidedProvider = Static<typeof DecidedProvider>;

export const PolicyReference = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  digest: Digest,
});

export const DecisionsDocument = Type.Object(
  {
    format: Type.Literal('rf-decisions-1'),
    decision_id: Uuid,
    workspace_id: Uuid,
    request_digest: Type.String({
      pattern: SHA256,
      description:
        'The SHA-256 of the canonical JSON of the request with all of its members: policy, providers, nonce, exposure, reference and at.',
    }),
    nonce: Type.String(),
    reference: nullable(Type.String()),
    exposure: Exposure,
    policy: PolicyReference,
    at: Type.String({ format: 'date-time', description: 'The instant for which it was decided.' }),
    hypothetical: Type.Boolean({
      description: 'Whether that is another instant than now. Such a decision is never valid.',
    }),
    issued_at: Instant,
    valid_until: Type.String({
      format: 'date-time',
      description:
        'Until when the decisions may be used: nothing that is known today makes one of them worse before.',
    }),
    providers: Type.Array(DecidedProvider, { description: 'In the order of the request.' }),
  },
  { description: 'The decisions of one call.' },
);
export type DecisionsDocument = Static<typeof DecisionsDocument>;

export const SignedDecisions = Type.Object(
  {
    document: DecisionsDocument,
    signature: Signature,
  },
  {
    $id: 'SignedDecisions',
    description:
      'The decisions of one call, signed with a key of the log: over the name of the format, a line feed, and the canonical bytes of the document.',
  },
);
export type SignedDecisions = Static<typeof SignedDecisions>;

/** The engine checks it, and says what is wrong in it. */
export const PolicyDocument = mapOf(Type.Unknown(), { description: 'The document of a policy.' });

export const KeptDecisions = Type.Object(
  {
    ...SignedDecisions.properties,
    policy: PolicyDocument,
    snapshots: Type.Array(PolicySnapshot, { description: 'What the decisions read, in any order.' }),
  },
  {
    $id: 'KeptDecisions',
    description:
      'The signed decisions of a call with everything from which they follow, so that they can be made again offline.',
  },
);
export type KeptDecisions = Static<typeof KeptDecisions>;

export const SignedBundle = Type.Object(
  {
    document: Type.Object({
      format: Type.Literal('rf-policy-bundle-1'),
      workspace_id: Uuid,
      policy: PolicyDocument,
      policy_digest: Digest,
      issued_at: Instant,
      valid_until: Type.String({
        format: 'date-time',
        description: 'Until when it may be used: nothing that is known today makes a decision worse before.',
      }),
      providers: Type.Array(
        Type.Object({
          verification_id: nullable(VerificationId),
          snapshot: PolicySnapshot,
        }),
        { description: 'The providers in the scope of the policy. One that is not listed is unknown.' },
      ),
    }),
    signature: Signature,
  },
  {
    $id: 'SignedBundle',
    description:
      'The active version of a policy with what it reads of the providers in its scope, signed like decisions.',
  },
);
export type SignedBundle = Static<typeof SignedBundle>;
