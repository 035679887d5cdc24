// rf for somebody who has an address and nothing else: no store, and a home folder of their own.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Lifetime, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import type { Outcome } from '../../../../test/support/rf-process.ts';

export interface RemoteShell {
  /** Their configuration folder. */
  config: string;
  rf(args: string[], more?: { env?: Record<string, string>; input?: string }): Promise<Outcome>;
  /** Whether a store was made where commands would look for one. */
  hasStore(): boolean;
}

export function remoteShell(t: Lifetime, env: Record<string, string> = {}): RemoteShell {
  const config = path.join(temporaryFolder(t), 'config');
  const data = path.join(temporaryFolder(t), 'data');
  // Whoever runs the tests may have a server and a token.
  const empty = { RF_URL: '', RF_TOKEN: '', XDG_CONFIG_HOME: config, RF_DATA_DIR: data, DATABASE_URL: '' };
  return {
    config,
    rf: (args, { env: more = {}, input = '' } = {}) =>
      rf(args, { env: { ...empty, ...env, ...more }, input }),
    hasStore: () => existsSync(data),
  };
}
