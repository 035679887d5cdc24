// A store with the whole story of the demo.

import type { TestContext } from 'node:test';
import { openStore } from '@rf-indicators/core/store/open';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { cases } from '../../../../test/support/counts.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { emptyStore } from '../../../../test/support/stores.ts';
import { newMasterKey } from '../../../../test/support/world.ts';
import { simulateUntil } from '../../src/demo/world.ts';

export const NOW = Date.parse('2026-11-15T09:00:00Z');

/** The short form looks at the story that a server told which is kept for all tests. */
export async function toldStore(kind: StoreKind, t: TestContext): Promise<Store> {
  if (cases(true, false)) {
    const dataDir = temporaryFolder(t);
    await copyDemo(dataDir);
    const store = await openStore({ dataDir, databaseUrl: null });
    cleanUp(t, () => store.close());
    return store;
  }
  const store = await emptyStore(kind, t);
  await simulateUntil(store, newMasterKey(), NOW);
  return store;
}
