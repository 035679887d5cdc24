// The steps of the set-up in words, and which of them is open for whom.

import type { AnswerOf } from '@rf-indicators/contract/acts';

export type Setup = AnswerOf<'desk.setup'>;
export type Step = Setup['steps'][number];
export type SetupPerson = Setup['people'][number];

export const STEPS: Readonly<Record<Step['id'], { title: string; about: string }>> = {
  store: { title: 'Create the store', about: 'Empty, and on your own machine.' },
  signing_key: {
    title: 'Make the signing key',
    about: 'Held by the service. Its public part is for everybody.',
  },
  people: {
    title: 'Invite at least four people',
    about: 'Nobody does two of these alone: propose, approve, decide, publish.',
  },
  framework: {
    title: 'Choose a framework',
    about: 'RF Framework v1.0 as supplied, with 32 criteria and 12 hard rules, or a file of your own.',
  },
  sign_off: {
    title: 'Sign the framework',
    about: 'With a key that only the chief risk officer has, made in the browser.',
  },
  activation: { title: 'Put it into effect', about: 'The first framework needs no notice.' },
  provider: {
    title: 'Describe the first provider',
    about: 'Its name, its type and what it promises. One person proposes, another approves.',
  },
  values: {
    title: 'Enter its values with evidence',
    about: 'The checks must be on record; every other value that is missing costs points.',
  },
  run: {
    title: 'Run and look',
    about: 'A draft: the score, what lowers it, what is missing. Nothing is public.',
  },
  committee: {
    title: 'The committee votes',
    about: 'Everybody who can vote does so as themselves. The outcome follows from the votes.',
  },
  publication: { title: 'Publish', about: 'Signed, logged, and verifiable by anyone, without you.' },
};

/** Who it is the turn of: the first step that this person can do, or else the first that anybody can. */
export function openStep({ steps }: Setup, roles: readonly string[]): Step | undefined {
  const open = steps.filter(({ state }) => state === 'open');
  return (
    open.find((step) => step.roles.some((role) => roles.includes(role))) ??
    open[0] ??
    steps.find(({ state }) => state === 'waiting')
  );
}

export function doneOf({ steps }: Setup): number {
  return steps.filter(({ state }) => state === 'done').length;
}

export function canDo({ roles }: Step, person: { roles: readonly string[] }): boolean {
  return person.roles.some((role) => roles.includes(role));
}

/** Also what they approve. */
export function isOf(step: Step, person: { roles: readonly string[] }): boolean {
  return canDo(step, person) || step.approvers.some((role) => person.roles.includes(role));
}

/** What a mark in the lane of a person says; null where the step is nothing of theirs. */
export function markOf(step: Step, person: SetupPerson): 'done' | 'yours' | 'later' | 'approves' | null {
  if (canDo(step, person)) {
    if (step.state !== 'done') return step.state === 'open' ? 'yours' : 'later';
    return step.by === null || step.by === person.name ? 'done' : null;
  }
  return step.approvers.some((role) => person.roles.includes(role)) ? 'approves' : null;
}

/** For each step the lane of whoever did it, or of the first who can; where nobody can, the work stays where it was. */
export function lanesOf({ steps, people }: Setup): number[] {
  const lanes: number[] = [];
  for (const step of steps) {
    const did = people.findIndex(({ name }) => step.state === 'done' && name === step.by);
    const can = people.findIndex((person) => canDo(step, person));
    lanes.push(did !== -1 ? did : can !== -1 ? can : (lanes.at(-1) ?? 0));
  }
  return lanes;
}
