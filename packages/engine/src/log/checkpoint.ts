// C2SP tlog-checkpoints: signed notes that state the size and root hash of a log.

import type { VerifierKey } from '../keys.ts';
import { fromBase64, toBase64 } from '../platform.ts';
import { hashLength, isTreeSize } from './merkle.ts';
import { type OpenedNote, openNote } from './note.ts';

export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

export interface Checkpoint {
  /** The name of the log, so that a checkpoint of one log cannot be passed off as another's. */
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
}

export interface ParsedCheckpoint extends Checkpoint {
  /** Additional lines. This log writes none, but other logs' checkpoints may have them. */
  readonly extensions: readonly string[];
}

export type OpenedCheckpoint = ParsedCheckpoint & OpenedNote;

/** Formats the text of a checkpoint, to be signed as a note. */
export function formatCheckpoint({ origin, treeSize, rootHash }: Checkpoint): string {
  if (origin === '' || origin.includes('\n')) {
    throw new CheckpointError('The origin of a checkpoint must be a single line and not empty.');
  }
  if (!isTreeSize(treeSize)) throw new CheckpointError(`${treeSize} is not a valid tree size.`);
  if (rootHash.length !== hashLength) throw new CheckpointError(`A root hash must have ${hashLength} bytes.`);
  return `${origin}\n${treeSize}\n${toBase64(rootHash)}\n`;
}

/** Parses the text of a checkpoint. Do not trust the result unless a signature has been verified. */
export function parseCheckpoint(text: string): ParsedCheckpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new CheckpointError('The checkpoint does not end with a newline.');
  if (lines.includes('')) throw new CheckpointError('The checkpoint has an empty line.');
  const [origin, size, root, ...extensions] = lines;
  if (origin === undefined || size === undefined || root === undefined) {
    throw new CheckpointError('The checkpoint has fewer than three lines.');
  }
  const treeSize = Number(size);
  if (!/^(0|[1-9][0-9]*)$/.test(size) || !isTreeSize(treeSize)) {
    throw new CheckpointError('The tree size is not a decimal number below 2^53 without leading zeros.');
  }
  const rootHash = fromBase64(root);
  if (rootHash?.length !== hashLength) {
    throw new CheckpointError(`The root hash is not the base64 of ${hashLength} bytes.`);
  }
  return { origin, treeSize, rootHash, extensions };
}

/** Verifies and parses a checkpoint of one log. A signature by any one of the log's keys is enough. */
export async function openCheckpoint(
  note: string | Uint8Array,
  origin: string,
  verifierKeys: readonly VerifierKey[],
): Promise<OpenedCheckpoint> {
  const opened = await openNote(note, verifierKeys);
  const checkpoint = parseCheckpoint(opened.text);
  if (checkpoint.origin !== origin) {
    throw new CheckpointError(
      `The checkpoint belongs to the log '${checkpoint.origin}', not to '${origin}'.`,
    );
  }
  return { ...opened, ...checkpoint };
}
