// Helpers for the property tests: running a property and reading results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, type JsonValue, type ScoredResult, score } from '@rf-indicators/engine';
import fc from 'fast-check';
import { document } from './arbitrary-provider.ts';
import { cases, SEED } from './counts.ts';
import { framework, type SampleProvider } from './framework.ts';
import { type OracleScored, oracle } from './oracle.ts';

// scripts/mutations.ts uses fewer cases and no shrinking: it needs to know whether a test fails, not why.
const fewer = process.env.RF_PROPERTY_CASES;
const parameters = {
  seed: SEED,
  numRuns: fewer === undefined ? cases(200, 6000) : Number(fewer),
  endOnFailure: fewer !== undefined,
};

export const criterionById = new Map(document.criteria.map((criterion) => [criterion.id, criterion]));

export function property(name: string, body: () => fc.IRawProperty<unknown>): void {
  test(name, () => fc.assert(body(), parameters));
}

export function scored(provider: SampleProvider): ScoredResult {
  const outcome = score(framework, provider);
  assert.equal(outcome.status, 'SCORED');
  return outcome.result as ScoredResult;
}

export function bytes(provider: unknown): string {
  return canonicalJson(score(framework, provider).result as unknown as JsonValue);
}

export function oracleScored(provider: SampleProvider): OracleScored {
  const answer = oracle(document, provider);
  assert.equal(answer.status, 'SCORED');
  return answer as OracleScored;
}

/** "38.93" as 3893. */
export function hundredths(text: string): number {
  return Number(text.replace('.', ''));
}

export function total(texts: string[]): number {
  return texts.reduce((sum, text) => sum + hundredths(text), 0);
}

export function assertNotBelow(higher: string, lower: string, what: string): void {
  assert.ok(hundredths(higher) >= hundredths(lower), `${what}: ${higher} is below ${lower}`);
}

export function assertNoWorse(better: ScoredResult, worse: ScoredResult, what: string): void {
  assertNotBelow(better.uncapped_score, worse.uncapped_score, `${what}, uncapped`);
  assertNotBelow(better.final_score, worse.final_score, `${what}, final`);
  assertNotBelow(better.confidence, worse.confidence, `${what}, confidence`);
}

/** The applicable inputs that have evidence, expired or not. */
export function evidenced(result: ScoredResult): string[] {
  return result.criteria.filter(({ status }) => status !== 'missing').map(({ id }) => id);
}

export function firedRules(result: ScoredResult): Map<string, number> {
  return new Map(result.decision.hard_caps_fired.map(({ rule_id, cap }) => [rule_id, hundredths(cap)]));
}
