// Vectors for hard rules and bands: each tier just before and just after it fires, several rules at once, exact limits.

import {
  formatHundredths,
  formatScaled,
  type Methodology,
  PLANNER_TYPES,
  parseScaled,
} from '@rf-indicators/engine';
import {
  baseDraft,
  bestDraft,
  type CriterionEntry,
  criterionNamed,
  type Draft,
  gradesByFactor,
  hundredths,
  inTurn,
  named,
  scoreDraft,
  withEveryInput,
  withFlags,
  withGate,
  withInput,
  withoutInputs,
  worstDraft,
  worstValue,
} from './drafts.ts';
import { withConfidence } from './evidence.ts';
import { withUncapped } from './tune.ts';

type HardRule = Methodology['document']['hard_rules'][number];
type Condition = HardRule['tiers'][number][0];

export function ruleDrafts(methodology: Methodology): Draft[] {
  const { hard_rules: rules } = methodology.document;
  return [
    ...rules.flatMap((rule, turn) =>
      rule.tiers.flatMap(([condition, cap], tier) => {
        const label = `${rule.id} tier ${tier + 1} (${describe(condition)}: at most ${cap})`;
        return aroundTier(methodology, condition, turn + tier).map((draft) =>
          named(draft, `${label} ${draft.vector}`),
        );
      }),
    ),
    ...capsTogether(methodology, rules),
    ...capsAboveScore(methodology, rules),
    ...capsAtScore(methodology, rules),
  ];
}

function describe(condition: Condition): string {
  if ('any_missing' in condition) return 'an input missing or lapsed';
  const { input, op, value } = condition;
  const sign = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '=', in: 'in' }[op];
  return `${input} ${sign} ${String(value)}`;
}

function aroundTier(methodology: Methodology, condition: Condition, turn: number): Draft[] {
  if ('any_missing' in condition) {
    return condition.any_missing.flatMap((id) => aroundMissing(methodology, id, turn));
  }
  if (condition.input === 'confidence') return aroundConfidence(methodology, condition, turn);
  const criterion = criterionNamed(methodology, condition.input);
  if (criterion === undefined) return aroundGate(methodology, condition, turn);
  const fire = firingValues(criterion, condition);
  const spare = sparingValue(criterion, condition);
  const base = baseDraft(methodology, inTurn(criterion.planner_types, turn));
  const just = criterion.input.type === 'number' ? 'just ' : '';
  const set = (value: string) => withInput(base, criterion.id, { value });
  const lapsed = (value: string) => withInput(base, criterion.id, { value, age: 2 * criterion.max_age_days });
  return [
    ...fire.map((value) => named(set(value), `${just}fires at ${value}`)),
    named(set(spare), `${just}does not fire at ${spare}`),
    // Without unexpired evidence a gate criterion gives no score at all, so nothing can fire.
    ...(criterion.gate
      ? []
      : fire.map((value) => named(lapsed(value), `still fires at ${value} when lapsed`))),
    ...whereItDoesNotApply(methodology, criterion, fire[0]!),
  ];
}

/** The firing value nearest to the limit of a tier, or every option that the tier lists. */
function firingValues({ input }: CriterionEntry, condition: Condition): string[] {
  if ('any_missing' in condition) return [];
  if (condition.op === 'in') return condition.value;
  if (condition.op === 'eq' || input.type === 'enum') return [condition.value];
  const steps = { lt: -1, le: 0, gt: 1, ge: 0 }[condition.op];
  return [formatScaled(parseScaled(condition.value, input.scale)! + steps, input.scale)];
}

/** The value nearest to the firing ones that does not fire the tier. */
function sparingValue(criterion: CriterionEntry, condition: Condition): string {
  const fire = firingValues(criterion, condition);
  const { input } = criterion;
  if (input.type === 'enum')
    return optionAfter(
      input.options.map(([name]) => name),
      fire,
    );
  const fewer = 'op' in condition && (condition.op === 'lt' || condition.op === 'le');
  return formatScaled(parseScaled(fire[0]!, input.scale)! + (fewer ? 1 : -1), input.scale);
}

/** The next better option after all of the given ones. */
function optionAfter(options: readonly string[], fire: readonly string[]): string {
  return options[Math.max(...fire.map((value) => options.indexOf(value))) + 1]!;
}

