// What proves an indicator: its statement, the signature over it, and its place in the log.

import { type Static, Type } from 'typebox';
import { Band, Decimal, Digest, FrameworkVersion, Instant, PlannerType, VerificationId } from './common.ts';
import { nullable } from './forms.ts';

export const Statement = Type.Object(
  {
    as_of: Instant,
    corrects: nullable(VerificationId),
    final_score: Decimal,
    framework_version: FrameworkVersion,
    methodology_digest: Digest,
    package_hash: Digest,
    planner_type: PlannerType,
    provider_id: Type.String(),
    provider_name: Type.String(),
    risk_band: Band,
    supersedes: nullable(VerificationId),
    verification_id: VerificationId,
  },
  {
    description:
      'The headline of one indicator. Its canonical bytes (RFC 8785) are what is signed, and a leaf of the log.',
  },
);
export type Statement = Static<typeof Statement>;

export const Signature = Type.Object(
  {
    algorithm: Type.Literal('Ed25519'),
    key_id: Type.String({ description: "The key's name and hash: name+hash." }),
    value: Type.String({ description: 'Base64 of the signature.' }),
  },
  { description: 'A signature over canonical bytes.' },
);
export type Signature = Static<typeof Signature>;

export const LogEntry = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    tree_size: Type.Integer({ minimum: 1 }),
    inclusion_proof: Type.Array(Type.String(), {
      description: "Base64 hashes (RFC 6962), from the leaf's sibling upwards.",
    }),
    checkpoint: Type.String({ description: 'A signed note: the checkpoint of the publication itself.' }),
  },
  { description: 'Where the statement stands in the log.' },
);
export type LogEntry = Static<typeof LogEntry>;
