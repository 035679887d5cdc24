// Validates hard rules, whose caps can only lower a score. A safer input must never lead to a lower cap, so a
// rule has to compare towards the riskier side of its input.

import { FULL } from '../arithmetic/fixed.ts';
import type { Checker, Members } from './checker.ts';

/** The inputs that a rule can refer to, collected while criteria and gates are checked. */
export interface RuleTargets {
  numbers: Map<string, { scale: number; direction: 'higher' | 'lower' }>;
  enums: Map<string, { options: string[]; gate: boolean }>;
  gates: Map<string, { options: string[] }>;
}

const BAD_SIDE: Record<'higher' | 'lower', string[]> = { higher: ['lt', 'le'], lower: ['gt', 'ge'] };

export function checkHardRules(check: Checker, value: unknown, targets: RuleTargets): void {
  const ids = new Set<string>();
  for (const [index, entry] of check.list(value, '/hard_rules', 0).entries()) {
    const pointer = `/hard_rules/${index}`;
    const rule = check.members(entry, pointer, ['id', 'name', 'tiers']);
    if (rule === null) continue;
    check.unique(check.text(rule.id, `${pointer}/id`), ids, `${pointer}/id`);
    check.id(rule.name, `${pointer}/name`);
    const capsByOption = new Map<string, Map<string, number>>();
    for (const [at, tier] of check.list(rule.tiers, `${pointer}/tiers`, 1).entries()) {
      const place = `${pointer}/tiers/${at}`;
      const pair = check.pair(tier, place);
      if (pair === null) continue;
      const cap = check.decimal(pair[1], `${place}/1`, 2, FULL) ?? FULL;
      checkCondition(check, pair[0], `${place}/0`, targets, (input, option) => {
        const caps = capsByOption.get(input) ?? new Map<string, number>();
        caps.set(option, Math.min(cap, caps.get(option) ?? FULL));
        capsByOption.set(input, caps);
      });
    }
    for (const [input, caps] of capsByOption) checkCapsRise(check, pointer, input, caps, targets);
  }
}

function checkCondition(
  check: Checker,
  value: unknown,
  pointer: string,
  targets: RuleTargets,
  meets: (input: string, option: string) => void,
): void {
  const condition = check.members(value, pointer, [], ['input', 'op', 'value', 'any_missing']);
  if (condition === null) return;
  if ('any_missing' in condition) {
    checkAnyMissing(check, condition, pointer, targets);
    return;
  }
  check.members(condition, pointer, ['input', 'op', 'value']);
  // Checked for text first: a list with one name, converted to text, would pass for the name.
  const input = check.text(condition.input, `${pointer}/input`);
  const op = check.text(condition.op, `${pointer}/op`);
  if (input === null || op === null) return;
  const number =
    input === 'confidence' ? { scale: 2, direction: 'higher' as const } : targets.numbers.get(input);
  const options = (targets.enums.get(input) ?? targets.gates.get(input))?.options;
  if (number) {
    if (!['lt', 'le', 'gt', 'ge'].includes(op)) {
      check.report(`${pointer}/op`, 'unknown_operator', 'must be lt, le, gt or ge for a number');
    } else if (!BAD_SIDE[number.direction].includes(op)) {
      const message = `${input} is safer ${number.direction}, so the rule must use ${BAD_SIDE[number.direction].join(' or ')}`;
      check.report(`${pointer}/op`, 'rule_against_direction', message);
    }
    check.decimal(condition.value, `${pointer}/value`, number.scale);
  } else if (options) {
    const names = op === 'in' ? check.list(condition.value, `${pointer}/value`, 1) : [condition.value];
    if (op !== 'eq' && op !== 'in') {
      check.report(`${pointer}/op`, 'unknown_operator', 'must be eq or in for an input with options');
    }
    for (const [at, name] of names.entries()) {
      const place = op === 'in' ? `${pointer}/value/${at}` : `${pointer}/value`;
      check.known(name, new Set(options), place, `option of ${input}`);
      if (typeof name === 'string') meets(input, name);
    }
  } else {
    check.known(input, new Set(), `${pointer}/input`, 'criterion or gate');
  }
}

function checkAnyMissing(check: Checker, condition: Members, pointer: string, targets: RuleTargets): void {
  check.members(condition, pointer, ['any_missing']);
  for (const [at, id] of check.list(condition.any_missing, `${pointer}/any_missing`, 1).entries()) {
    const place = `${pointer}/any_missing/${at}`;
    check.known(id, new Set([...targets.numbers.keys(), ...targets.enums.keys()]), place, 'criterion');
    if (targets.enums.get(String(id))?.gate) {
      check.report(
        place,
        'gate_never_missing',
        'must not be a gate, because without a gate there is no score to cap',
      );
    }
  }
}

/** Options are listed worst first. A better option must not have a lower cap in the same rule. */
function checkCapsRise(
  check: Checker,
  pointer: string,
  input: string,
  caps: ReadonlyMap<string, number>,
  targets: RuleTargets,
): void {
  const options = (targets.enums.get(input) ?? targets.gates.get(input))?.options ?? [];
  let last = 0;
  for (const option of options) {
    const cap = caps.get(option) ?? FULL;
    if (cap < last) {
      const message = `must not cap the better option ${option} of ${input} lower than a worse one`;
      check.report(`${pointer}/tiers`, 'rule_against_direction', message);
    }
    last = cap;
  }
}
