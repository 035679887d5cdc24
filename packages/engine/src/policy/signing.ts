// Signatures of documents of policies. The name of the format stands before the bytes, so that no such signature can pass as one
// of a statement, a checkpoint or a document of another format.

import { type Signer, type VerifierKey, verifySignature } from '../keys.ts';
import { canonicalBytes } from '../package/digest.ts';
import type { Signature } from '../package/statement.ts';
import { fromBase64, toBase64, utf8 } from '../platform.ts';

interface Formatted {
  format: string;
}

export async function signFormatted(document: Formatted, signer: Signer): Promise<Signature> {
  const signature = await signer.sign(signedBytes(document));
  return { algorithm: 'Ed25519', key_id: signer.id, value: toBase64(signature) };
}

/** Whether one of the trusted keys signed exactly this document, as one of this format. */
export async function checkFormatted(
  document: Formatted,
  { key_id, value }: Signature,
  keys: readonly VerifierKey[],
): Promise<'valid' | 'unknown_key' | 'invalid'> {
  const key = keys.find(({ id }) => id === key_id);
  if (key === undefined) return 'unknown_key';
  const bytes = fromBase64(value);
  return bytes !== null && (await verifySignature(key, signedBytes(document), bytes)) ? 'valid' : 'invalid';
}

function signedBytes(document: Formatted): Uint8Array {
  const before = utf8(`${document.format}\n`);
  const content = canonicalBytes(document);
  const bytes = new Uint8Array(before.length + content.length);
  bytes.set(before);
  bytes.set(content, before.length);
  return bytes;
}
