// Examples of acts about signing keys and the master key.

import { listSigningKeys } from '@rf-indicators/core/log/list-signing-keys';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { TEST_MASTER_KEY } from '../../../../../test/support/templates.ts';
import { type Example, example } from './example.ts';

export const SIGNING_KEYS: readonly Example[] = [
  example({ name: 'signing_keys.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'signing_keys.pin',
    by: 'operator',
    before: async ({ world, kept }) => {
      kept.verifier = (await listSigningKeys(world.store.db))[0]!.public_key;
    },
    input: ({ kept }) => ({ public_key: kept.verifier! }),
  }),
  example({ name: 'signing_keys.rotate', by: 'operator', input: () => ({}) }),
  example({
    name: 'master_key.rotate',
    by: 'operator',
    before: async ({ services }) => {
      const newest = Buffer.alloc(32, 8).toString('base64');
      services.masterKey = () => readMasterKey('', `${newest} ${TEST_MASTER_KEY}`);
    },
    input: () => ({ reason: 'An operator left.' }),
    after: ({ services, world }) => {
      services.masterKey = () => world.masterKey;
    },
  }),
];
