// The result of a call for decisions, which knows at each moment whether it may still be used.

import { POLICY_DECISIONS } from '@rf-indicators/engine';
import type { RfError } from '../errors.ts';
import type { SignedDecisions } from '../generated/wire.ts';
import { failureDecision, reasonOf } from './failures.ts';
import type { Evaluated, OnFailure } from './forms.ts';
import { millisecondsOf, ROUNDED_MS, type Stopwatch } from './stopwatch.ts';

/** Of an answer that passed every check. The watch was started before the call was sent, and so before it was decided. */
export function evaluated(signed: SignedDecisions, watch: Stopwatch, onFailure: OnFailure): Evaluated {
  const { providers, hypothetical, issued_at, valid_until } = signed.document;
  const life = millisecondsOf(valid_until) - millisecondsOf(issued_at) - ROUNDED_MS;
  return {
    source: 'service',
    reason: null,
    error: null,
    hypothetical,
    signed,
    decisionOf: (providerId) => {
      if (hypothetical || watch.elapsed() >= life) return failureDecision(providerId, onFailure, 'expired');
      const found = providers.filter(({ provider }) => provider === providerId);
      const decision = POLICY_DECISIONS.find((name) => found[0]?.decision === name);
      // Whoever asked about it must not take silence, or two answers, for a yes.
      if (found.length !== 1 || decision === undefined)
        return failureDecision(providerId, 'BLOCK', 'signature');
      return { ...found[0]!, decision, source: 'service' };
    },
  };
}

export function notEvaluated(error: RfError, hypothetical: boolean, onFailure: OnFailure): Evaluated {
  const reason = reasonOf(error);
  return {
    source: 'client',
    reason,
    error,
    hypothetical,
    signed: null,
    decisionOf: (providerId) => failureDecision(providerId, onFailure, reason),
  };
}
