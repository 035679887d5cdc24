// What the publishing commands share: who publishes, with which key and policy.

import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { readConfig } from '../../service/config.ts';
import { progressTo } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { checkpointsFrom } from './checkpoints.ts';

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
