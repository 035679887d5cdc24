// Differences that are intended, as rules in a JSON file. A rule allows the differences that everything in it matches:
//   { "rules": [{ "reason": "Wording of problem documents", "part": "body", "pointer": "/detail" }] }

import type { Difference } from './compare.ts';

export interface AllowRule {
  /** Why the difference is intended. */
  reason: string;
  /** An operation of the OpenAPI document, or the kind of page; a * stands for any text. */
  operation?: string;
  /** status, body, missing, new, or "header NAME". */
  part?: string;
  /** Into a JSON body: * stands for one step, ** for any number of steps. */
  pointer?: string;
  /** Regular expressions on the name of the request and on the values before and after. */
  name?: string;
  before?: string;
  after?: string;
}

const MEMBERS = new Set(['reason', 'operation', 'part', 'pointer', 'name', 'before', 'after']);

export function readRules(text: string): AllowRule[] {
  const { rules } = JSON.parse(text) as { rules?: AllowRule[] };
  if (!Array.isArray(rules)) throw new Error('The file of allowed differences must have an array "rules".');
  for (const rule of rules) {
    if (!rule.reason) throw new Error(`A rule must give its reason: ${JSON.stringify(rule)}`);
    const unknown = Object.keys(rule).find((name) => !MEMBERS.has(name));
    if (unknown !== undefined) throw new Error(`A rule has no member "${unknown}": ${JSON.stringify(rule)}`);
  }
  return rules;
}

export function allows(rule: AllowRule, difference: Difference): boolean {
  const { operation, part, pointer, name, before, after } = rule;
  return (
    (operation === undefined || wildcard(operation, '.*').test(difference.operation)) &&
    (part === undefined || part === difference.part) &&
    (pointer === undefined ||
      (difference.pointer !== null && pointerPattern(pointer).test(difference.pointer))) &&
    (name === undefined || new RegExp(name, 's').test(difference.name)) &&
    (before === undefined || new RegExp(before, 's').test(difference.before)) &&
    (after === undefined || new RegExp(after, 's').test(difference.after))
  );
}

function wildcard(text: string, any: string): RegExp {
  return new RegExp(`^${text.split('*').map(RegExp.escape).join(any)}$`, 's');
}

function pointerPattern(pointer: string): RegExp {
  const steps = pointer.split('/').slice(1);
  const pattern = steps.map((step) =>
    step === '**' ? '(/[^/]*)*' : wildcard(step, '[^/]*').source.slice(1, -1),
  );
  return new RegExp(`^${pattern.map((step) => (step.startsWith('(/') ? step : `/${step}`)).join('')}$`);
}
