// What a monitor remembers between rounds: the pinned key, the checkpoints that it saw, and what the log said.

import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../terminal.ts';
import { type LogFacts, newFacts } from './facts.ts';
import type { StoredKey } from './key-history.ts';

/** All are consistent with each other, so old ones can be forgotten; the first and the newest are kept. */
const MOST_CHECKPOINTS = 500;

export interface SeenCheckpoint {
  size: number;
  /** Base64. */
  root: string;
  note: string;
  /** When the monitor saw it first, as an instant. */
  seen_at: string;
}

export interface MonitorState {
  version: 1;
  origin: string;
  pinned: { key: string; trusted: 'given' | 'on first use' };
  keys: StoredKey[];
  /** Oldest first; the last one is the tree that was verified. */
  checkpoints: SeenCheckpoint[];
  /** The complete subtrees on the right edge of the verified tree, as base64. */
  edge: { level: number; index: number; hash: string }[];
  facts: LogFacts;
  /** Findings that the log may still explain, with the instant at which they were first seen. */
  pending: Record<string, { since: string; detail: string }>;
}

export function newState(origin: string, pinned: MonitorState['pinned']): MonitorState {
  return { version: 1, origin, pinned, keys: [], checkpoints: [], edge: [], facts: newFacts(), pending: {} };
}

/** null if there is no file yet. */
export function readState(file: string): MonitorState | null {
  if (!existsSync(file)) return null;
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as MonitorState;
    // A file of an earlier version lacks what that did not know.
    if (state.version === 1)
      return { ...state, facts: { ...{ ...newFacts(), analysis: null }, ...state.facts } };
  } catch {
    // Reported below: a file that cannot be read must not be taken for none.
  }
  throw new UsageError(
    `${file} is not a state file of this version of rf monitor. Name another file with --state.`,
  );
}

/** Replaced as a whole, so that a crash leaves the old file or the new one. */
export async function writeState(file: string, state: MonitorState): Promise<void> {
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(state));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  const folder = await open(path.dirname(path.resolve(file)), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function rememberCheckpoint(state: MonitorState, checkpoint: SeenCheckpoint): void {
  state.checkpoints.push(checkpoint);
  if (state.checkpoints.length > MOST_CHECKPOINTS) state.checkpoints.splice(1, 1);
}
