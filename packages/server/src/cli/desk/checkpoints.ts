// Reads checkpoints that were kept outside the store, to compare the store with.

import { readFileSync } from 'node:fs';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { readConfig } from '../../service/config.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** Reads the given file, or the checkpoint file by default. */
export function checkpointsFrom(terminal: Terminal, named: string | undefined): string[] {
  if (named === undefined) {
    const { checkpointFile } = readConfig(terminal.env);
    return checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
  }
  let text: string;
  try {
    text = readFileSync(named, 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read ${named}: ${(error as Error).message}.`);
  }
  // Either one checkpoint as the service publishes it, or a checkpoint file with one per line.
  const notes = text.includes('\n\n\u2014 ') ? [text] : readCheckpointFile(named);
  if (notes.length === 0) throw new UsageError(`${named} contains no checkpoint.`);
  return notes;
}
