// C2SP tlog-cosignature, version 1: a witness states that a checkpoint is consistent with everything that it saw of
// the log before, and when. A cosignature is one more signature line of the note.

import {
  type KeyAlgorithm,
  parsePrivateKey,
  parsePublicKey,
  type Signer,
  signerKeyFromSeed,
  verifySignature,
} from '../keys.ts';
import { utf8 } from '../platform.ts';
import { NoteError, signatureLine, splitNote } from './note.ts';

/** A key of a witness. It is not a VerifierKey, so that it cannot be taken for a key of the log. */
export interface WitnessKey {
  readonly name: string;
  readonly hash: string;
  /** `name+hash`, as signature lines refer to their key. */
  readonly id: string;
  readonly text: string;
  verify(message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** A cosignature that was verified. */
export interface Cosignature {
  readonly witness: WitnessKey;
  /** When the witness cosigned, in seconds since 1970. */
  readonly time: number;
  /** The signature line, without its newline. */
  readonly line: string;
}

const cosignatureByte: KeyAlgorithm = 0x04;
const timeLength = 8;

export async function parseWitnessKey(text: string): Promise<WitnessKey> {
  const key = await parsePublicKey(text, cosignatureByte);
  const { name, hash, id } = key;
  return { name, hash, id, text, verify: (message, signature) => verifySignature(key, message, signature) };
}

/** The signer of a witness. It must only be used with `cosign`. */
export function parseWitnessSigner(text: string): Promise<Signer> {
  return parsePrivateKey(text, cosignatureByte);
}

export function witnessKeyFromSeed(
  name: string,
  seed: Uint8Array,
): Promise<{ signer: string; verifier: string }> {
  return signerKeyFromSeed(name, seed, cosignatureByte);
}

/** The signature line of a witness over the text of a checkpoint, with its newline. `time` is in seconds since 1970. */
export async function cosign(text: string, signer: Signer, time: number): Promise<string> {
  if (!Number.isSafeInteger(time) || time <= 0) throw new RangeError(`${time} is not a time in seconds.`);
  const signature = await signer.sign(cosignedMessage(text, time));
  return signatureLine(signer, Uint8Array.of(...timeBytes(time), ...signature));
}

/**
 * The cosignatures of a note by the given witnesses, at most one per witness. Lines by other keys are ignored. Throws if
 * a line by one of the witnesses does not verify, because such a note is malformed.
 */
export async function openCosignatures(
  note: string,
  witnesses: readonly WitnessKey[],
): Promise<Cosignature[]> {
  const { text, signatures } = splitNote(note);
  const found = new Map<string, Cosignature>();
  for (const { keyId, signature, line } of signatures) {
    const witness = witnesses.find(({ id }) => id === keyId);
    if (witness === undefined) continue;
    const time = readTime(signature);
    const valid =
      time !== null && (await witness.verify(cosignedMessage(text, time), signature.subarray(timeLength)));
    if (!valid) throw new NoteError(`The cosignature by ${keyId} is not valid.`);
    if (!found.has(keyId)) found.set(keyId, { witness, time, line });
  }
  return [...found.values()];
}

function cosignedMessage(text: string, time: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** Big-endian, 64 bits. */
function timeBytes(time: number): number[] {
  const bytes: number[] = [];
  let rest = time;
  for (let at = 0; at < timeLength; at += 1) {
    bytes.unshift(rest % 256);
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** null if there is no time before the signature, or one that is zero or beyond 2^53 seconds. */
function readTime(signature: Uint8Array): number | null {
  if (signature.length <= timeLength) return null;
  let time = 0;
  for (const byte of signature.subarray(0, timeLength)) time = time * 256 + byte;
  return Number.isSafeInteger(time) && time > 0 ? time : null;
}
