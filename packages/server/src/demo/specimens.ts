// The specimens of the demo world: the operator requests that anyone may read the packages of two providers, and the reviewer
// approves.

import { makeRequest, recordApproval } from '@rf-indicators/core/accounts/requests';
import { nameSpecimen } from '@rf-indicators/core/desk/provider-file/name-specimen';
import type { DemoWorld } from './demo-world.ts';
import { SPECIMENS } from './story.ts';

const HOUR = 60 * 60 * 1000;

/** At hours of their own, so that the ids of everything else in the week stay the same. */
export async function nameSpecimens(
  { context, people, providers }: DemoWorld,
  within: (date: string) => boolean,
): Promise<void> {
  const { date, reason } = SPECIMENS;
  if (!within(date)) return;
  const { operator: requester, reviewer: approver } = people;
  for (const sample of SPECIMENS.providers) {
    const { id, slug } = providers.get(sample)!;
    const decision = { provider: slug, reason };
    context.moveTo(context.clock() + HOUR);
    const request = await context.store.transaction((writes) =>
      makeRequest(context, writes, requester, 'specimens.name', `provider/${id}`, decision),
    );
    context.moveTo(context.clock() + HOUR / 2);
    await context.store.transaction(async (writes) => {
      await recordApproval(context, writes, approver, request);
      await nameSpecimen(context, writes, { requester, approver }, decision, request);
    });
  }
}
