// What the parts of the page share: the versions of a policy, and what a person does with its document.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { type Policy, policyProblems } from '@rf-indicators/engine';
import { inWords } from '../../ui/format.ts';

export type ReadPolicy = AnswerOf<'policies.read'>;
export type Version = ReadPolicy['versions'][number];
export type PolicyTest = AnswerOf<'policies.test'>;
export type Announced = NonNullable<AnswerOf<'policies.test_framework'>['announced']>;

/** "lender counterparties" becomes a title. */
export function policyTitle(name: string): string {
  const words = inWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const STATE_WORDS: Readonly<Record<Version['state'], string>> = {
  draft: 'draft',
  asked: 'waits for a second person',
  active: 'active',
  replaced: 'replaced',
  stopped: 'stopped',
  discarded: 'discarded',
};

export const isOpen = ({ state }: Version) => state === 'draft' || state === 'asked';

/** The place of a problem, and what is wrong there. */
export interface Problem {
  pointer: string;
  message: string;
}

/** A renamed policy would be saved as another one. */
export function problemsOf(document: unknown, name: string): Problem[] {
  const problems: Problem[] = policyProblems(document);
  if (problems.length > 0 || (document as Policy).name === name) return problems;
  return [
    { pointer: '/name', message: `must stay ${name}: a new policy begins with the button of the list` },
  ];
}
