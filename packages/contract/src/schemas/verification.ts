import { type Static, Type } from 'typebox';
import { IndicatorState, Instant, LimitationsDisclosure, VerificationId } from './common.ts';
import { nullable } from './forms.ts';
import { LogEntry, Signature, Statement } from './proof.ts';

export const Withdrawal = Type.Object(
  { withdrawn_at: Instant, reason: Type.String() },
  { description: 'When and why an indicator was taken back.' },
);
export type Withdrawal = Static<typeof Withdrawal>;

export const FollowedBy = Type.Object(
  {
    superseded_by: nullable(VerificationId, { description: 'The indicator that took its place.' }),
    corrected_by: nullable(VerificationId, { description: 'The indicator that restated it.' }),
    withdrawal: nullable(Withdrawal),
  },
  { description: 'What followed; all null while the indicator is current.' },
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
    verify_url: Type.String({
      format: 'uri',
      description: 'The verification page; append a slash and the verification id.',
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'Verification',
    description: 'The proof of one headline, for anyone, and what followed it. Members may be added.',
  },
);
export type Verification = Static<typeof Verification>;
