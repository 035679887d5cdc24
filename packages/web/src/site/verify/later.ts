// The step about what happened to an indicator later. The statement's signature cannot cover it, so the browser only sees
// whether the service contradicts itself.

import { PROOF_MEANINGS } from '@rf-indicators/engine';
import type { Step } from './steps.ts';

type Members = Record<string, unknown>;

export function checkLater(proof: Members): Step {
  const contradiction = contradictionIn(proof);
  return {
    step: 'later',
    name: 'Later changes',
    result: contradiction === null ? 'passed' : 'failed',
    found: contradiction ?? 'What the service says about later changes does not contradict itself.',
    meaning: PROOF_MEANINGS.later,
    bytes: [
      [
        'What the service says now',
        JSON.stringify(
          {
            state: proof.state,
            followed_by: proof.followed_by,
            stale: proof.stale,
            stale_since: proof.stale_since,
            stale_reason: proof.stale_reason,
          },
          null,
          2,
        ),
      ],
    ],
  };
}

function contradictionIn({ verification_id: id, statement, ...proof }: Members): string | null {
  const { superseded_by, corrected_by, withdrawal, renewed_by, current } = object(proof.followed_by);
  const isCurrent = current === id;
  switch (proof.state) {
    case 'current':
      if (!isCurrent) return 'It is said to be current, but the service names another indicator as current.';
      if ([superseded_by, corrected_by, withdrawal, renewed_by].some((one) => one !== null))
        return 'It is said to be current, and also to be superseded, corrected or withdrawn.';
      break;
    case 'superseded':
      // A correction of an older indicator can be superseded from the start.
      if (superseded_by === null && object(statement).corrects === null)
        return 'It is said to be superseded, but by no indicator.';
      break;
    case 'corrected':
      if (corrected_by === null) return 'It is said to be corrected, but by no indicator.';
      break;
    case 'withdrawn':
      if (withdrawal === null) return 'It is said to be withdrawn, but without a date.';
      break;
    default:
      return 'The service gives no state that there is.';
  }
  if (proof.state !== 'current' && isCurrent) return 'It is said to be current and not to be.';
  if (renewed_by !== null && renewed_by !== current)
    return 'It is said to be renewed by an indicator that is not current.';
  const isStale = proof.stale === true;
  if (isStale !== (proof.stale_since !== null) || isStale !== (proof.stale_reason !== null))
    return 'It is said to be stale and not to be.';
  if (isStale && !isCurrent && renewed_by === null)
    return 'It is said to be stale, which only a current indicator can be.';
  const asOf = String(object(statement).as_of);
  if (!(Date.parse(String(proof.published_at)) >= Date.parse(asOf)))
    return 'It is said to have been published before the date of its score.';
  return null;
}

function object(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
