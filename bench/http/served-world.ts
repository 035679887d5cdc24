// Creates a store to serve, with generated providers and enough workspaces that no rate limit is reached.
//   node served-world.ts FOLDER PROVIDERS WORKSPACES    prints { "keys": […], "providers": […] }

import { mkdirSync } from 'node:fs';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace, enablePilot } from '@rf-indicators/core/accounts/workspaces';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { sweepStaleness } from '@rf-indicators/core/desk/runs/staleness';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { foundWorld, publishFirstDay, type World } from '../generated-world.ts';

/** High enough that nothing is withdrawn as stale during the benchmark. */
export const STALE_DAYS = 999;

export interface ServedWorld {
  keys: string[];
  providers: string[];
}

if (import.meta.main) {
  const [folder, providers, workspaces] = process.argv.slice(2) as [string, string, string];
  mkdirSync(folder, { recursive: true });
  createMasterKeyFile(folder);
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  const world = await foundWorld(store, readMasterKey(folder, undefined));
  await publishFirstDay(world, Number(providers));
  // The server uses the real time, so keys have to be created at the real time.
  world.desk.moveTo(Date.now());
  // The evidence of the samples is old. The server would sweep it first, so do that before anything is measured.
  await sweepStaleness(world.desk, { ...DEFAULT_POLICY, staleDays: STALE_DAYS });
  const keys: string[] = [];
  for (let number = 1; number <= Number(workspaces); number += 1) keys.push(await newKey(world, number));
  const ids = await store.db.selectFrom('provider_states').select('provider_id').execute();
  await store.close();
  const served: ServedWorld = { keys, providers: ids.map(({ provider_id }) => provider_id) };
  console.log(JSON.stringify(served));
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
  return (await createKey(desk, member, { name: 'bench', tier: 'ENTERPRISE', agentScope: true })).key;
}
