// A log for tests of witnesses: signed checkpoints of every size, with proofs, and a fork of it.

import {
  consistencyProofFrom,
  formatCheckpoint,
  leafHash,
  parseSignerKey,
  rootFrom,
  type Signer,
  signerKeyFromSeed,
  signNote,
  treeInMemory,
} from '@rf-indicators/engine';

export interface GrowingLog {
  origin: string;
  signer: Signer;
  checkpoint(size: number, signers?: readonly Signer[], origin?: string): Promise<string>;
  proof(from: number, to: number): Promise<string[]>;
  /** The body of add-checkpoint. */
  body(from: number, to: number): Promise<string>;
}

export function logSigner(seed: number, origin = 'log.example'): Promise<Signer> {
  return signerKeyFromSeed(origin, new Uint8Array(32).fill(seed)).then(({ signer }) =>
    parseSignerKey(signer),
  );
}

/** From entry `differsAt` on, it is another log with the same key. */
export async function growingLog(
  size: number,
  differsAt = size,
  origin = 'log.example',
): Promise<GrowingLog> {
  const signer = await logSigner(1, origin);
  const leaves: Uint8Array[] = [];
  for (let at = 0; at < size; at += 1)
    leaves.push(await leafHash(Buffer.from(at < differsAt ? `entry ${at}` : `other entry ${at}`)));
  const readNode = await treeInMemory(leaves);
  const checkpoint: GrowingLog['checkpoint'] = async (treeSize, signers = [signer], name = origin) =>
    signNote(
      formatCheckpoint({ origin: name, treeSize, rootHash: await rootFrom(treeSize, readNode) }),
      signers,
    );
  const proof: GrowingLog['proof'] = async (from, to) => {
    if (from === 0 || from === to) return [];
    const hashes = await consistencyProofFrom(from, to, readNode);
    return hashes.map((hash) => Buffer.from(hash).toString('base64'));
  };
  const body: GrowingLog['body'] = async (from, to) =>
    requestBody(from, await proof(from, to), await checkpoint(to));
  return { origin, signer, checkpoint, proof, body };
}

export function requestBody(oldSize: number | string, proof: readonly string[], checkpoint: string): string {
  return `${[`old ${oldSize}`, ...proof].join('\n')}\n\n${checkpoint}`;
}
