// The proof of an indicator: its statement, the signature of the statement, and its log entry.

import type { Static } from 'typebox';
import { Type } from '../type.ts';
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
      'The public facts of one indicator. Its canonical bytes (RFC 8785) are signed, and are a leaf of the log.',
  },
);
export type Statement = Static<typeof Statement>;

export const Signature = Type.Object(
  {
    algorithm: Type.Literal('Ed25519'),
    key_id: Type.String({ description: 'The name and hash of the key, in the form name+hash.' }),
    value: Type.String({ description: 'The signature in base64.' }),
  },
  { description: 'A signature over canonical bytes.' },
);
export type Signature = Static<typeof Signature>;

export const LogEntry = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    tree_size: Type.Integer({ minimum: 1 }),
    inclusion_proof: Type.Array(Type.String(), {
      description: 'Hashes in base64 (RFC 6962), starting with the sibling of the leaf.',
    }),
    checkpoint: Type.String({ description: 'The checkpoint of the publication, as a signed note.' }),
  },
  { description: 'The position of the statement or record in the log, with its proof.' },
);
export type LogEntry = Static<typeof LogEntry>;
