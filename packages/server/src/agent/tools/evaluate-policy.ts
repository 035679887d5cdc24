// Decides on providers by a policy of the workspace, with sentences that an agent can say. Runs on the thread that decides; the
// reading thread has found the names.

import { randomBytes } from 'node:crypto';
import type { EvaluatedProvider, EvaluatePolicyInput, EvaluatePolicyResult } from '@rf-indicators/contract';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { type EvaluationContext, evaluate } from '@rf-indicators/core/decisions/evaluate';
import {
  type DecidedProvider,
  type DecisionsDocument,
  type HeldRule,
  POLICY_DECISIONS,
  type SignedDecisions,
} from '@rf-indicators/engine';
import { externalText, LONGEST, quoted } from '../external-text.ts';
import type { FoundName } from '../find-provider.ts';
import { type ResultEnd, resultEnd } from '../result-end.ts';
import { type AnswerForm, answered, type ToolAnswer, ToolError, toolBody } from '../tool.ts';

export interface PolicyToolCall
  extends ResultEnd,
    Required<Pick<EvaluatePolicyInput, 'policy' | 'exposure'>> {
  workspaceId: string;
  names: readonly FoundName[];
  form: AnswerForm;
}

const BASIS =
  "A decision by the workspace's own policy. It is not advice, and not an opinion of the service about the provider.";
const MOST_LISTED = 10;

/** The same document as of a call of evaluate, signed and kept. */
export function evaluatePolicy(context: EvaluationContext, call: PolicyToolCall): Promise<ToolAnswer> {
  return answered(async () => {
    const { names, form } = call;
    const ids = new Set(names.flatMap((one) => ('provider' in one ? one.provider.provider_id : [])));
    if (ids.size === 0) throw nobodyFound(names);
    const { document } = await decided(context, call, [...ids]);
    return toolBody('evaluate_policy', resultOf(call, document), form);
  });
}

async function decided(
  context: EvaluationContext,
  { workspaceId, policy, exposure }: PolicyToolCall,
  providers: readonly string[],
): Promise<SignedDecisions> {
  const nonce = randomBytes(16).toString('base64url');
  const request = { policy, providers, nonce, exposure, reference: null, at: null };
  try {
    return await evaluate(context, { workspaceId, request, idempotencyKey: null });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    const message = `No decision was made. ${error.message} Ask the user which policy they mean, and do not guess a decision.`;
    throw new ToolError({ code: 'policy_not_found', message, candidates: [] });
  }
}

function resultOf(call: PolicyToolCall, document: DecisionsDocument): EvaluatePolicyResult {
  const { decision_id, policy, exposure, issued_at, valid_until } = document;
  const decisions = new Map(document.providers.map((one) => [one.provider, one]));
  const providers = call.names.map((one): EvaluatedProvider => {
    const { asked_for } = one;
    if ('error' in one)
      return { asked_for, error: { ...one.error, message: `No decision was made. ${one.error.message}` } };
    const { provider, matched_by } = one;
    const { decision, decided_by, sentence, held, verification_id } = decisions.get(provider.provider_id)!;
    return {
      asked_for,
      result: {
        ...{ matched_by, ...provider, decision, decided_by },
        sentence: externalText(sentence, LONGEST.sentence),
        held: held.map(externalRule),
        verification_id,
        sentence_to_say: sentenceOn(provider.name, decisions.get(provider.provider_id)!, document),
      },
    };
  });
  const strictest = POLICY_DECISIONS.findLast((decision) =>
    providers.some(({ result }) => result?.decision === decision),
  )!;
  return {
    decision_id,
    ...{ policy: policy.name, version: policy.version, digest: policy.digest },
    ...{ exposure, issued_at, valid_until, decision: strictest },
    sentence_to_say: sentenceOnAll(strictest, providers, document),
    providers,
    basis: BASIS,
    ...resultEnd(call),
  };
}

function externalRule({ sentence, exception, ...rule }: HeldRule): HeldRule {
  return {
    ...rule,
    sentence: externalText(sentence, LONGEST.sentence),
    ...(exception !== undefined && { exception: externalText(exception, LONGEST.sentence) }),
  };
}

function sentenceOn(
  name: string,
  { decision, decided_by, sentence, held }: DecidedProvider,
  { policy, exposure, valid_until }: DecisionsDocument,
): string {
  const deciding = held.find(({ rule }) => rule === decided_by);
  const unknown = deciding?.truth === 'unknown' ? 'It is not known whether this rule holds: ' : '';
  const isStale = held.some(({ rule, truth }) => rule === 'rf:stale' && truth === 'true');
  const stale = isStale && decided_by !== 'rf:stale' ? ' The score is stale.' : '';
  return (
    `Policy ${policy.name} (version ${policy.version}) says ${decision} for ${exposure} exposure to ${quoted(name)}: ` +
    `${unknown}${ended(externalText(sentence, LONGEST.sentence))}${stale} The decision holds until ${inUtc(valid_until)}.`
  );
}

function sentenceOnAll(
  strictest: DecidedProvider['decision'],
  providers: readonly EvaluatedProvider[],
  { policy, exposure, valid_until }: DecisionsDocument,
): string {
  const of = providers.flatMap(({ result }) => (result?.decision === strictest ? result.name : []));
  const without = providers.flatMap(({ asked_for, error }) => (error === undefined ? [] : asked_for));
  return (
    `The strictest decision of policy ${policy.name} (version ${policy.version}) for ${exposure} exposure is ${strictest}, ` +
    `for ${listed(of)}.${without.length === 0 ? '' : ` No decision was made for ${listed(without)}.`} It holds until ` +
    `${inUtc(valid_until)}, follows from the workspace's own policy, and is not advice.`
  );
}

function nobodyFound(names: readonly FoundName[]): ToolError {
  const errors = names.flatMap((one) => ('error' in one ? one.error : []));
  const candidates = errors.flatMap((error) => error.candidates);
  const [{ code }] = errors as [(typeof errors)[number]];
  const messages = errors.slice(0, MOST_LISTED).map(({ message }) => message);
  return new ToolError({ code, message: `No decision was made. ${messages.join(' ')}`, candidates });
}

function listed(names: readonly string[]): string {
  const shown = [...new Set(names)].map((name) => quoted(name));
  const more = shown.length - MOST_LISTED;
  const parts = more > 0 ? [...shown.slice(0, MOST_LISTED), `${more} more`] : shown;
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function inUtc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
