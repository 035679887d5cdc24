// The logs that a witness follows, each with its origin and the keys that may sign its checkpoints.

import { parseVerifierKey, type VerifierKey } from '@rf-indicators/engine';
import { type Terminal, UsageError } from '../terminal.ts';
import { readText } from '../verify/files.ts';

/** By origin. A log whose key was rotated has several keys. */
export type FollowedLogs = ReadonlyMap<string, readonly VerifierKey[]>;

/** Each line is a verifier key, or an origin and a verifier key. The origin is the name of the key if it is absent. */
export async function parseLogs(text: string): Promise<FollowedLogs> {
  const logs = new Map<string, VerifierKey[]>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const at = line.lastIndexOf(' ');
    const key = await parseVerifierKey(line.slice(at + 1)).catch((error: Error) => {
      throw new UsageError(`A log cannot be followed: ${error.message}`);
    });
    const origin = at === -1 ? key.name : line.slice(0, at).trim();
    logs.set(origin, [...(logs.get(origin) ?? []), key]);
  }
  return logs;
}

/** Given as keys, as "ORIGIN KEY", or as files with one of these in each line. */
export async function readLogs(given: readonly string[], terminal: Terminal): Promise<FollowedLogs> {
  const texts: string[] = [];
  for (const each of given) {
    texts.push(/\+[0-9a-f]{8}\+/.test(each) ? each : await readText(each, terminal));
  }
  const logs = await parseLogs(texts.join('\n'));
  if (logs.size === 0)
    throw new UsageError('Name at least one log with --log: its verifier key, or a file of keys.');
  return logs;
}