/** Drafts with a value that would fire the rule, for providers to which the criterion does not apply. */
function whereItDoesNotApply(methodology: Methodology, criterion: CriterionEntry, value: string): Draft[] {
  const entry = { value, grade: gradesByFactor(methodology)[0]!, age: 1 };
  const others = PLANNER_TYPES.filter((type) => !criterion.planner_types.includes(type));
  const drafts = others.map((type) =>
    named(
      withInput(baseDraft(methodology, type), criterion.id, entry),
      `does not fire at ${value} for ${type}, to which ${criterion.id} does not apply`,
    ),
  );
  const flag = criterion.requires_flag;
  if (flag === null) return drafts;
  const base = baseDraft(methodology, criterion.planner_types[0]!);
  const unset = withFlags(base, { ...base.flags, [flag]: false });
  return [
    ...drafts,
    named(withInput(unset, criterion.id, entry), `does not fire at ${value} without ${flag}`),
  ];
}

function aroundGate(methodology: Methodology, condition: Condition, turn: number): Draft[] {
  if ('any_missing' in condition) return [];
  const gate = methodology.document.gates.find(({ id }) => id === condition.input)!;
  const fire = typeof condition.value === 'string' ? [condition.value] : condition.value;
  const spare = optionAfter(gate.options, fire);
  const base = baseDraft(methodology, inTurn(PLANNER_TYPES, turn));
  return [
    ...fire.map((value) => named(withGate(base, gate.id, { value }), `fires at ${value}`)),
    named(withGate(base, gate.id, { value: spare }), `does not fire at ${spare}`),
  ];
}

function aroundConfidence(methodology: Methodology, condition: Condition, turn: number): Draft[] {
  if ('any_missing' in condition || typeof condition.value !== 'string') return [];
  const limit = hundredths(condition.value);
  const base = baseDraft(methodology, inTurn(PLANNER_TYPES, turn));
  return [
    named(withConfidence(methodology, base, limit - 1), `just fires at ${formatHundredths(limit - 1)}`),
    named(withConfidence(methodology, base, limit), `just does not fire at ${formatHundredths(limit)}`),
  ];
}

function aroundMissing(methodology: Methodology, id: string, turn: number): Draft[] {
  const { planner_types, max_age_days } = criterionNamed(methodology, id)!;
  const base = baseDraft(methodology, inTurn(planner_types, turn));
  const others = PLANNER_TYPES.filter((type) => !planner_types.includes(type));
  return [
    named(withoutInputs(base, [id]), `fires without ${id}`),
    named(withInput(base, id, { age: 2 * max_age_days }), `fires when ${id} has lapsed`),
    named(withInput(base, id, { age: 2 * max_age_days - 1 }), `does not fire a day before ${id} lapses`),
    ...others.map((type) =>
      named(
        withoutInputs(baseDraft(methodology, type), [id]),
        `does not fire without ${id} for ${type}, to which it does not apply`,
      ),
    ),
  ];
}

/** Changes the draft so that a tier fires. */
function firing(methodology: Methodology, draft: Draft, condition: Condition): Draft {
  if ('any_missing' in condition) {
    // Expired instead of missing, because the value may be needed to fire another rule.
    const id = condition.any_missing.find((listed) => listed in draft.inputs)!;
    return withInput(draft, id, { age: 2 * criterionNamed(methodology, id)!.max_age_days });
  }
  if (condition.input === 'confidence') {
    return withConfidence(methodology, draft, hundredths(String(condition.value)) - 1);
  }
  const criterion = criterionNamed(methodology, condition.input);
  if (criterion !== undefined) {
    const value = firingValues(criterion, condition)[0]!;
    return criterion.id in draft.inputs ? withInput(draft, criterion.id, { value }) : draft;
  }
  const value = typeof condition.value === 'string' ? condition.value : condition.value[0]!;
  return withGate(draft, condition.input, { value });
}

/** Conditions on evidence come last, because they depend on the inputs that the other conditions change. */
function firingAll(methodology: Methodology, draft: Draft, conditions: readonly Condition[]): Draft {
  const onEvidence = (condition: Condition) => 'any_missing' in condition || condition.input === 'confidence';
  return [...conditions]
    .sort((a, b) => Number(onEvidence(a)) - Number(onEvidence(b)))
    .reduce((fired, condition) => firing(methodology, fired, condition), draft);
}

