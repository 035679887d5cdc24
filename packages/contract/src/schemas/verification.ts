import { type Static, Type } from 'typebox';
import { IndicatorState, Instant, LimitationsDisclosure, VerificationId } from './common.ts';
import { nullable } from './forms.ts';
import { LogEntry, Signature, Statement } from './proof.ts';

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
  },
  { description: 'What happened to the indicator later. All members are null while it is current.' },
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
