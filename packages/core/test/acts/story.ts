// The world in which acts are performed, one after the other: who acts, with what, and what earlier acts left.

import { ACTS, type Act, type ActName } from '@rf-indicators/contract/acts';
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
  const { operator, analyst, reviewer, officer, secondReviewer } = world.people;
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
      secondReviewer: staff(secondReviewer),
      nobody: { kind: 'nobody' },
    },
    kept: {},
  };
}

/** The services as the act needs them: some are performed only by people who are signed in. */
export function servicesFor({ services }: Story, name: ActName): ActServices {
  const { bySession }: Act = ACTS[name];
  return bySession === true ? { ...services, context: { ...services.context, via: 'session' } } : services;
}
