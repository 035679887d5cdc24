// How far a workspace is on the way to its first call.

import type { AnswerOf } from '@rf-indicators/contract/acts';

export type ShownWorkspace = AnswerOf<'workspaces.show'>;
export type ListedKey = AnswerOf<'keys.list'>['data'][number];
export type Endpoint = AnswerOf<'webhooks.list'>['data'][number];

export interface Progress {
  terms: boolean;
  key: boolean;
  call: boolean;
  webhook: boolean;
}

/** Null until everything is known. */
export function progressOf(
  workspace: ShownWorkspace | undefined,
  keys: readonly ListedKey[] | undefined,
  endpoints: readonly Endpoint[] | undefined,
): Progress | null {
  if (workspace === undefined || keys === undefined || endpoints === undefined) return null;
  return {
    terms: workspace.terms.some(({ kind, accepted_at }) => kind === 'api' && accepted_at !== null),
    key: keys.length > 0,
    call: keys.some(({ last_used_at }) => last_used_at !== null),
    webhook: endpoints.length > 0,
  };
}

export function areDone(progress: Progress): boolean {
  return Object.values(progress).every((isDone) => isDone);
}

const SKIPPED = 'first steps without webhooks';

/** Not everybody wants webhooks. The choice is kept in this browser. */
export function hasSkippedWebhooks(): boolean {
  return localStorage.getItem(SKIPPED) !== null;
}

export function skipWebhooks(): void {
  localStorage.setItem(SKIPPED, 'yes');
}
