// Reads and writes the files of commands. Error messages name the file and say what is wrong with it.

import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  checkSignOff,
  type JsonText,
  KeyFormatError,
  loadMethodology,
  type Methodology,
  MethodologyError,
  parseSignerKey,
  parseVerifierKey,
  parseWitnessKey,
  readJson,
  type Signer,
  type SignOff,
  type VerifierKey,
  type WitnessKey,
} from '@rf-indicators/engine';
import { type Terminal, UsageError } from '../terminal.ts';

/** The framework that ships with the product; the default of all commands. */
export const SHIPPED_FRAMEWORK = fileURLToPath(
  new URL('../../../../../methodology/rf-framework-1.0.json', import.meta.url),
);

/** The text of a file; `-` is standard input. Invalid UTF-8 is refused, not replaced. */
export async function readText(file: string, terminal: Terminal): Promise<string> {
  if (file === '-') return terminal.readStdin();
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${reasonOf(error)}.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not UTF-8 text.`);
  }
}

export async function readJsonFile(file: string, terminal: Terminal): Promise<JsonText> {
  const text = await readText(file, terminal);
  try {
    return readJson(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`);
  }
}

/** Reads and validates a framework file. The error lists every problem. */
export async function readMethodology(file: string, terminal: Terminal): Promise<Methodology> {
  const { value, duplicates } = await readJsonFile(file, terminal);
  if (duplicates.length > 0) {
    throw new UsageError(`${file} has duplicate members: ${duplicates.join(', ')}.`);
  }
  try {
    return loadMethodology(value);
  } catch (error) {
    if (!(error instanceof MethodologyError)) throw error;
    const lines = error.problems.map(({ pointer, message }) => `  ${pointer || '(document)'} ${message}`);
    throw new UsageError(`${file} is not a valid framework:\n${lines.join('\n')}`);
  }
}

export function signOffFile(methodologyFile: string): string {
  return methodologyFile.replace(/(\.json)?$/, '.signoff.json');
}

/** The key of the chief risk officer whose sign-off is accepted by default. */
export const SHIPPED_OFFICER_KEY = fileURLToPath(
  new URL('../../../../../methodology/chief-risk-officer.pub', import.meta.url),
);

/** Whether the officer signed exactly this file. The key inside the sign-off itself proves nothing. */
export async function signOffState(
  methodologyFile: string,
  methodology: Methodology,
  officer: VerifierKey,
  terminal: Terminal,
): Promise<{ signed: true; signOff: SignOff } | { signed: false; why: string }> {
  const file = signOffFile(methodologyFile);
  let signOff: SignOff;
  try {
    signOff = (await readJsonFile(file, terminal)).value as SignOff;
    const verdict = await checkSignOff(methodology.document, signOff, [officer]);
    if (verdict === 'signed') return { signed: true, signOff };
    if (verdict === 'unknown_key') return { signed: false, why: `${file} was not signed with ${officer.id}` };
    return { signed: false, why: `${file} is a sign-off for a different framework text (${verdict})` };
  } catch (error) {
    if (error instanceof UsageError)
      return { signed: false, why: `the sign-off ${file} is missing or cannot be read` };
    return { signed: false, why: `${file} is not a sign-off` };
  }
}

export async function readSignerKey(file: string, terminal: Terminal): Promise<Signer> {
  const text = await readText(file, terminal);
  try {
    return await parseSignerKey(text.trim());
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new UsageError(`${file} is not a signing key: ${error.message} Create one with rf keygen.`);
  }
}

/** Reads a verifier key, given as text or as the name of a file. */
export function readVerifierKey(keyOrFile: string, terminal: Terminal): Promise<VerifierKey> {
  return readPublicKey(keyOrFile, terminal, parseVerifierKey);
}

/** Reads the key of a witness in the same ways. */
export function readWitnessKey(keyOrFile: string, terminal: Terminal): Promise<WitnessKey> {
  return readPublicKey(keyOrFile, terminal, parseWitnessKey);
}

async function readPublicKey<Key>(
  keyOrFile: string,
  terminal: Terminal,
  parse: (text: string) => Promise<Key>,
): Promise<Key> {
  const looksLikeKey = /^[^\s+]+\+[0-9a-f]{8}\+/.test(keyOrFile);
  const text = looksLikeKey ? keyOrFile : await readText(keyOrFile, terminal);
  if (text.startsWith('PRIVATE+KEY+')) {
    throw new UsageError('That is a signing key. Use its public key, from the file ending in .pub.');
  }
  try {
    return await parse(text.trim());
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new UsageError(`The key cannot be used: ${error.message}`);
  }
}

/** Writes a new file. An existing file is never overwritten, so that no key or package is lost by mistake. */
export async function writeNewFile(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  try {
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'no such file or folder';
    case 'EEXIST':
      return 'it already exists, and rf does not overwrite files';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a folder';
    default:
      return (error as Error).message;
  }
}
