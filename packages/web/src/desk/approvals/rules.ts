// Hard rules in words.

import { inputValue, inWords } from '../../ui/format.ts';
import type { Definition } from './proposal.ts';

type Rule = Definition['hard_rules'][number];

const SIGNS: Readonly<Record<string, string>> = {
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
  '=': 'if',
  'is one of': 'if',
};

/** "backing shortfall"; until the names are read, only what it is. */
export function ruleName(id: string, rules: readonly { id: string; name: string }[]): string {
  return inWords(rules.find((rule) => rule.id === id)?.name ?? 'hard_rule');
}

/** "below 90.00: at most 19.99". Of a rule on several inputs, only what concerns this one. */
export function ruleTiers({ tiers }: Rule, input: string): string[] {
  const concerned = tiers.filter(({ condition }) => condition.split(/[ ,]+/).includes(input));
  return (concerned.length === 0 ? tiers : concerned).map(
    ({ condition, cap }) => `${conditionWords(condition, input)}: at most ${cap}`,
  );
}

function conditionWords(condition: string, input: string): string {
  const found = /^(\w+) (<=|<|>=|>|=|is one of) (.*)$/.exec(condition);
  if (found === null) return 'no evidence';
  const [, subject, sign, values] = found;
  const words = `${SIGNS[sign!]} ${values!.split(', ').map(inputValue).join(' or ')}`;
  return subject === input ? words : `${inWords(subject!)} ${words}`;
}
