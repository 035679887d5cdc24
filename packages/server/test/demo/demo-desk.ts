// A desk whose store is marked as a demo and has the people of one, without its story.

import type { TestContext } from 'node:test';
import { initialise } from '@rf-indicators/core/desk/initialise';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { fixtureDesk } from '../../../../test/support/desk-fixture.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { newMasterKey } from '../../../../test/support/world.ts';
import { PEOPLE } from '../../src/demo/story.ts';

export async function demoDesk(kind: StoreKind, t: TestContext) {
  const desk = await fixtureDesk(kind, t);
  const masterKey = newMasterKey();
  const { operator } = await initialise(desk, masterKey, { isDemo: true, operator: PEOPLE.operator.name });
  for (const person of [PEOPLE.analyst, PEOPLE.reviewer, PEOPLE.officer]) await enrol(desk, operator, person);
  return { desk, masterKey };
}
