// A world that lies on disk, master key included, so that other processes can open it: those that are killed,
// and those that look at what is left. It needs no test runner, and so serves the fault injection as well.

import path from 'node:path';
import { fictionalEvidence } from '../../src/demo/evidence.ts';
import { found, sampleProviders, shippedFramework, slugOf } from '../../src/demo/founding.ts';
import { type SimulatedDesk, simulatedDesk } from '../../src/demo/simulated-desk.ts';
import { BEGIN } from '../../src/demo/story.ts';
import type { Actor } from '../../src/publishing/desk.ts';
import { asRows } from '../../src/publishing/import/file.ts';
import { decide } from '../../src/publishing/inputs/decisions.ts';
import { civilDate } from '../../src/publishing/inputs/facts.ts';
import { proposeInputs } from '../../src/publishing/inputs/propose.ts';
import { approveRun, publishRun } from '../../src/publishing/publish/publish.ts';
import type { Publisher } from '../../src/publishing/publish/publisher.ts';
import { DEFAULT_POLICY } from '../../src/publishing/runs/policy.ts';
import { computeRun } from '../../src/publishing/runs/run.ts';
import { listStaff } from '../../src/publishing/staff.ts';
import { createMasterKeyFile, readMasterKey } from '../../src/secrets/master-key.ts';
import { openStore } from '../../src/store/open.ts';
import type { StaffRole } from '../../src/store/schema.ts';
import type { StoreLocation } from '../../src/store/store.ts';

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
  const store = await openStore(location);
  await found(simulatedDesk(store, BEGIN), readMasterKey(location.dataDir, undefined));
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
  await decide(desk, reviewer, { proposalIds }, 'approved');
  acknowledge('approved', ...proposalIds);
  const runId = await computeRun(desk, operator, { kind: 'manual', asOf: step(desk) });
  acknowledge('drafted', runId);
  step(desk);
  await approveRun(desk, reviewer, runId);
  acknowledge('second-person', runId);
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
