// Makes the demo world, or catches it up to now.

import { existsSync } from 'node:fs';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { listWorkspaces } from '@rf-indicators/core/accounts/workspaces';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { listSigningKeys } from '@rf-indicators/core/log/list-signing-keys';
import { pinKey, readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { hasUnsealedFacts, sealRecords } from '@rf-indicators/core/log/seal';
import { createMasterKeyFile, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { makePrivateFolder } from '@rf-indicators/core/store/file-modes';
import { createStore } from '@rf-indicators/core/store/open';
import type { Config } from '../../service/config.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** On a folder that holds no store the world is made; a store that is not a demo is left alone. */
export async function prepareDemo(config: Config, terminal: Terminal): Promise<void> {
  const { dataDir, databaseUrl, masterKey, verifierKey, checkpointFile, demoUntil } = config;
  await setOlderDemoAside(config, terminal);
  makePrivateFolder(dataDir);
  if (masterKey === undefined && !existsSync(masterKeyFile(dataDir))) createMasterKeyFile(dataDir);
  const store = await createStore({ dataDir, databaseUrl, masterKey });
  try {
    if ((await listStaff(store.db)).length === 0) {
      terminal.err('Making the demo: half a year of fictional history. This takes some seconds, once.');
    }
    // Loaded here, so that no other command pays for the demo.
    const { simulateUntil } = await import('../../demo/world.ts');
    const { prepareDemoPeople } = await import('../../demo/people.ts');
    const sealing = readMasterKey(dataDir, masterKey);
    const now = terminal.now().getTime();
    await simulateUntil(store, sealing, Math.min(now, demoUntil ?? now), checkpointFile);
    if ((await readPinnedKey(dataDir, verifierKey)) === null) {
      const [first] = await listSigningKeys(store.db);
      pinKey(dataDir, first!.public_key);
    }
    // The story has a clock of its own; keys that people try live by the real one.
    const clock = () => terminal.now().getTime();
    const context = { store, clock, newId: () => uuidV7(clock()) };
    const { prepareDemoCredentials } = await import('../../demo/credentials.ts');
    const { CUSTOMERS_CAME_BEFORE, prepareCustomerHistory } = await import('../../demo/customer-history.ts');
    const isFirst = (await listWorkspaces(store.db)).length === 0;
    const past = { ...context, clock: () => clock() - CUSTOMERS_CAME_BEFORE };
    await prepareDemoCredentials(isFirst ? past : context, sealing, dataDir, config.baseUrl);
    await prepareDemoPeople(isFirst ? past : context, dataDir);
    await prepareCustomerHistory(context);
    const { prepareDemoPolicy } = await import('../../demo/policies.ts');
    await prepareDemoPolicy(context);
    const { prepareDemoBook } = await import('../../demo/books.ts');
    await prepareDemoBook(context, sealing);
    const { prepareDemoWatch } = await import('../../demo/watch.ts');
    await prepareDemoWatch(context, sealing);
    const { prepareEnterpriseHistory } = await import('../../demo/enterprise-history.ts');
    await prepareEnterpriseHistory(context, sealing);
    const { prepareOpenProposals } = await import('../../demo/open-proposals.ts');
    await prepareOpenProposals(context);
    const { prepareWaitingDraft } = await import('../../demo/waiting-draft.ts');
    await prepareWaitingDraft(context);
    // A proof shows only what the log contains, also in the first seconds.
    const pinned = (await readPinnedKey(dataDir, verifierKey))?.key ?? null;
    if (await hasUnsealedFacts(store.db))
      await sealRecords(context, { masterKey: sealing, pinned, checkpointFile });
  } finally {
    await store.close();
  }
}

async function setOlderDemoAside(
  { dataDir, databaseUrl, masterKey }: Config,
  terminal: Terminal,
): Promise<void> {
  const { isOlderDemo, setAside } = await import('../../demo/older-demo.ts');
  if (!(await isOlderDemo({ dataDir, databaseUrl, masterKey }))) return;
  if (databaseUrl !== null) {
    throw new UsageError(
      'This database has a demo that an older version made, which cannot be continued. Set DATABASE_URL to an empty database.',
    );
  }
  const aside = setAside(dataDir, terminal.now());
  terminal.err(`The demo was made by an older version. It was moved to ${aside}, and a new one is made.`);
}
