// A store with a key file, an operator and a reviewer, and more entries than one portion of a replaced master key has.

import { authenticate } from '@rf-indicators/core/accounts/staff';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { nextSequence } from '@rf-indicators/core/context/sequence';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { insertAll } from '@rf-indicators/core/store/bulk';
import { createStore } from '@rf-indicators/core/store/open';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { enrol } from '../../../../test/support/staff.ts';
import { envOf } from './run-command.ts';

const RECORDS = 4000;

export interface KeyedDesk {
  /** Of a command by each of them. */
  operator: Record<string, string>;
  reviewer: Record<string, string>;
}

export async function keyedDesk(location: StoreLocation): Promise<KeyedDesk> {
  createMasterKeyFile(location.dataDir);
  const store = await createStore(location);
  const clock = () => Date.now();
  const desk = { store, clock, newId: () => uuidV7(clock()) };
  const { token } = await initialise(desk, readMasterKey(location.dataDir, undefined), { operator: 'Olga' });
  const olga = await authenticate(desk, token.token);
  const rita = await enrol(desk, olga, { name: 'Rita', roles: ['reviewer'] });
  const founding = { set_by: 'service', effective_at: null, reason: 'A test.', since: clock() };
  await store.transaction(async (writes) => {
    await writes
      .insertInto('founding')
      .values({ seq: 2, state: 'in_force', ...founding })
      .execute();
    const next = await nextSequence(writes, 'audit');
    const notes = Array.from({ length: RECORDS }, (_, index) => ({
      ...{
        seq: next + index,
        id: desk.newId(),
        at: clock(),
        actor: olga.id,
        action: 'staff.created' as const,
      },
      ...{ subject: `staff/${olga.id}`, before: null, after: null, via: null },
    }));
    await insertAll(writes, 'audit', notes);
  });
  await store.close();
  const env = { ...envOf(location), RF_CHECKPOINT_FILE: 'off', RF_MASTER_KEY: '' };
  return { operator: { ...env, RF_TOKEN: token.token }, reviewer: { ...env, RF_TOKEN: rita.token } };
}

/** The id of the request that an operator makes. */
export function requestIn(stdout: string): string {
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stdout)![0];
}
