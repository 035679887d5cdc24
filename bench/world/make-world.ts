// Makes a store to serve: generated providers, one publication, and enough workspaces that no rate limit is reached.
//   node make-world.ts FOLDER PROVIDERS WORKSPACES
// The store is in the folder, or in the PostgreSQL database of DATABASE_URL. Progress goes to stderr; the last line of
// stdout is a ServedWorld as JSON.

import { mkdirSync } from 'node:fs';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace, enablePilot } from '@rf-indicators/core/accounts/workspaces';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { documented } from '../../packages/server/src/demo/evidence.ts';
import { REFERENCE_RATE } from '../../packages/server/src/demo/story.ts';
import { reportProgress } from '../progress.ts';
import { writeInputs } from './bulk-inputs.ts';
import { foundWorld, propose, publishDay, type World } from './desk.ts';

export interface ServedWorld {
  keys: string[];
  providers: string[];
}

const HOUR = 60 * 60 * 1000;
/** The real time must be later than every record, however long it takes to make the world. */
const BEFORE_NOW = 24 * HOUR;

if (import.meta.main) {
  const [folder, providers, workspaces] = process.argv.slice(2) as [string, string, string];
  mkdirSync(folder, { recursive: true });
  createMasterKeyFile(folder);
  const store = await createStore({ dataDir: folder, databaseUrl: process.env.DATABASE_URL ?? null });
  if (store.kind === 'sqlite') await writeFast(store.db);
  const world = await foundWorld(store, readMasterKey(folder, undefined));
  const instant = Date.now() - BEFORE_NOW;
  world.desk.moveTo(instant);
  await propose(world, [referenceRate(instant)]);
  await writeInputs(world, Number(providers), instant, reportProgress);
  const { published } = await publishDay(world, undefined, { progress: reportProgress });
  if (published !== Number(providers))
    throw new Error(`${published} indicators were published for ${providers} providers`);
  // The server uses the real time, so keys have to be created at the real time.
  world.desk.moveTo(Date.now());
  const keys: string[] = [];
  for (let number = 1; number <= Number(workspaces); number += 1) keys.push(await newKey(world, number));
  const ids = await store.db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('verification_id', 'is not', null)
    .orderBy('provider_id')
    .execute();
  await store.close();
  const served: ServedWorld = { keys, providers: ids.map(({ provider_id }) => provider_id) };
  console.log(JSON.stringify(served));
}

/** A world that a power failure damages is made again. */
async function writeFast(db: Queries): Promise<void> {
  await sql`pragma synchronous = off`.execute(db);
  await sql`pragma cache_size = -1000000`.execute(db);
}

/** Without it, the spread of yields over the reference rate would be missing. */
function referenceRate(instant: number): unknown {
  const { currency, rate: value, title, grade } = REFERENCE_RATE;
  const evidence_date = new Date(instant).toISOString().slice(0, 10);
  const document = { bytes: Buffer.from(`${title}, ${evidence_date}.`), media_type: 'text/plain' };
  const evidence = { ...documented(grade, `${title}, ${evidence_date}.`), title, evidence_date, document };
  return { currency, input: 'reference_rate', value, evidence };
}

async function newKey({ desk, people, publisher }: World, number: number): Promise<string> {
  const { masterKey } = publisher;
  const created = await createWorkspace(desk, people.operator, masterKey, {
    name: `Workspace ${number}`,
    tier: 'ENTERPRISE',
  });
  const name = `Admin ${number}`;
  const { member } = await claimWorkspace(desk, masterKey, { code: created.claim.code, name });
  await acceptTerms(desk, member, { kind: 'api', digest: currentTerms('api').digest, from: 'the benchmark' });
  await enablePilot(desk, people.operator, created.workspace.id);
  await acceptTerms(desk, member, {
    kind: 'agent',
    digest: currentTerms('agent').digest,
    from: 'the benchmark',
  });
  return (await createKey(desk, member, { name: 'bench', tier: 'ENTERPRISE', agent_scope: true })).key;
}
