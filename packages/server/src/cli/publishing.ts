// What the publishing commands share: who publishes, with which key and policy.

import { readConfig } from '../config.ts';
import type { Publisher } from '../publishing/publish/publisher.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { checkpointsFrom } from './checkpoints.ts';
import { progressTo } from './progress.ts';
import type { Terminal } from './terminal.ts';

export function publisherFrom(terminal: Terminal, checkpoint?: string): Publisher {
  const { dataDir, masterKey, policy, checkpointFile } = readConfig(terminal.env);
  return {
    masterKey: readMasterKey(dataDir, masterKey),
    policy,
    checkpointFile,
    checkpoints: checkpointsFrom(terminal, checkpoint),
    progress: progressTo(terminal, 'signed'),
  };
}
