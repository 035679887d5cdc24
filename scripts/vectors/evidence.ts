// Vectors for the age, grade and absence of evidence.

import { type Methodology, PLANNER_TYPES, type PlannerType } from '@rf-indicators/engine';
import {
  baseDraft,
  bestValue,
  type Change,
  type Draft,
  type DraftEntry,
  drafted,
  gradesByFactor,
  hundredths,
  inTurn,
  mapValues,
  named,
  scoreDraft,
  twoByTwo,
  withEveryInput,
  withGate,
  withInput,
  withoutGates,
  withoutInputs,
} from './drafts.ts';

export function ageDrafts(methodology: Methodology): Draft[] {
  const { criteria, gates } = methodology.document;
  const changes: Change[] = ageEdges(1).flatMap((_, edge) =>
    criteria.map((criterion) => {
      const [name, age] = ageEdges(criterion.max_age_days)[edge]!;
      return { criterion, vector: `${criterion.id} ${age} days old (${name})`, change: { age } };
    }),
  );
  // An expired gate gives no score, which would hide the effect of another change in the same vector.
  const ofGateCriteria = changes.filter(({ criterion }) => criterion.gate);
  const ofOthers = changes.filter(({ criterion }) => !criterion.gate);
  return [
    ...twoByTwo(methodology, ofOthers),
    ...ofGateCriteria.map((change, turn) => drafted(methodology, [change], turn)),
    ...gates.flatMap(({ id, max_age_days }) =>
      ageEdges(max_age_days).map(([name, age], turn) => {
        const base = baseDraft(methodology, inTurn(PLANNER_TYPES, turn));
        return named(withGate(base, id, { age }), `gate ${id} ${age} days old (${name})`);
      }),
    ),
  ];
}

/** Fresh up to A, fading from A+1 on, expired at 2A. */
function ageEdges(limit: number): [string, number][] {
  return [
    ['A', limit],
    ['A+1', limit + 1],
    ['2A-1', 2 * limit - 1],
    ['2A', 2 * limit],
    ['10A', 10 * limit],
  ];
}

export function gradeDrafts(methodology: Methodology): Draft[] {
  const grades = gradesByFactor(methodology);
  return PLANNER_TYPES.flatMap((type) => [
    ...grades.map((grade) =>
      named(
        withEveryInput(methodology, baseDraft(methodology, type), () => ({ grade })),
        `${type} with grade ${grade} throughout`,
      ),
    ),
    ...confidenceTargets(methodology).map((target) =>
      named(
        withConfidence(methodology, baseDraft(methodology, type), target),
        `${type} with confidence ${decimal(target)}`,
      ),
    ),
  ]);
}

/** The confidence limits of hard rules and the values next to them, in hundredths. */
function confidenceTargets({ document }: Methodology): number[] {
  const limits = document.hard_rules.flatMap(({ tiers }) =>
    tiers.flatMap(([condition]) =>
      'input' in condition && condition.input === 'confidence' ? [hundredths(String(condition.value))] : [],
    ),
  );
  return limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
}

function decimal(value: number): string {
  return (value / 100).toFixed(2);
}

/**
 * The draft with grades that give exactly this confidence, in hundredths. One by one, each criterion gets the best grade
 * that keeps the sum below the next hundredth while all later criteria have the worst. The remainder at the end is less
 * than the smallest step, so the sum comes close to the next hundredth without reaching it.
 */
export function withConfidence(methodology: Methodology, draft: Draft, target: number): Draft {
  const grades = gradesByFactor(methodology);
  const lowest = grades.at(-1)!;
  let graded = withEveryInput(methodology, draft, () => ({ grade: lowest }));
  for (const id of Object.keys(draft.inputs)) {
    for (const grade of grades) {
      const better = withInput(graded, id, { grade });
      if (hundredths(scoreDraft(methodology, better).confidence) <= target) {
        graded = better;
        break;
      }
    }
  }
  const { confidence } = scoreDraft(methodology, graded);
  if (hundredths(confidence) !== target) throw new Error(`no grades give confidence ${decimal(target)}`);
  return graded;
}

export function evidenceDrafts(methodology: Methodology): Draft[] {
  const { criteria, gates } = methodology.document;
  const gateCriteria = criteria.filter(({ gate }) => gate).map(({ id }) => id);
  const gateIds = gates.map(({ id }) => id);
  const base = (turn: number) => baseDraft(methodology, inTurn(PLANNER_TYPES, turn));
  return [
    ...criteria.map((criterion, turn) => {
      const draft = baseDraft(methodology, inTurn(criterion.planner_types, turn));
      return named(withoutInputs(draft, [criterion.id]), `${criterion.id} missing`);
    }),
    ...gateIds.map((id, turn) => named(withoutGates(base(turn), [id]), `gate ${id} missing`)),
    named(withoutGates(base(0), gateIds), 'all gates missing: the first one is the reason'),
    named(
      withoutInputs(withoutGates(base(1), gateIds), gateCriteria),
      'gates and gate criteria missing: the first gate is the reason',
    ),
    named(
      withoutInputs(expiredGates(methodology, base(2)), gateCriteria),
      'gates lapsed, gate criteria missing: the first gate is the reason',
    ),
    ...missingModules(methodology),
    ...PLANNER_TYPES.flatMap((type) => bareDrafts(methodology, type, gateCriteria)),
  ];
}

function expiredGates({ document }: Methodology, draft: Draft): Draft {
  const lapse = (entry: DraftEntry, id: string): DraftEntry => ({
    ...entry,
    age: 2 * document.gates.find((gate) => gate.id === id)!.max_age_days,
  });
  return { ...draft, gates: mapValues(draft.gates, lapse) };
}

/** A module without any evidence keeps its weight and earns nothing. */
function missingModules(methodology: Methodology): Draft[] {
  const { modules, criteria } = methodology.document;
  return modules.map((module, turn) => {
    const type = inTurn(PLANNER_TYPES, turn);
    const ids = criteria.filter(({ gate, module: its }) => its === module.id && !gate).map(({ id }) => id);
    return named(
      withoutInputs(baseDraft(methodology, type), ids),
      `${type} with no evidence in ${module.id}`,
    );
  });
}

function bareDrafts(methodology: Methodology, type: PlannerType, gateCriteria: readonly string[]): Draft[] {
  const base = baseDraft(methodology, type);
  const rest = Object.keys(base.inputs).filter((id) => !gateCriteria.includes(id));
  const lapsed = withEveryInput(methodology, base, ({ gate, max_age_days }) =>
    gate ? {} : { age: 2 * max_age_days },
  );
  const nearlyLapsed = withEveryInput(methodology, base, ({ max_age_days }) => ({
    age: 2 * max_age_days - 1,
  }));
  return [
    named(withoutInputs(base, rest), `${type} with nothing but the gates`),
    named(withoutInputs(base, Object.keys(base.inputs)), `${type} with no input at all`),
    named(lapsed, `${type} with everything but the gates lapsed`),
    named(nearlyLapsed, `${type} with everything about to lapse`),
    named(
      withForeignInputs(methodology, base),
      `${type} with inputs of other planner types, which count for nothing`,
    ),
  ];
}

function withForeignInputs(methodology: Methodology, draft: Draft): Draft {
  const grade = gradesByFactor(methodology)[0]!;
  let foreign = draft;
  for (const criterion of methodology.document.criteria) {
    if (criterion.planner_types.includes(draft.planner_type)) continue;
    foreign = withInput(foreign, criterion.id, { value: bestValue(criterion), grade, age: 0 });
  }
  return foreign;
}
