// A world that lies on disk, master key included, so that other processes can open it: those that are killed,
// and those that look at what is left. It needs no test runner, and so serves the fault injection as well.

import path from 'node:path';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import type { Actor } from '@rf-indicators/core/context/actor';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore, openStore } from '@rf-indicators/core/store/open';
import type { StaffRole } from '@rf-indicators/core/store/schema';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { fictionalEvidence } from '../../packages/server/src/demo/evidence.ts';
import {
  initialiseDemo,
  sampleProviders,
  shippedFramework,
  slugOf,
} from '../../packages/server/src/demo/founding.ts';
import { type SimulatedDesk, simulatedDesk } from '../../packages/server/src/demo/simulated-desk.ts';
import { BEGIN } from '../../packages/server/src/demo/story.ts';
import { decideDraft } from './deciding.ts';

export interface Reopened {
  desk: SimulatedDesk;
  analyst: Actor;
  reviewer: Actor;
  operator: Actor;
  publisher: Publisher;
}

export const OPENING = Date.parse('2026-04-01T06:00:00Z');
const STEP_MS = 1000;
const CHANGING = ['FX-01', 'FX-05', 'FX-12'];
const { methodology } = shippedFramework();

export function checkpointFileOf({ dataDir }: StoreLocation): string {
  return path.join(dataDir, 'checkpoints.jsonl');
}

/** The demo's people and providers with a first publication; no connection to it stays open. */
export async function foundOnDisk(location: StoreLocation): Promise<void> {
  createMasterKeyFile(location.dataDir);
  const store = await createStore(location);
  await initialiseDemo(simulatedDesk(store, BEGIN), readMasterKey(location.dataDir, undefined));
  await store.close();
  const world = await reopen(location, OPENING);
  await publishRun(world.desk, world.operator, await draftNewValues(world), world.publisher);
  await world.desk.store.close();
}

export async function reopen(location: StoreLocation, now: number): Promise<Reopened> {
  const store = await openStore(location);
  const staff = await listStaff(store.db);
  const whoIs = (role: StaffRole) => staff.find(({ roles }) => roles.includes(role))!;
  return {
    desk: simulatedDesk(store, now),
    analyst: whoIs('analyst'),
    reviewer: whoIs('reviewer'),
    operator: whoIs('operator'),
    publisher: {
      masterKey: readMasterKey(location.dataDir, undefined),
      policy: DEFAULT_POLICY,
      checkpointFile: checkpointFileOf(location),
    },
  };
}

/** A draft with news, ready to be published; each step is told once it is done. */
export async function draftNewValues(
  { desk, analyst, reviewer, operator }: Reopened,
  acknowledge: (...words: string[]) => void = () => undefined,
): Promise<string> {
  const { proposalIds } = await proposeInputs(desk, analyst, methodology, asRows(newValues(step(desk))));
  acknowledge('proposed', ...proposalIds);
  step(desk);
  await decide(desk, reviewer, { proposalIds }, 'approved', { unopened: true });
  acknowledge('approved', ...proposalIds);
  const runId = await computeRun(desk, operator, { kind: 'manual', asOf: step(desk) });
  acknowledge('drafted', runId);
  step(desk);
  await decideDraft(desk, runId);
  acknowledge('decided', runId);
  step(desk);
  return runId;
}

function step(desk: SimulatedDesk): number {
  desk.moveTo(desk.clock() + STEP_MS);
  return desk.clock();
}

/** Several at once, so that a publication has several parts that could be torn from each other. */
function newValues(now: number) {
  const value = (3 + ((now / STEP_MS) % 400) / 100).toFixed(2);
  const samples = sampleProviders().filter(({ provider_id }) => CHANGING.includes(provider_id));
  return samples.map((sample) => ({
    provider: slugOf(sample),
    input: 'equity_ratio',
    value,
    evidence: fictionalEvidence(`${sample.name} at ${now}`, civilDate(now), 'A'),
  }));
}
