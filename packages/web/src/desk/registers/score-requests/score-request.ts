// A score request, as the register has it, and the words of its status.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { typeName } from '../../../charts/type-names.ts';
import { count, plural } from '../../../ui/format.ts';
import type { StateKind } from '../../../ui/state.tsx';

export type ScoreRequest = AnswerOf<'score_requests.list'>['data'][number];

export const STATUSES: Readonly<Record<ScoreRequest['status'], { word: string; kind: StateKind }>> = {
  received: { word: 'received', kind: 'waiting' },
  accepted: { word: 'accepted', kind: 'waiting' },
  declined: { word: 'declined', kind: 'off' },
  scored: { word: 'scored', kind: 'good' },
};

/** What it takes or pays, in words; null if the request does not say. */
export function kindOf({ planner_type }: ScoreRequest): string | null {
  return planner_type === null ? null : typeName(planner_type);
}

/** Workspaces ask for names in their books. Which ones is not known here. */
export function askedBy({ workspaces, others }: ScoreRequest['demand']): string {
  const groups = [
    ...(workspaces === 0 ? [] : [plural(workspaces, 'workspace')]),
    ...(others === 0 ? [] : [`${count(others)} on the public page`]),
  ];
  return groups.join(', ');
}
