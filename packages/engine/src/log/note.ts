// C2SP signed notes: a text, a blank line, and one line per signature of the text:
//   — <key name> <base64(key hash || signature)>

import { isKeyName, type Signer, type VerifierKey, verifySignature } from '../keys.ts';
import { fromBase64, fromUtf8, toBase64, toHex, utf8 } from '../platform.ts';

export class NoteError extends Error {
  override name = 'NoteError';
}

export interface OpenedNote {
  readonly text: string;
  /** The ids of the keys whose signatures were verified, in the order of the note. */
  readonly verifiedBy: readonly string[];
  /** The number of signatures by keys that the caller did not supply. They are ignored. */
  readonly unknown: number;
}

const signatureMark = '— ';
const keyHashLength = 4;
// The same limit as Go's implementation; the specification requires at least 16.
const maxSignatures = 100;

export async function signNote(text: string, signers: readonly Signer[]): Promise<string> {
  requireNoteCharacters(text);
  if (!text.endsWith('\n')) throw new NoteError('The text of a note must end with a newline.');
  if (signers.length === 0) throw new NoteError('A note needs at least one signer.');
  if (signers.length > maxSignatures) {
    throw new NoteError(`A note can have at most ${maxSignatures} signatures.`);
  }
  const bytes = utf8(text);
  let note = `${text}\n`;
  for (const signer of signers) note += signatureLine(signer, await signer.sign(bytes));
  return note;
}

/** The line of one signature, with its newline. */
export function signatureLine({ name, hash }: Pick<Signer, 'name' | 'hash'>, signature: Uint8Array): string {
  const keyHash = hash.match(/../g)!.map((digits) => Number.parseInt(digits, 16));
  return `${signatureMark}${name} ${toBase64(Uint8Array.of(...keyHash, ...signature))}\n`;
}

/**
 * Returns the text of a note if at least one signature by a known key is valid. Ignores signatures by unknown
 * keys, but rejects the note if any signature by a known key is invalid.
 */
export async function openNote(
  note: string | Uint8Array,
  verifierKeys: readonly VerifierKey[],
): Promise<OpenedNote> {
  const { text, signatures } = splitNote(typeof note === 'string' ? note : decode(note));
  const known = keysById(verifierKeys);
  const bytes = utf8(text);
  const verifiedBy = new Set<string>();
  let unknown = 0;
  for (const { keyId, signature } of signatures) {
    const key = known.get(keyId);
    if (key === undefined) {
      unknown += 1;
      continue;
    }
    if (!(await verifySignature(key, bytes, signature))) {
      throw new NoteError(`The signature by ${keyId} is not valid.`);
    }
    verifiedBy.add(keyId);
  }
  if (verifiedBy.size === 0) throw new NoteError('The note has no signature by a known key.');
  return { text, verifiedBy: [...verifiedBy], unknown };
}

export interface NoteSignature {
  keyId: string;
  signature: Uint8Array;
  /** The line as it was given, without its newline. */
  line: string;
}

/** Splits a note without verifying anything. */
export function splitNote(note: string): { text: string; signatures: NoteSignature[] } {
  requireNoteCharacters(note);
  // The text may contain blank lines too, so the last blank line is the separator.
  const separator = note.lastIndexOf('\n\n');
  if (separator < 0) throw new NoteError('The note has no blank line before its signatures.');
  const lines = note.slice(separator + 2).split('\n');
  if (lines.pop() !== '') throw new NoteError('The note does not end with a newline.');
  if (lines.length === 0) throw new NoteError('The note has no signatures.');
  if (lines.length > maxSignatures) {
    throw new NoteError(`The note has more than ${maxSignatures} signatures.`);
  }
  return { text: note.slice(0, separator + 1), signatures: lines.map(parseSignatureLine) };
}

function parseSignatureLine(line: string): NoteSignature {
  if (!line.startsWith(signatureMark)) {
    throw new NoteError(`A signature line must begin with '${signatureMark}'.`);
  }
  const [name = '', base64 = '', ...rest] = line.slice(signatureMark.length).split(' ');
  const bytes = fromBase64(base64);
  if (!isKeyName(name) || rest.length > 0 || bytes === null || bytes.length <= keyHashLength) {
    throw new NoteError('A signature line must consist of a key name and a base64 signature.');
  }
  return {
    keyId: `${name}+${toHex(bytes.subarray(0, keyHashLength))}`,
    signature: bytes.subarray(keyHashLength),
    line,
  };
}

function keysById(verifierKeys: readonly VerifierKey[]): Map<string, VerifierKey> {
  const keys = new Map<string, VerifierKey>();
  for (const key of verifierKeys) {
    // Key hashes are short enough for deliberate collisions, so an ambiguous id is refused.
    if ((keys.get(key.id)?.text ?? key.text) !== key.text) {
      throw new NoteError(`Two different keys have the id ${key.id}.`);
    }
    keys.set(key.id, key);
  }
  return keys;
}

function requireNoteCharacters(text: string): void {
  if (!text.isWellFormed()) throw new NoteError('The note is not valid Unicode.');
  for (const character of text) {
    if (character < ' ' && character !== '\n') {
      throw new NoteError('The note contains a control character other than a newline.');
    }
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw new NoteError('The note is not valid UTF-8.');
  }
}
