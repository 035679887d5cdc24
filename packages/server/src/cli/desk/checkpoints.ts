// Checkpoints that someone kept outside the store, to hold the store against.

import { readFileSync } from 'node:fs';
import { readCheckpointFile } from '@rf-indicators/core/desk/log/checkpoint-file';
import { type Terminal, UsageError } from '../terminal.ts';

/** From the file that is named, or from RF_CHECKPOINT_FILE. */
export function checkpointsFrom(terminal: Terminal, named: string | undefined): string[] {
  if (named === undefined) return readCheckpointFile(terminal.env.RF_CHECKPOINT_FILE || '');
  let text: string;
  try {
    text = readFileSync(named, 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read ${named}: ${(error as Error).message}.`);
  }
  // One checkpoint as the service shows it, or the file in which the service collects them.
  const notes = text.includes('\n\n\u2014 ') ? [text] : readCheckpointFile(named);
  if (notes.length === 0) throw new UsageError(`${named} holds no checkpoint.`);
  return notes;
}
