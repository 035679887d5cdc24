// Failures: why there is no decision, and what then counts.

import {
  AbortError,
  ApiError,
  AuthenticationError,
  EntitlementError,
  RateLimitError,
  RfError,
  TimeoutError,
} from '../errors.ts';
import type { FailureDecision, FailureReason, OnFailure } from './forms.ts';

/** An answer that did not pass a check. */
export class UntrustedAnswerError extends RfError {
  override name = 'UntrustedAnswerError';
}

const SENTENCES: Readonly<Record<FailureReason, string>> = {
  timeout: 'No decision: the service did not answer in time.',
  rate_limited: 'No decision: the rate limit is used up.',
  signature: 'No decision: the answer did not pass a check.',
  unauthorised: 'No decision: the API key may not ask for it.',
  expired: 'No decision: the one that was kept is no longer valid.',
  unavailable: 'No decision: the service could not be reached, or failed.',
  refused: 'No decision: the service refuses the call.',
};

export function reasonOf(error: RfError): FailureReason {
  if (error instanceof UntrustedAnswerError) return 'signature';
  if (error instanceof AbortError || error instanceof TimeoutError) return 'timeout';
  if (error instanceof RateLimitError) return 'rate_limited';
  if (error instanceof AuthenticationError || error instanceof EntitlementError) return 'unauthorised';
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return 'refused';
  return 'unavailable';
}

export function failureDecision(
  provider: string,
  decision: OnFailure,
  reason: FailureReason,
): FailureDecision {
  return { source: 'client', provider, decision, reason, sentence: SENTENCES[reason] };
}
