// A process that performs what is asked of one world, as the threads of the service do, and measures its processor time.
//   node desk-process.ts FOLDER
// Its parent sends what to measure. The processor time is that of the thread, which nothing else uses, so that the load of the
// machine does not matter.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { openStore } from '@rf-indicators/core/store/open';
import { actServices } from '../../packages/server/src/console/act-services.ts';
import { namesOf } from '../../packages/server/src/rendering/names/read-names.ts';
import { NO_BRANDING } from '../../packages/server/src/rendering/pages/site.ts';
import type { Reading } from '../../packages/server/src/rendering/reading.ts';
import { answer } from '../../packages/server/src/workers/reading/answering.ts';
import { readPeople } from '../world/people.ts';
import { type Asked, DESK_ACTS, DESK_READS, PUBLIC_READS, SHORT_ACT } from './asked.ts';
import { prepareDesk } from './prepare.ts';

export type Question =
  /** Milliseconds of each call. */
  | { kind: 'cost'; what: string; times: number }
  /** Milliseconds from the moment that a short act arrives, while this read is being answered, until it is done. */
  | { kind: 'wait'; what: string; times: number };

const BASE_URL = 'http://localhost:8080';
const SETTINGS = {
  ...{ databaseUrl: null, masterKey: undefined, verifierKey: undefined, policy: DEFAULT_POLICY },
  ...{ checkpointFile: null, webhookLoopback: null, webhookAllow: null, baseUrl: BASE_URL, siteName: 'Desk' },
  ...{ mail: null, oidc: null, witnesses: [], witnessQuorum: 0 },
};

if (import.meta.main) {
  const [dataDir] = process.argv.slice(2) as [string];
  const store = await openStore({ dataDir, databaseUrl: null });
  const context: Context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
  const services: ActServices = { ...actServices({ ...SETTINGS, dataDir }, context), isServed: true };
  const people = await readPeople(store.db);
  const subjects = await prepareDesk(context, people);
  const site = { ...NO_BRANDING, baseUrl: BASE_URL, disclosure: LIMITATIONS_DISCLOSURE };
  const reading: Reading = {
    ...{ db: store.db, baseUrl: BASE_URL, disclosure: LIMITATIONS_DISCLOSURE, site, clock: Date.now },
    snapshots: snapshotReader(store.db),
    names: namesOf(store.db),
  };
  /** The response as text, as a thread sends it. */
  const perform = async (asked: Asked, time: number): Promise<unknown> => {
    if ('read' in asked) {
      const prepared = await answer(reading, asked.read, asked.parameters(subjects, time));
      if ('problem' in prepared) throw new Error(`${asked.what}: ${prepared.problem}`);
      return prepared;
    }
    const caller = { kind: 'staff', actor: people[asked.as] } as const;
    return JSON.stringify(
      await performAct(services, caller, asked.act, asked.input(subjects, time) as never),
    );
  };
  const known = new Map([...DESK_READS, ...PUBLIC_READS, ...DESK_ACTS].map((asked) => [asked.what, asked]));
  /** No call has the number of an earlier one. */
  const calls = new Map<string, number>();
  const next = (asked: Asked) => {
    const time = calls.get(asked.what) ?? 0;
    calls.set(asked.what, time + 1);
    return perform(asked, time);
  };
  const measureCost = async (asked: Asked): Promise<number> => {
    const begun = process.threadCpuUsage();
    await next(asked);
    return milliseconds(begun);
  };
  const measureWait = async (asked: Asked): Promise<number> => {
    const begun = process.threadCpuUsage();
    const read = next(asked);
    // A message to a thread arrives between two turns.
    await nextTurn();
    await next(SHORT_ACT);
    const waited = milliseconds(begun);
    await read;
    return waited;
  };
  process.on('message', async ({ kind, what, times }: Question) => {
    const asked = known.get(what)!;
    const measured: number[] = [];
    for (let time = 0; time < times; time += 1)
      measured.push(await (kind === 'cost' ? measureCost(asked) : measureWait(asked)));
    process.send!(measured);
  });
  process.on('disconnect', () => void store.close());
  process.send!('ready');
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}
