// A small world for tests: the demo's people, methodology and twelve providers on their first day, with a clock
// that the test moves.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { type PublishOutcome, publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun, type RunRequest } from '@rf-indicators/core/desk/runs/run';
import { type MasterKey, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { Store, StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { fictionalEvidence, REGISTER_CHECK } from '../../packages/server/src/demo/evidence.ts';
import {
  type DemoPeople,
  initialiseDemo,
  sampleProviders,
  shippedFramework,
  slugOf,
} from '../../packages/server/src/demo/founding.ts';
import { CONFIRMATION } from '../../packages/server/src/demo/read-and-approve.ts';
import { type SimulatedDesk, simulatedDesk } from '../../packages/server/src/demo/simulated-desk.ts';
import { BEGIN } from '../../packages/server/src/demo/story.ts';
import { knownPeople } from '../../packages/server/src/demo/world.ts';
import { decideDraft } from './deciding.ts';
import type { Lifetime } from './lifetime.ts';
import { TEST_MASTER_KEY, type Template } from './templates.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const FIRST_DAY = Date.parse('2026-04-01T06:00:00Z');

export interface World {
  desk: SimulatedDesk;
  store: Store;
  people: DemoPeople;
  publisher: Publisher;
  masterKey: MasterKey;
  /** The id of a sample provider by its number, such as FX-01. */
  idOf(sample: string): string;
  slugOf(sample: string): string;
}

export const methodology = shippedFramework().methodology;

export function newMasterKey(): MasterKey {
  return readMasterKey('', randomBytes(32).toString('base64'));
}

/** One key for all copies of the founded world: its signing key is sealed under it. */
const WORLD_KEY = readMasterKey('', TEST_MASTER_KEY);

const FOUNDED: Template = {
  name: 'founded',
  fill: async (store) => {
    await initialiseDemo(simulatedDesk(store, BEGIN), WORLD_KEY);
  },
};

function laterTemplate(name: string, happen: (world: World) => Promise<unknown>): Template {
  return {
    name,
    fill: async (store) => {
      await happen(await foundWorld(store, WORLD_KEY));
    },
  };
}

const PUBLISHED = laterTemplate('published', (world) => publishNow(world));

export async function foundedWorld(kind: StoreKind, t: Lifetime): Promise<World> {
  // Loaded here: it sets up the test runner, and scripts use worlds without one.
  const { storeFrom } = await import('./stores.ts');
  return openWorld(await storeFrom(FOUNDED, kind, t), WORLD_KEY);
}

type WorldMaker = (kind: StoreKind, t: Lifetime) => Promise<World>;

/** A world to which more has happened: made once, and copied for each test. Its clock shows the time of the last act. */
export function laterWorld(name: string, happen: (world: World) => Promise<unknown>): WorldMaker {
  return worldFrom(laterTemplate(name, happen));
}

function worldFrom(template: Template): WorldMaker {
  return async (kind, t) => {
    const { storeFrom } = await import('./stores.ts');
    const world = await openWorld(await storeFrom(template, kind, t), WORLD_KEY, template.name);
    const { at } = await world.store.db
      .selectFrom('audit')
      .select(({ fn }) => fn.max('at').as('at'))
      .executeTakeFirstOrThrow();
    world.desk.moveTo(Number(at));
    return world;
  };
}

/** With an indicator of every provider, published on the first day. */
export const publishedWorld = worldFrom(PUBLISHED);

interface Place {
  location: StoreLocation;
  world: World;
}

/** The same in a place that can be served, backed up or opened again: its data folder has the master key. */
export function foundedPlace(kind: StoreKind, t: Lifetime): Promise<Place> {
  return placeFrom(FOUNDED, kind, t);
}

/** With the twelve indicators of the first day. */
export function publishedPlace(kind: StoreKind, t: Lifetime): Promise<Place> {
  return placeFrom(PUBLISHED, kind, t);
}

async function placeFrom(template: Template, kind: StoreKind, t: Lifetime): Promise<Place> {
  const { locationFrom } = await import('./stores.ts');
  const location = await locationFrom(template, kind, t);
  writeFileSync(masterKeyFile(location.dataDir), `${TEST_MASTER_KEY}\n`, { mode: 0o600 });
  const store = await connectStore(location);
  const { cleanUp } = await import('./lifetime.ts');
  cleanUp(t, () => store.close());
  return { location, world: await openWorld(store, WORLD_KEY) };
}

export async function foundWorld(store: Store, masterKey: MasterKey): Promise<World> {
  await initialiseDemo(simulatedDesk(store, BEGIN), masterKey);
  return openWorld(store, masterKey);
}

async function openWorld(store: Store, masterKey: MasterKey, name?: string): Promise<World> {
  const desk = simulatedDesk(store, FIRST_DAY, name);
  const people = (await knownPeople(store))!;
  const ids = new Map<string, string>();
  const slugs = new Map<string, string>();
  for (const sample of sampleProviders()) {
    const provider = await findProvider(store.db, slugOf(sample));
    ids.set(sample.provider_id, provider!.id);
    slugs.set(sample.provider_id, provider!.slug);
  }
  const publisher: Publisher = { masterKey, policy: DEFAULT_POLICY, checkpointFile: null };
  return {
    desk,
    store,
    people,
    publisher,
    masterKey,
    idOf: (sample) => ids.get(sample)!,
    slugOf: (sample) => slugs.get(sample)!,
  };
}

export function draft({ desk, people }: World, request: Partial<RunRequest> = {}): Promise<string> {
  return computeRun(desk, people.operator, { kind: 'manual', asOf: desk.clock(), ...request });
}

/** A draft that the committee has accepted. */
export async function approvedDraft(world: World, request: Partial<RunRequest> = {}): Promise<string> {
  const runId = await draft(world, request);
  await decideDraft(world.desk, runId);
  return runId;
}

/** A run that the committee accepted and the operator published. */
export async function publishNow(world: World, request: Partial<RunRequest> = {}): Promise<PublishOutcome> {
  const { desk, people, publisher } = world;
  return publishRun(desk, people.operator, await approvedDraft(world, request), publisher);
}

/** A new value, proposed and approved; returns the proposal's id. */
export async function enter(
  world: World,
  sample: string,
  input: string,
  value: string,
  date?: string,
): Promise<string> {
  const { desk, people } = world;
  const evidence = fictionalEvidence(`${input} ${value}`, date ?? civilDate(desk.clock()), 'A');
  const rows = asRows([
    { provider: world.slugOf(sample), input, value, evidence, confirmation: CONFIRMATION },
  ]);
  const { proposalIds } = await proposeInputs(desk, people.analyst, methodology, rows);
  await decide(desk, people.reviewer, { proposalIds }, 'approved', {
    unopened: true,
    confirmation: CONFIRMATION,
  });
  return proposalIds[0]!;
}

/** "Checked, unchanged" for one input of many providers. */
export async function renew(world: World, input: string, samples: readonly string[]): Promise<void> {
  const { desk, people } = world;
  const evidence = fictionalEvidence(`check of ${input}`, civilDate(desk.clock()), 'A', REGISTER_CHECK);
  const providers = samples.map(world.slugOf);
  const { proposalIds } = await renewUnchanged(desk, people.analyst, methodology, {
    input,
    providers,
    evidence,
  });
  await decide(desk, people.reviewer, { proposalIds }, 'approved', { unopened: true });
}

export const ALL_SAMPLES = sampleProviders().map(({ provider_id }) => provider_id);
export const GATES = ['insolvency_status', 'integrity_finding', 'withdrawal_status'];

export async function renewGates(world: World, samples: readonly string[] = ALL_SAMPLES): Promise<void> {
  for (const gate of GATES) await renew(world, gate, samples);
}

export async function changelog({ store }: World) {
  return store.db.selectFrom('changelog').selectAll().orderBy('seq').execute();
}
