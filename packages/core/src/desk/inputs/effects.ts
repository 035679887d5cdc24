// What the approval of one proposal would change, computed in memory from the rows that count now.

import { type Methodology, type Scored, score } from '@rf-indicators/engine';
import { civilDate } from '../../context/times.ts';
import { type ApprovedRow, type Assembled, assembleFacts, type Records } from '../facts/assemble-facts.ts';
import { combinationProblems } from '../facts/combinations.ts';
import { combinedProblems, isCheckedWhole } from '../facts/combined-problems.ts';
import { knownValue } from '../facts/known-value.ts';

export interface Effect {
  /** In hundredths, like the points; null if there is no score. */
  score_before: number | null;
  score_after: number | null;
  /** null unless there is a score before and after. */
  points: number | null;
  band_before: string | null;
  band_after: string | null;
  /** Ids of the hard rules. */
  caps: { added: string[]; removed: string[]; changed: string[] };
  /** Set if the value would not count: the grade of evidence that it would take. */
  contested: { needs: string } | null;
  /** Other criteria that the value moves, because runs derive them from it, or because weights move: the largest first. */
  through: { input: string; points: number }[];
  /** Why there is no score, or why the score stays the same. */
  reason: string | null;
}

export interface RecordedProvider {
  id: string;
  slug: string;
  retired: boolean;
  records: Records;
}

/** A provider with the outcome that a run would give now. */
export interface Assessed extends RecordedProvider {
  facts: Assembled;
  outcome: Scorable;
}

/** The score of a provider, or why there is none. */
export type Scorable = { scored: Scored; reason: null } | { scored: null; reason: string };

export function assess(methodology: Methodology, provider: RecordedProvider, asOf: number): Assessed {
  const facts = assembleFacts(methodology, provider.records, asOf);
  return { ...provider, facts, outcome: scoreFacts(methodology, provider.id, facts, asOf) };
}

/** The effect of one more approved row: an input or a fact of the provider, or a reference rate. */
export function effectOf(methodology: Methodology, before: Assessed, row: ApprovedRow, asOf: number): Effect {
  const { id, slug, records, outcome } = before;
  const isRate = row.provider_id === null;
  const none = compare(outcome, outcome);
  if (before.retired) return { ...none, reason: 'The provider is retired, so runs do not score it.' };
  if (row.evidence_date > civilDate(asOf)) {
    return { ...none, reason: `The evidence is dated ${row.evidence_date} and counts from that day.` };
  }
  const approved: Records = isRate
    ? { ...records, rates: [...records.rates, row] }
    : { ...records, rows: [...records.rows, row] };
  const after = assembleFacts(methodology, approved, asOf);
  const problems =
    !isRate && isCheckedWhole(row)
      ? combinedProblems(methodology, { ...after, id, slug }, new Set([row.input_id]), asOf)
      : [];
  if (problems.length > 0) {
    const messages = problems.map(({ message }) => message).join('; ');
    return { ...none, reason: `Approved alone, it would be refused: ${messages}.` };
  }
  const scored = scoreFacts(methodology, id, after, asOf);
  const effect = { ...compare(outcome, scored), through: movedThrough(outcome, scored, row.input_id) };
  const contested = isRate ? null : contestedIn(after, row);
  if (contested !== null) {
    const reason = `It would not count: evidence of grade ${contested.needs} says otherwise.`;
    return { ...effect, contested, reason };
  }
  if (effect.reason !== null || !isUnchanged(effect)) return effect;
  return { ...effect, reason: whyUnchanged(methodology, before.facts, after, row) };
}

/** Whether score, band and caps stay as they are. */
export function isUnchanged({ score_before, score_after, band_before, band_after, caps }: Effect): boolean {
  const moved = caps.added.length + caps.removed.length + caps.changed.length;
  return score_before === score_after && band_before === band_after && moved === 0;
}

