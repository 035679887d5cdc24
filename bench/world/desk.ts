// The desk of a generated world: its people, its clock, and what they do with generated providers.

import { uuidV7 } from '@rf-indicators/core/context/ids';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { type PublishOutcome, publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { COMMITTEE_KINDS, DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun, type RunRequest } from '@rf-indicators/core/desk/runs/run';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { insertAll } from '@rf-indicators/core/store/bulk';
import type { Store } from '@rf-indicators/core/store/store';
import { decideDraft } from '../../packages/server/src/demo/committee.ts';
import {
  type DemoPeople,
  initialiseDemo,
  shippedFramework,
} from '../../packages/server/src/demo/founding.ts';
import { CONFIRMATION } from '../../packages/server/src/demo/read-and-approve.ts';
import type { SimulatedDesk } from '../../packages/server/src/demo/simulated-desk.ts';
import { BEGIN } from '../../packages/server/src/demo/story.ts';
import { generated, inputRows, providerRow } from './generated-providers.ts';

export interface World {
  desk: SimulatedDesk;
  people: DemoPeople;
  publisher: Publisher;
}

/** Called with what is about to be done, so that a benchmark can measure it. */
export type Around = <T>(phase: 'run' | 'publish', act: () => Promise<T>) => Promise<T>;

/** A typical number of providers in an analyst's file. */
const PROVIDERS_A_FILE = 500;
const { methodology } = shippedFramework();

/** The clock advances as in production, because time-ordered ids from a stopped clock would be in random order. */
export function runningDesk(store: Store, begin = BEGIN): SimulatedDesk {
  let offset = begin - Date.now();
  const clock = () => Date.now() + offset;
  return {
    store,
    clock,
    newId: () => uuidV7(clock()),
    moveTo: (instant) => {
      offset = instant - Date.now();
    },
  };
}

export async function foundWorld(store: Store, masterKey: MasterKey): Promise<World> {
  const desk = runningDesk(store);
  const people = await initialiseDemo(desk, masterKey);
  return { desk, people, publisher: { masterKey, policy: DEFAULT_POLICY, checkpointFile: null } };
}

/** Imports the providers 1 to `providers`, whose evidence has the age that it has at `instant`. */
export async function enterProviders(
  { desk, people }: World,
  providers: number,
  instant?: number,
): Promise<void> {
  const rows = Array.from({ length: providers }, (_, index) => providerRow(generated(index + 1, instant)));
  const { batch_id } = await importProviders(desk, people.analyst, asRows(rows), methodology);
  await decide(desk, people.reviewer, { batchId: batch_id! }, 'approved', {
    unopened: true,
    confirmation: CONFIRMATION,
  });
}

export async function enterInputs(world: World, providers: number, instant?: number): Promise<void> {
  for (let at = 1; at <= providers; at += PROVIDERS_A_FILE) {
    const numbers = Array.from({ length: Math.min(PROVIDERS_A_FILE, providers + 1 - at) }, (_, i) => at + i);
    await propose(
      world,
      numbers.flatMap((number) => inputRows(generated(number, instant))),
    );
  }
}

/** One person proposes the rows, and another approves them. */
export async function propose({ desk, people }: World, rows: readonly unknown[]): Promise<void> {
  const { batchId } = await proposeInputs(desk, people.analyst, methodology, asRows(rows));
  await decide(desk, people.reviewer, { batchId }, 'approved', {
    unopened: true,
    confirmation: CONFIRMATION,
  });
}

/** Thousands of rationales in one transaction, as if they had been written and reviewed one by one. */
async function explainAll({ desk, people }: Pick<World, 'desk' | 'people'>, runId: string): Promise<void> {
  const news = await desk.store.db
    .selectFrom('run_items')
    .select('provider_id')
    .distinct()
    .where('run_id', '=', runId)
    .where('action', '=', 'publish')
    .where('kind', 'in', [...COMMITTEE_KINDS])
    .execute();
  const at = desk.clock();
  const written = news.map(({ provider_id }) => ({
    ...{ id: desk.newId(), run_id: runId, withdrawal_id: null, changelog_id: null, provider_id },
    ...{ text: RATIONALE, written_by: people.analyst.id, written_at: at },
  }));
  await desk.store.transaction(async (writes) => {
    await insertAll(writes, 'rationales', written);
    await insertAll(
      writes,
      'rationale_reviews',
      written.map(({ id }) => ({
        ...{ rationale_id: id, decision: 'approved' as const, reviewed_by: people.reviewer.id },
        ...{ reviewed_at: at, reason: null },
      })),
    );
  });
}

const RATIONALE =
  'The generated evidence on this provider gives its first score, or moves it to another band. Newer documents would raise it, and older ones would lower it.';

interface WhatToPublish {
  everything?: boolean;
  providerIds?: readonly string[];
  progress?: (text: string) => void;
}

/**
 * Runs and publishes at the time of the desk's clock: all providers, or only these. With `everything`, each of them gets a new
 * indicator.
 */
export async function publishDay(
  { desk, people, publisher }: World,
  around: Around = (_, act) => act(),
  { everything = false, providerIds, progress }: WhatToPublish = {},
): Promise<PublishOutcome> {
  const told = (what: string) => (done: number, all: number) => progress?.(`${what} ${done} of ${all}`);
  const request: RunRequest = {
    ...{ kind: 'manual' as const, asOf: desk.clock(), everything, progress: told('run') },
    ...(providerIds === undefined ? {} : { providerIds }),
  };
  const runId = await around('run', () => computeRun(desk, people.operator, request));
  await explainAll({ desk, people }, runId);
  await decideDraft(desk, runId);
  return around('publish', () =>
    publishRun(desk, people.operator, runId, { ...publisher, progress: told('publish') }),
  );
}
