// The problem that explains why a provider has no current indicator.

import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Reading, ReadProblem } from './reading.ts';

export async function whyNone({ db }: Reading, providerId: string): Promise<ReadProblem> {
  const state = await db
    .selectFrom('provider_states')
    .select(['withdrawn_at', 'withdrawn_reason'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (!state?.withdrawn_at) {
    return {
      problem: 'indicator_not_found',
      detail: 'No indicator of this provider has been published yet.',
    };
  }
  const reason = state.withdrawn_reason!.replace(/\.$/, '');
  return {
    problem: 'indicator_not_found',
    detail: `The indicator was withdrawn at ${instant(state.withdrawn_at)}: ${reason}.`,
  };
}
