// A run in words.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { StateKind } from '../../ui/state.tsx';

export type Run = AnswerOf<'runs.overview'>['run'];
export type ListedRun = AnswerOf<'runs.list'>['data'][number];
export type Progress = NonNullable<Run['progress']>;

export const RUN_KINDS: Readonly<Record<Run['kind'], string>> = {
  manual: 'By hand',
  scheduled: 'Daily',
  correction: 'Correction',
  reinstatement: 'Reinstatement',
};

export const RUN_STATES: Readonly<Record<Run['status'], string>> = {
  computing: 'computing',
  draft: 'draft',
  published: 'published',
  discarded: 'discarded',
};

export function runState({ status, finished_at, progress }: Run): { kind: StateKind; words: string } {
  if (status === 'published') return { kind: 'good', words: 'published' };
  if (status === 'draft') return { kind: 'waiting', words: progress === null ? 'draft' : 'publishing' };
  if (status === 'computing')
    return progress === null ? { kind: 'failed', words: 'cut off' } : { kind: 'waiting', words: 'computing' };
  return finished_at === null
    ? { kind: 'failed', words: 'not finished' }
    : { kind: 'off', words: 'discarded' };
}
