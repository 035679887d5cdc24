// The world in which acts are performed, one after the other: who acts, with what, and what earlier acts left.

import type { Caller } from '@rf-indicators/core/acts/caller';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import type { World } from '../../../../test/support/world.ts';

export interface Story {
  world: World;
  services: ActServices;
  callers: Record<string, Caller>;
  /** What earlier examples left, such as ids. */
  kept: Record<string, string>;
}

export function storyOf(world: World): Story {
  const { operator, analyst, reviewer, officer } = world.people;
  const staff = (actor: typeof operator): Caller => ({ kind: 'staff', actor });
  return {
    world,
    services: {
      ...actServicesOf(world.desk, () => world.masterKey),
      examine: async () => [{ name: 'store', state: 'ok', what: 'it opens', todo: null }],
      targetRules: async () => ({ allowLoopback: true, resolve: async () => ['192.0.2.1'] }),
    },
    callers: {
      operator: staff(operator),
      analyst: staff(analyst),
      reviewer: staff(reviewer),
      officer: staff(officer),
      nobody: { kind: 'nobody' },
    },
    kept: {},
  };
}
