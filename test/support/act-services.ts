// What acts need from the process that performs them, for tests and scripts that perform acts without one. A new member of
// ActServices gets its value here.

import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { signInLinks } from '@rf-indicators/core/identity/mails';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { bookNameResolver } from '../../packages/server/src/console/book-name-resolver.ts';
import { secondFactorCipher } from '../../packages/server/src/identity/second-factor-cipher.ts';

/** Webhooks may go to this machine, and no name of a host is found. */
export function actServicesOf(context: Context, masterKey: () => MasterKey): ActServices {
  return {
    context,
    masterKey,
    secondFactors: secondFactorCipher,
    pinnedKey: async () => null,
    policy: DEFAULT_POLICY,
    checkpointFile: null,
    targetRules: async () => ({ allowLoopback: true, resolve: async () => [] }),
    renderTestEvent: async () => async () => ({ sequence: 1, body: '{}' }),
    resolveNames: bookNameResolver(context.store.db),
    servers: { mail: null, provider: null },
    signInLinks: () => signInLinks('http://localhost:8080', 'RF Risk Indicators', null),
  };
}
