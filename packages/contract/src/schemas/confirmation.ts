import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Digest, Instant, LimitationsDisclosure, Uuid, VerificationId } from './common.ts';
import { LogEntry, Signature } from './proof.ts';

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
