// The add-checkpoint call of C2SP tlog-witness: cosigns a checkpoint that extends the latest one that the witness cosigned.

import {
  cosign,
  emptyRoot,
  NoteError,
  type OpenedNote,
  openNote,
  type ParsedCheckpoint,
  parseCheckpoint,
  type Signer,
  splitNote,
  type VerifierKey,
  verifyConsistency,
} from '@rf-indicators/engine';
import type { FollowedLogs } from './followed-logs.ts';
import type { CosignedCheckpoint, WitnessState } from './witness-state.ts';

const MOST_PROOF_LINES = 63;
const HASH_LENGTH = 32;

export interface WitnessDependencies {
  signer: Signer;
  logs: FollowedLogs;
  state: WitnessState;
  /** Epoch milliseconds. */
  clock: () => number;
}

export interface Reply {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  text: string;
  mediaType?: string;
}

interface Request {
  oldSize: number;
  proof: Uint8Array[];
  note: string;
  checkpoint: ParsedCheckpoint;
}

export async function addCheckpoint(witness: WitnessDependencies, body: string): Promise<Reply> {
  const request = readRequest(body);
  if (typeof request === 'string') return { status: 400, text: `${request}\n` };
  const { oldSize, note, checkpoint } = request;
  const keys = witness.logs.get(checkpoint.origin);
  if (keys === undefined) return { status: 404, text: 'This witness does not follow the log.\n' };
  const opened = await openSigned(note, keys);
  if (opened === null)
    return { status: 403, text: 'The checkpoint has no valid signature by a key of the log.\n' };
  if (oldSize > checkpoint.treeSize)
    return { status: 400, text: 'The old size is larger than the checkpoint.\n' };
  const latest = witness.state.latest(checkpoint.origin);
  if ((latest?.size ?? 0) !== oldSize) return conflict(latest);
  const problem = await consistencyProblem(request, latest);
  if (problem !== null) return { status: 422, text: `${problem}\n` };
  const line = await cosign(opened.text, witness.signer, Math.floor(witness.clock() / 1000));
  const signed = splitNote(note).signatures.filter(({ keyId }) => opened.verifiedBy.includes(keyId));
  const next: CosignedCheckpoint = {
    size: checkpoint.treeSize,
    root: Buffer.from(checkpoint.rootHash).toString('base64'),
    note: `${opened.text}\n${signed.map((each) => `${each.line}\n`).join('')}${line}`,
  };
  if (!witness.state.replace(checkpoint.origin, latest, next))
    return conflict(witness.state.latest(checkpoint.origin));
  return { status: 200, text: line, mediaType: 'text/plain; charset=utf-8' };
}

function conflict(latest: CosignedCheckpoint | null): Reply {
  return { status: 409, text: `${latest?.size ?? 0}\n`, mediaType: 'text/x.tlog.size' };
}

/** The request, or what is wrong with its form. */
function readRequest(body: string): Request | string {
  const end = body.indexOf('\n\n');
  if (end === -1) return 'There is no empty line before the checkpoint.';
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const [, digits] = /^old (0|[1-9][0-9]{0,15})$/.exec(first) ?? [];
  const oldSize = Number(digits);
  if (digits === undefined || !Number.isSafeInteger(oldSize))
    return 'The first line must be "old" and a tree size.';
  if (lines.length > MOST_PROOF_LINES) return `The proof has more than ${MOST_PROOF_LINES} lines.`;
  const proof = lines.map(hashOf);
  if (!proof.every((hash) => hash !== null)) return 'A line of the proof is not the base64 of a hash.';
  const note = body.slice(end + 2);
  try {
    return { oldSize, proof, note, checkpoint: parseCheckpoint(splitNote(note).text) };
  } catch (error) {
    return (error as Error).message;
  }
}

function hashOf(line: string): Uint8Array | null {
  const bytes = Buffer.from(line, 'base64');
  return bytes.length === HASH_LENGTH && bytes.toString('base64') === line ? new Uint8Array(bytes) : null;
}

/** null unless a known key signed the note and no signature of a known key is invalid. */
async function openSigned(note: string, keys: readonly VerifierKey[]): Promise<OpenedNote | null> {
  try {
    return await openNote(note, keys);
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}

async function consistencyProblem(
  { oldSize, proof, checkpoint: { treeSize, rootHash } }: Request,
  latest: CosignedCheckpoint | null,
): Promise<string | null> {
  if (treeSize === 0 && !Buffer.from(await emptyRoot()).equals(rootHash))
    return 'The root hash is not that of the empty tree.';
  if (oldSize === 0) {
    if (proof.length > 0) return 'A proof from the empty tree must be empty.';
    // A witness that cosigned the empty tree has nothing that could be contradicted.
    return null;
  }
  const oldRoot = new Uint8Array(Buffer.from(latest!.root, 'base64'));
  const holds = await verifyConsistency({ oldSize, newSize: treeSize, oldRoot, newRoot: rootHash, proof });
  if (holds) return null;
  return oldSize === treeSize
    ? 'The root hash differs from the one that was cosigned for this size.'
    : 'The proof does not show that the checkpoint extends the one that was cosigned.';
}
