// The kinds parameter of the changelog and its feeds.

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Parameters } from '../rendering/reading.ts';

/** Undefined if the parameter is absent. The operation's schema has already checked the kinds. */
export function readKinds({ kinds }: Parameters): ChangelogKind[] | undefined {
  return kinds === undefined ? undefined : (String(kinds).split(',') as ChangelogKind[]);
}
