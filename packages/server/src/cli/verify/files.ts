// Files that commands read and write, with messages that name the file and what is wrong with it.

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
  readJson,
  type Signer,
  type SignOff,
  type VerifierKey,
} from '@rf-indicators/engine';
import { type Terminal, UsageError } from '../terminal.ts';

/** The framework that the product ships and uses unless told otherwise. */
export const SHIPPED_FRAMEWORK = fileURLToPath(
  new URL('../../../../../methodology/rf-framework-1.0.json', import.meta.url),
);

/** A file's text; `-` is standard input. Bytes that are not UTF-8 are refused, never patched over. */
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

/** A methodology file, validated; every problem is told. */
export async function readMethodology(file: string, terminal: Terminal): Promise<Methodology> {
  const { value, duplicates } = await readJsonFile(file, terminal);
  if (duplicates.length > 0) {
    throw new UsageError(`${file} has members that stand twice: ${duplicates.join(', ')}.`);
  }
  try {
    return loadMethodology(value);
  } catch (error) {
    if (!(error instanceof MethodologyError)) throw error;
    const lines = error.problems.map(({ pointer, message }) => `  ${pointer || '(document)'} ${message}`);
    throw new UsageError(`${file} is not a valid methodology:\n${lines.join('\n')}`);
  }
}

export function signOffFile(methodologyFile: string): string {
  return methodologyFile.replace(/(\.json)?$/, '.signoff.json');
}

/** The chief risk officer whose sign-off counts, unless the caller names another. */
export const SHIPPED_OFFICER_KEY = fileURLToPath(
  new URL('../../../../../methodology/chief-risk-officer.pub', import.meta.url),
);

/** Whether the officer signed exactly this file. The key that a sign-off carries with it proves nothing. */
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
    return { signed: false, why: `${file} is a sign-off for another text (${verdict})` };
  } catch (error) {
    if (error instanceof UsageError) return { signed: false, why: `there is no sign-off ${file}` };
    return { signed: false, why: `${file} is not a sign-off` };
  }
}

export async function readSignerKey(file: string, terminal: Terminal): Promise<Signer> {
  const text = await readText(file, terminal);
  try {
    return await parseSignerKey(text.trim());
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new UsageError(`${file} is not a signing key: ${error.message} Make one with rf keygen.`);
  }
}

/** A verifier key: its text, or a file that holds it. */
export async function readVerifierKey(keyOrFile: string, terminal: Terminal): Promise<VerifierKey> {
  const looksLikeKey = /^[^\s+]+\+[0-9a-f]{8}\+/.test(keyOrFile);
  const text = looksLikeKey ? keyOrFile : await readText(keyOrFile, terminal);
  if (text.startsWith('PRIVATE+KEY+')) {
    throw new UsageError('That is a signing key. Give its public half, from the file ending in .pub.');
  }
  try {
    return await parseVerifierKey(text.trim());
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new UsageError(`The key cannot be used: ${error.message}`);
  }
}

/** Writes a file that must not exist yet, so that no key or package is lost to a slip. */
export async function writeNew(file: string, text: string, mode = 0o644): Promise<void> {
  try {
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    try {
      await handle.writeFile(text);
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
      return 'there is no such file or folder';
    case 'EEXIST':
      return 'it exists already, and rf overwrites nothing';
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'EISDIR':
      return 'it is a folder';
    default:
      return (error as Error).message;
  }
}
