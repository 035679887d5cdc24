// Benchmark of cold reads: scores that are not in memory, compared with hot ones, on SQLite and on PostgreSQL. The cold
// server has so little memory, and is asked for so many providers in turn, that a score is never in memory when it is asked
// for again. The hot server has the default budget and is asked for the same thousand providers.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, numberText } from '../measurement.ts';
import { copyOfWorld, postgresWorld, type StoredWorld } from '../world/worlds.ts';
import { serve } from './processes.ts';
import { compareSpeeds, speedAtLeast } from './speeds.ts';
import { scoreScript } from './wrk.ts';

const HOT_SET = 1000;
/** Far less than the scores of all providers take, even compressed. */
const COLD_MIB = '2';

/** Clients that send no Accept-Encoding get plain JSON; most send one. */
const CLIENTS = [
  { label: 'not compressed', headers: {} },
  { label: 'compressed', headers: { 'accept-encoding': 'gzip, br' } },
] as const;

export async function coldReadsBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const providers = form.pick(10_000, 1000);
  // One process can serve a folder at a time.
  const [hot, cold] = [await copyOfWorld(providers), await copyOfWorld(providers)];
  try {
    const onSqlite = await compareClients('SQLite', hot, cold, 0.4, form);
    const shared = await postgresWorld(providers);
    return [...onSqlite, ...(await compareClients('PostgreSQL', shared, shared, 0.2, form))];
  } finally {
    hot.remove();
    cold.remove();
  }
}

async function compareClients(
  store: string,
  hotWorld: StoredWorld,
  coldWorld: StoredWorld,
  least: number,
  form: Form,
): Promise<Measurement[]> {
  const hot = await serve(hotWorld);
  const cold = await serve(coldWorld, { RF_MEMORY_MIB: COLD_MIB });
  try {
    await hot.isIdle();
    await cold.isIdle();
    const { keys, providers } = hotWorld;
    const hotSet = providers.slice(0, HOT_SET);
    const measured: Measurement[] = [];
    for (const { label, headers } of CLIENTS) {
      const requests = { keys, order: 'cycle', headers } as const;
      const speeds = await compareSpeeds(
        `cold reads on ${store}, ${label}`,
        [
          { label: 'cold', server: cold, target: { script: scoreScript({ ...requests, providers }) } },
          { label: 'hot', server: hot, target: { script: scoreScript({ ...requests, providers: hotSet }) } },
        ],
        form,
      );
      const what = `a cold score with a key / a hot one, ${store}, ${label}`;
      const note = `${numberText(providers.length)} providers in turn with RF_MEMORY_MIB=${COLD_MIB}; hot: ${numberText(hotSet.length)} providers with the default budget`;
      measured.push(speedAtLeast(what, speeds, least, note));
    }
    return measured;
  } finally {
    await hot.stop();
    await cold.stop();
  }
}