/** The same steps as in a run, without the package. */
function scoreFacts(methodology: Methodology, id: string, facts: Assembled, asOf: number): Scorable {
  const { planner_type, flags, gates, inputs, missing } = facts;
  const without = (why: string): Scorable => ({ scored: null, reason: `There is no score: ${why}.` });
  if (missing.length > 0) return without(`no approved ${missing.join(', ')}`);
  const conflicts = combinationProblems(facts);
  if (conflicts.length > 0) return without(conflicts.map(({ message }) => message).join('; '));
  const scoring_date = civilDate(asOf);
  const outcome = score(methodology, { provider_id: id, planner_type, scoring_date, flags, gates, inputs });
  if (outcome.status === 'SCORED') return { scored: outcome, reason: null };
  if (outcome.status === 'INVALID') {
    return without(outcome.result.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; '));
  }
  const gate = outcome.result.reason
    .replace(/^GATE_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return without(`the gate ${gate} has no current evidence`);
}

export function compare(before: Scorable, after: Scorable): Effect {
  const [old, now] = [before.scored, after.scored];
  const [capsBefore, capsAfter] = [capsOf(old), capsOf(now)];
  const score_before = old?.trace.final ?? null;
  const score_after = now?.trace.final ?? null;
  return {
    score_before,
    score_after,
    points: score_before === null || score_after === null ? null : score_after - score_before,
    band_before: old?.result.band ?? null,
    band_after: now?.result.band ?? null,
    caps: {
      added: [...capsAfter.keys()].filter((id) => !capsBefore.has(id)),
      removed: [...capsBefore.keys()].filter((id) => !capsAfter.has(id)),
      changed: [...capsAfter].flatMap(([id, cap]) =>
        capsBefore.has(id) && capsBefore.get(id) !== cap ? [id] : [],
      ),
    },
    contested: null,
    through: [],
    reason: after.reason,
  };
}

/** A change of structure moves the weights of many. */
const MOST_MOVED = 5;

/** What the score gains or loses in other criteria, in hundredths. */
function movedThrough(before: Scorable, after: Scorable, input: string): Effect['through'] {
  if (before.scored === null || after.scored === null) return [];
  const old = contributionsOf(before.scored);
  return [...contributionsOf(after.scored)]
    .map(([id, points]) => ({ input: id, points: points - (old.get(id) ?? 0) }))
    .filter((moved) => moved.input !== input && moved.points !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, MOST_MOVED);
}

function contributionsOf({ trace: { assessments } }: Scored): Map<string, number> {
  return new Map(assessments.map(({ criterion, contribution }) => [criterion.id, contribution]));
}

function capsOf(scored: Scored | null): Map<string, number> {
  return new Map(scored?.trace.fired.map(({ rule, tier }) => [rule.id, tier.cap]));
}

export function contestedIn({ contested }: Assembled, row: ApprovedRow): Effect['contested'] {
  const own = contested.find(
    ({ input, value, grade, evidence_date }) =>
      input === row.input_id &&
      value === row.value &&
      grade === row.grade &&
      evidence_date === row.evidence_date,
  );
  return own === undefined ? null : { needs: own.needs };
}

function whyUnchanged(
  methodology: Methodology,
  before: Assembled,
  after: Assembled,
  { proposal_id, input_id, value }: ApprovedRow,
): string {
  const counts = knownValue(after, input_id);
  if (counts?.approval && 'derived' in counts.approval) {
    const from = (counts.approval.from as readonly string[]).join(' and ');
    return `It would not count: runs derive this value from ${from}.`;
  }
  if (counts !== null && counts.proposalId !== proposal_id) {
    const { value: other, grade, evidence_date } = counts;
    return other === value
      ? `Evidence of ${evidence_date}, grade ${grade}, already supports this value at least as well.`
      : `It would not count: newer evidence, of ${evidence_date}, says ${other}.`;
  }
  if (!appliesTo(methodology, after, input_id)) return 'This criterion does not apply to the provider.';
  if (knownValue(before, input_id)?.value === value) return 'The value and the score stay the same.';
  return 'The value changes, but the score stays the same.';
}

function appliesTo(methodology: Methodology, { planner_type, flags }: Assembled, input: string): boolean {
  if (planner_type === null || !methodology.criterionById.has(input)) return true;
  let mask = 0;
  for (const [flag, bit] of methodology.flagBits) if (flags[flag] !== false) mask += bit;
  return methodology.applicable(planner_type, mask).some(({ criterion }) => criterion.id === input);
}
