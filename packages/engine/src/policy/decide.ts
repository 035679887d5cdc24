// The decision on one provider. The strictest rule that holds decides, the first of the strictest gives the sentence, and a
// rule that stays unknown counts as BLOCK. What a policy does not say is decided here, and always on the safe side.

import { dateText, secondsOf } from '../arithmetic/dates.ts';
import {
  comparisonsIn,
  type Decision,
  type Expression,
  POLICY_DECISIONS,
  POLICY_FORMAT,
  type Policy,
  type PolicyException,
  type Rule,
  type RuleDecision,
} from './document.ts';
import { type Truth, truthOf } from './expression.ts';
import { dayOf, placeOf } from './scale.ts';
import { isInScope } from './scope.ts';
import type { PolicySnapshot } from './snapshot.ts';
import { asOfStep, hasCome, isStale, momentOf, seenIn, seenName, type View, viewOf } from './values.ts';

export type Exposure = 'new' | 'existing';

export interface HeldRule {
  rule: string;
  /** BLOCK if it stayed unknown, REVIEW while the days to cure run, ALLOW under an exception. */
  counts_as: Decision;
  sentence: string;
  truth: Exclude<Truth, 'false'>;
  /** The reason of the exception that lets it pass. */
  exception?: string;
  /** The last of the days to cure. */
  cured_until?: string;
}

export interface PolicyDecision {
  provider: string;
  decision: Decision;
  /** The rule that decided; null for ALLOW. */
  decided_by: string | null;
  sentence: string;
  held: readonly HeldRule[];
  /** What its rules read; absent: not known, null: does not apply. */
  saw: Readonly<Record<string, string | boolean | null>>;
}

const NO_RULE_HOLDS = 'No rule of the policy holds.';

/** Of a policy without problems. Throws a RangeError for one of another format, and for an instant that is none. */
export function decide(
  policy: Policy,
  snapshot: PolicySnapshot,
  { at, exposure }: { at: string; exposure: Exposure },
): PolicyDecision {
  if (policy.format !== POLICY_FORMAT) throw new RangeError(`not a policy of the format ${POLICY_FORMAT}`);
  const view = viewOf(snapshot, momentOf(at));
  const held = guards(policy, view);
  const saw: Record<string, string | boolean | null> = {};
  if (snapshot.state === 'scored') {
    const rules = rulesOf(policy, exposure);
    held.push(...rules.flatMap((rule) => heldRule(policy, rule, view, exposure) ?? []));
    for (const comparison of rules.flatMap(({ when }) => comparisonsIn(when))) {
      const seen = seenIn(comparison, view);
      if (seen !== undefined) saw[seenName(comparison)] = seen;
    }
  }
  const decision = POLICY_DECISIONS.findLast((one) => held.some((rule) => rule.counts_as === one)) ?? 'ALLOW';
  const deciding = decision === 'ALLOW' ? undefined : held.find(({ counts_as }) => counts_as === decision);
  return {
    provider: snapshot.provider,
    decision,
    decided_by: deciding?.rule ?? null,
    sentence: deciding?.sentence ?? NO_RULE_HOLDS,
    held,
    saw,
  };
}

function rulesOf({ rules, existing }: Policy, exposure: Exposure): readonly Rule[] {
  return exposure === 'existing' && existing !== undefined ? existing.rules : rules;
}

/** What no policy and no exception lifts. */
function guards({ frameworks, verified_within_hours, scope }: Policy, { snapshot, at }: View): HeldRule[] {
  const { state, framework, verified_at, withdrawn_from } = snapshot;
  const found: HeldRule[] = [];
  const guard = (
    counts_as: RuleDecision,
    rule: string,
    sentence: string,
    truth: HeldRule['truth'] = 'true',
  ) => found.push({ rule: `rf:${rule}`, counts_as, sentence, truth });
  const isWithdrawn = state === 'withdrawn' || hasCome(withdrawn_from, at.second);
  if (state === 'never_scored') guard('BLOCK', 'never_scored', 'The provider has never been scored.');
  else if (state !== 'scored' && state !== 'withdrawn')
    guard('BLOCK', 'unknown', 'No provider is known by this id.');
  else if (isWithdrawn === undefined)
    guard('BLOCK', 'withdrawn', 'It is not known whether the score is withdrawn.', 'unknown');
  else if (isWithdrawn) guard('BLOCK', 'withdrawn', 'The score is withdrawn.');
  if (found.length > 0) return found;
  const isAbout = isInScope(scope, snapshot);
  if (isAbout === undefined)
    guard('REVIEW', 'scope', 'It is not known whether the policy is about this provider.', 'unknown');
  else if (!isAbout) guard('REVIEW', 'scope', 'The policy is not about this provider.');
  const stale = isStale(snapshot, at);
  if (stale === undefined) guard('REVIEW', 'stale', 'It is not known whether the score is stale.', 'unknown');
  else if (stale) guard('REVIEW', 'stale', 'The score is stale.');
  // Also if it was verified later than now: then one of two clocks is wrong.
  const age = at.second - (secondsOf(verified_at) ?? Number.NaN);
  if (!(age >= 0 && age <= verified_within_hours * 3600))
    guard('REVIEW', 'not_verified', `The score was not verified within ${verified_within_hours} hours.`);
  if (framework === undefined || !frameworks.includes(framework))
    guard('REVIEW', 'framework', 'The policy does not name the framework of the score.');
  return found;
}

function heldRule(policy: Policy, rule: Rule, view: View, exposure: Exposure): HeldRule | undefined {
  const truth = truthIn(rule.when, view);
  if (truth === 'false') return undefined;
  const { id, decision, sentence } = rule;
  const unlifted: HeldRule = { rule: id, counts_as: 'BLOCK', sentence, truth };
  if (truth === 'unknown') return unlifted;
  const exception = policy.exceptions.find((one) => one.rule === id && lifts(one, view));
  if (exception !== undefined) return { ...unlifted, counts_as: 'ALLOW', exception: exception.reason };
  if (decision === 'REVIEW') return { ...unlifted, counts_as: decision };
  const days = exposure === 'existing' ? policy.existing?.cure_days : undefined;
  const last = days === undefined ? undefined : lastDayToCure(rule, days, view);
  if (last === undefined || last < view.at.day) return unlifted;
  return { ...unlifted, counts_as: 'REVIEW', cured_until: dateText(last) };
}

function truthIn(expression: Expression, view: View): Truth {
  return truthOf(expression, { see: (comparison) => seenIn(comparison, view), today: view.at.day });
}

/** A band that is stale is not the one that was tolerated. */
function lifts({ provider, worst_band, until }: PolicyException, { snapshot, at }: View): boolean {
  const band = placeOf(snapshot.band);
  return (
    provider === snapshot.provider &&
    at.day <= dayOf(until)! &&
    band !== undefined &&
    band <= placeOf(worst_band)! &&
    isStale(snapshot, at) === false
  );
}

/**
 * Counts from the downgrade with which the rule came to hold: the oldest one since it would not hold today, had the score
 * stayed as it was then. So a further downgrade gives no more days, and a rule that would hold without any has none.
 */
function lastDayToCure({ when }: Rule, days: number, view: View): number | undefined {
  const scored = (view.history ?? []).filter((step) => step.band !== null);
  let oldest: number | undefined;
  for (const [index, step] of [...scored.entries()].reverse()) {
    if (truthIn(when, asOfStep(view, step)) === 'false')
      return oldest === undefined ? undefined : oldest + days;
    const before = scored[index - 1];
    if (before !== undefined && step.band! > before.band!) oldest = step.day;
  }
  return undefined;
}
