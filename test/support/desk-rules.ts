// Changes a rule of the desk, as two people do.

import { type DeskRule, setDeskRule } from '@rf-indicators/core/accounts/desk-rules';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { MINUTE, type World } from './world.ts';

export async function changeRule(
  { desk, people, store }: World,
  name: DeskRule,
  value: number,
): Promise<void> {
  const { operator: requester, officer: approver } = people;
  desk.moveTo(desk.clock() + MINUTE);
  await store.transaction(async (writes) => {
    const id = await makeRequest(desk, writes, requester, 'rules.set', `rules/${name}`, { name, value });
    await setDeskRule(desk, writes, { requester, approver }, id, name, value);
  });
}
