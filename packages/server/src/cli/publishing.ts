// What the publishing commands share: who publishes, with which key and policy.

import { readConfig } from '../config.ts';
import type { Publisher } from '../publishing/publish/publisher.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { checkpointsFrom } from './checkpoints.ts';
import { type Terminal, UsageError } from './terminal.ts';

export function publisherFrom(terminal: Terminal, checkpoint?: string): Publisher {
  const { dataDir, masterKey, policy, checkpointFile } = readConfig(terminal.env);
  return {
    masterKey: readMasterKey(dataDir, masterKey),
    policy,
    checkpointFile,
    checkpoints: checkpointsFrom(terminal, checkpoint),
  };
}

/** An instant in UTC; `now` and plain dates (the end of that UTC day) are understood. */
export function readInstant(text: string, terminal: Terminal): number {
  const now = terminal.now().getTime();
  if (text === 'now') return now;
  const wholeDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const instant = Date.parse(wholeDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(instant) || !(wholeDay || /T.*(Z|[+-]\d\d:\d\d)$/.test(text))) {
    throw new UsageError(`"${text}" is not an instant: write now, 2026-04-01 or 2026-04-01T06:00:00Z.`);
  }
  return instant;
}
