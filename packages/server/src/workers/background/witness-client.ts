// Client of the witness protocol (C2SP tlog-witness): submits a checkpoint with a consistency proof, and returns the
// cosignature if it verifies.

import type { Witness } from '@rf-indicators/core/log/witnesses';
import { type Cosignature, openCosignatures, splitNote } from '@rf-indicators/engine';

const TIMEOUT_MS = 10_000;
const LARGEST_RESPONSE = 64 * 1024;

export interface Submission {
  /** The size of the tree that the witness cosigned last. */
  oldSize: number;
  /** The hashes that prove that the new tree extends the old one. */
  proof: readonly Uint8Array[];
  /** The signed note. */
  checkpoint: string;
}

export type SubmissionResult =
  | { cosignature: Cosignature }
  /** The witness cosigned a tree of another size last. */
  | { witnessSize: number };

/** Throws if the witness cannot be reached, refuses the checkpoint, or returns no cosignature that verifies. */
export async function submitCheckpoint(
  { key, url }: Witness,
  { oldSize, proof, checkpoint }: Submission,
): Promise<SubmissionResult> {
  const lines = [`old ${oldSize}`, ...proof.map((hash) => Buffer.from(hash).toString('base64'))];
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n\n${checkpoint}`,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await readLimited(response);
  if (response.status === 409) {
    if (/^(0|[1-9]\d{0,15})\n$/.test(text)) return { witnessSize: Number(text) };
    throw new Error('it answered 409 without the size of its tree');
  }
  if (response.status !== 200)
    throw new Error(`it answered ${response.status}: ${text.slice(0, 200).trim()}`);
  // The signatures of the log are left out, so that only what the witness returned is looked at.
  const [cosignature] = await openCosignatures(`${splitNote(checkpoint).text}\n${text}`, [key]);
  if (cosignature === undefined) throw new Error(`it returned no cosignature by ${key.id}`);
  return { cosignature };
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_RESPONSE) throw new Error(`its answer has more than ${LARGEST_RESPONSE} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
