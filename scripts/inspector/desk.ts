// The desks that the inspector tries things on. Both are made once and copied for each attempt.

import { type ActName, type AnswerOf, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { writeToken } from '@rf-indicators/core/accounts/staff';
import { retireStaff, rotateOwnToken } from '@rf-indicators/core/accounts/staff-changes';
import { claimInvitation, inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { Store, StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { simulatedDesk } from '../../packages/server/src/demo/simulated-desk.ts';
import { actServicesOf } from '../../test/support/act-services.ts';
import { decideMatter } from '../../test/support/deciding.ts';
import { enrol } from '../../test/support/staff.ts';
import type { Template } from '../../test/support/templates.ts';
import {
  ALL_SAMPLES,
  DAY,
  draft,
  enter,
  FIRST_DAY,
  foundWorld,
  MINUTE,
  publishNow,
  type World,
} from '../../test/support/world.ts';
import type { Content } from './content.ts';

/** rita was retired, tom's token was revoked, and nobody confirmed una's. */
export type Person =
  | ('operator' | 'analyst' | 'reviewer' | 'secondReviewer' | 'officer')
  | ('insider' | 'rita' | 'tom' | 'una');
export const OLD_TOKENS = ['rita', 'tom', 'una'] as const;

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
export const UNPUBLISHED = ['FX-09', 'FX-10', 'FX-11'];
export const WITHDRAWN = 'FX-12';
/** A provider with approved evidence that takes it to a lower band. */
export const WORSENED = 'FX-01';

interface Holder {
  actor: Actor;
  token: string;
}

/** What a copy of a template cannot tell: tokens, and ids of drafts. */
interface Made {
  people: Record<Person, Holder>;
  drafts: { firsts: string; downgrade: string };
  now: number;
}

export interface Desk extends Made {
  context: Context;
  location: StoreLocation;
  services: ActServices;
  moveBy(milliseconds: number): void;
  perform<Name extends ActName>(by: Person | 'nobody', name: Name, input: object): Promise<AnswerOf<Name>>;
  close(): Promise<void>;
}

export function servicesOf(context: Context): ActServices {
  return {
    ...actServicesOf(context, () => readMasterKey('', MASTER_KEY)),
    targetRules: async () => ({ allowLoopback: false, resolve: async () => [] }),
  };
}

export function callerOf({ people }: Pick<Made, 'people'>, by: Person | 'nobody'): Caller {
  return by === 'nobody' ? { kind: 'nobody' } : { kind: 'staff', actor: people[by].actor };
}

/** A copy of a template, opened. */
export async function openDesk(template: InspectorTemplate, place: StoreLocation): Promise<Desk> {
  const location = { ...place, masterKey: MASTER_KEY };
  const store = await connectStore(location);
  const made = template.made.get(store.kind)!;
  let now = made.now + MINUTE;
  const context = contextOf(store, () => now);
  const services = servicesOf(context);
  return {
    ...made,
    context,
    location,
    services,
    moveBy: (milliseconds) => {
      now += milliseconds;
    },
    perform: (by, name, input) => performAct(services, callerOf(made, by), name, input as never),
    close: () => store.close(),
  };
}

export function contextOf(store: Store, clock: () => number): Context {
  return { store, clock, newId: () => uuidV7(clock()) };
}

export interface InspectorTemplate extends Template {
  made: Map<StoreKind, Made>;
  /** What it holds; taken when it is first needed. */
  content: Map<StoreKind, Content>;
}

/** Tokens are random, so a template is good for one process only. */
function templateOf(name: string, make: (store: Store) => Promise<Made>): InspectorTemplate {
  const made: InspectorTemplate['made'] = new Map();
  return {
    name: `inspector_${name}_${process.pid}`,
    made,
    content: new Map(),
    fill: async (store) => {
      made.set(store.kind, await make(store));
    },
  };
}

/** Something of every kind to gain: unpublished and withdrawn providers, a change of band that waits. */
export const WORKING = templateOf('working', async (store) => {
  const world = await foundWorld(store, readMasterKey('', MASTER_KEY));
  const { desk, people } = world;
  const published = ALL_SAMPLES.filter((sample) => !UNPUBLISHED.includes(sample));
  await publishNow(world, { providerIds: published.map(world.idOf) });
  desk.moveTo(desk.clock() + MINUTE);
  const request = { providerId: world.idOf(WITHDRAWN), reason: 'A dispute.' };
  await decideMatter(desk, await askToWithdraw(desk, people.operator, request));
  await sealRecords(desk, world.publisher);
  desk.moveTo(desk.clock() + DAY);
  await enter(world, WORSENED, 'key_quorum', '1');
  desk.moveTo(desk.clock() + MINUTE);
  const firsts = await draft(world, { providerIds: UNPUBLISHED.map(world.idOf) });
  const downgrade = await draft(world, { providerIds: [world.idOf(WORSENED)] });
  const holders = await enrolEverybody(world);
  desk.moveTo(desk.clock() + MINUTE);
  return { people: holders, drafts: { firsts, downgrade }, now: desk.clock() };
});

async function enrolEverybody({ desk, people }: World): Promise<Made['people']> {
  const { operator, reviewer } = people;
  const holders: Partial<Made['people']> = {};
  for (const [who, actor] of Object.entries(people) as [Person, Actor][]) {
    const { token } = await desk.store.transaction((writes) =>
      writeToken(desk, writes, actor.id, { confirmed: true }),
    );
    holders[who] = { actor, token };
  }
  for (const [who, name] of Object.entries({ insider: 'Ivy', rita: 'Rita', tom: 'Tom' })) {
    holders[who as Person] = await enrol(desk, operator, { name, roles: STAFF_ROLES }, reviewer);
  }
  await leave(desk, holders as Made['people'], reviewer);
  const { code } = await inviteStaff(desk, holders.insider!.actor, { name: 'Una', roles: STAFF_ROLES });
  const { id, token } = await claimInvitation(desk, code);
  holders.una = { actor: { id, name: 'Una', roles: STAFF_ROLES }, token };
  return holders as Made['people'];
}

/** Rita retires, and Tom replaces his token. Both keep the old ones. */
async function leave(
  desk: Context,
  { operator, rita, tom }: Made['people'],
  approver: Actor | null,
): Promise<void> {
  const people = { requester: operator.actor, approver };
  await desk.store.transaction((writes) => retireStaff(desk, writes, people, rita.actor.id));
  await rotateOwnToken(desk, tom.actor, tom.token.slice(0, PREFIX));
}

const PREFIX = 'rf_staff_'.length + 6;

/** A store that its first operator has just begun: a second person is enrolled, and no framework is active. */
export const FOUNDING = templateOf('founding', async (store) => {
  const desk = simulatedDesk(store, FIRST_DAY);
  const { operator, token } = await initialise(desk, readMasterKey('', MASTER_KEY), { operator: 'Olga' });
  const people: Partial<Made['people']> = { operator: { actor: operator, token: token.token } };
  for (const [who, name] of Object.entries({ insider: 'Ivy', rita: 'Rita', tom: 'Tom' })) {
    people[who as Person] = await enrol(desk, operator, { name, roles: STAFF_ROLES });
  }
  await leave(desk, people as Made['people'], null);
  return { people: people as Made['people'], drafts: { firsts: '', downgrade: '' }, now: desk.clock() };
});