function capsTogether(methodology: Methodology, rules: readonly HardRule[]): Draft[] {
  const first = rules.map(({ tiers }) => tiers[0]![0]);
  const last = rules.map(({ tiers }) => tiers.at(-1)![0]);
  const caps = [...new Set(rules.flatMap(({ tiers }) => tiers.map(([, cap]) => cap)))];
  const neighbours = rules.slice(1).map((rule, index) => {
    const before = rules[index]!;
    const type = inTurn(['btc', 'stablecoin'] as const, index);
    const draft = firingAll(methodology, baseDraft(methodology, type), [first[index]!, first[index + 1]!]);
    return named(draft, `${before.id} and ${rule.id} fire together`);
  });
  const ties = caps.flatMap((cap, index) => {
    const tied = rules.flatMap(({ tiers }) => tiers.filter(([, its]) => its === cap).slice(0, 1));
    if (tied.length < 2) return [];
    const draft = firingAll(
      methodology,
      bestDraft(methodology, inTurn(['btc', 'stablecoin'] as const, index)),
      tied.map(([condition]) => condition),
    );
    return [named(draft, `every rule with a tier at ${cap} fires there: the first one has the impact`)];
  });
  const all = PLANNER_TYPES.flatMap((type) => [
    named(
      firingAll(methodology, bestDraft(methodology, type), first),
      `${type} with the first tier of every rule`,
    ),
    named(
      firingAll(methodology, bestDraft(methodology, type), last),
      `${type} with the last tier of every rule`,
    ),
  ]);
  return [...neighbours, ...ties, ...all];
}

/** Weak providers whose score is below the cap: the rule fires but does not limit the score. */
function capsAboveScore(methodology: Methodology, rules: readonly HardRule[]): Draft[] {
  const watched = ruleInputs(rules);
  return rules.flatMap(({ id, tiers }, turn) => {
    const [condition, cap] = tiers.at(-1)!;
    const type = inTurn(['btc', 'stablecoin'] as const, turn);
    const weak = withEveryInput(methodology, baseDraft(methodology, type), (criterion) =>
      watched.includes(criterion.id) ? {} : { value: worstValue(criterion) },
    );
    const draft = firing(methodology, weak, condition);
    if (hundredths(scoreDraft(methodology, draft).uncapped_score) >= hundredths(cap)) return [];
    return [named(draft, `${id} fires at ${cap}, above the uncapped score`)];
  });
}

/** The inputs that hard rules read. */
function ruleInputs(rules: readonly HardRule[]): string[] {
  return rules.flatMap(({ tiers }) =>
    tiers.flatMap(([condition]) => ('any_missing' in condition ? condition.any_missing : [condition.input])),
  );
}

/** A cap does not bind an uncapped score equal to it, but binds one that is 0.01 higher. */
function capsAtScore(methodology: Methodology, rules: readonly HardRule[]): Draft[] {
  const watched = ruleInputs(rules);
  const firstWith = new Map<string, { rule: string; condition: Condition }>();
  for (const { id, tiers } of rules) {
    for (const [condition, cap] of tiers) {
      if (!firstWith.has(cap)) firstWith.set(cap, { rule: id, condition });
    }
  }
  return [...firstWith].flatMap(([cap, { rule, condition }], turn) => {
    const draft = firing(methodology, bestDraft(methodology, inTurn(PLANNER_TYPES, turn)), condition);
    const own = 'input' in condition ? [condition.input] : condition.any_missing;
    return [-1, 0, 1].flatMap((step) => {
      const score = hundredths(cap) + step;
      // A low score can only be reached if inputs of other rules are bad too.
      const tuned =
        withUncapped(methodology, draft, score, watched) ?? withUncapped(methodology, draft, score, own);
      return tuned
        ? [named(tuned, `${rule} at ${cap} on an uncapped score of ${formatHundredths(score)}`)]
        : [];
    });
  });
}

export function bandDrafts(methodology: Methodology): Draft[] {
  const { bands, hard_rules } = methodology.document;
  const locked = ruleInputs(hard_rules);
  const [top = ''] = gradesByFactor(methodology);
  return PLANNER_TYPES.flatMap((type) => {
    const best = bestDraft(methodology, type);
    const atBounds = bands.flatMap(([band, lower]) =>
      [0, -1].flatMap((step) => {
        const score = hundredths(lower) + step;
        const tuned = score > 0 ? withUncapped(methodology, best, score, locked) : null;
        if (tuned === null) return [];
        const place = step === 0 ? 'just reaches' : 'just misses';
        return [named(tuned, `${type} ${place} ${band} with ${formatHundredths(score)}`)];
      }),
    );
    const perfect = withEveryInput(methodology, best, () => ({ grade: top, age: 0 }));
    return [
      ...atBounds,
      named(perfect, `${type} with the best of everything`),
      named(worstDraft(methodology, type), `${type} with the worst of everything`),
    ];
  });
}
