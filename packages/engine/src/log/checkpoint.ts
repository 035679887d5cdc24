// C2SP tlog-checkpoints: the signed note in which a log states its size and root.

import type { VerifierKey } from '../keys.ts';
import { fromBase64, toBase64 } from '../platform.ts';
import { hashLength, isTreeSize } from './merkle.ts';
import { type OpenedNote, openNote } from './note.ts';

export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

export interface Checkpoint {
  /** The name of the log, which keeps one log's checkpoints from being taken for another's. */
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
}

export interface ParsedCheckpoint extends Checkpoint {
  /** Further lines, which this log never writes but must tolerate in others' checkpoints. */
  readonly extensions: readonly string[];
}

export type OpenedCheckpoint = ParsedCheckpoint & OpenedNote;

/** The text to sign; a checkpoint without signatures states nothing. */
export function formatCheckpoint({ origin, treeSize, rootHash }: Checkpoint): string {
  if (origin === '' || origin.includes('\n')) {
    throw new CheckpointError("A checkpoint's origin is one line that is not empty.");
  }
  if (!isTreeSize(treeSize)) throw new CheckpointError(`${treeSize} is not the size of a tree.`);
  if (rootHash.length !== hashLength) throw new CheckpointError(`A root hash has ${hashLength} bytes.`);
  return `${origin}\n${treeSize}\n${toBase64(rootHash)}\n`;
}

/** Reads a checkpoint's text, of which nothing may be believed before its signature has verified. */
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

/** Opens a checkpoint of one log; the keys are those of the log itself, any of which will do. */
export async function openCheckpoint(
  note: string | Uint8Array,
  origin: string,
  verifierKeys: readonly VerifierKey[],
): Promise<OpenedCheckpoint> {
  const opened = await openNote(note, verifierKeys);
  const checkpoint = parseCheckpoint(opened.text);
  if (checkpoint.origin !== origin) {
    throw new CheckpointError(`The checkpoint is of '${checkpoint.origin}', not of '${origin}'.`);
  }
  return { ...opened, ...checkpoint };
}
