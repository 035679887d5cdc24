// Reads the list of an export. What does not have the form of a list is refused before anything else is read.

import path from 'node:path';
import { fileOf, isIndex } from '../../export/file-names.ts';
import {
  DESCRIPTION_FILE,
  type ExportDescription,
  isPlainFile,
  LIST_FILE,
  type ListedFile,
  NOT_FOUND_FILE,
  type SignedDescription,
  sha256,
} from '../../export/listing.ts';
import { isObject, parseCanonical } from '../../monitor/leaf.ts';
import { UsageError } from '../../terminal.ts';
import type { Finding } from './findings.ts';
import { readOrNull } from './folder-source.ts';

export interface Listing {
  signed: SignedDescription;
  /** In the order of the list. */
  files: ListedFile[];
}

export async function readListing(folder: string): Promise<Listing | { findings: Finding[] }> {
  const description = await readOrNull(path.join(folder, DESCRIPTION_FILE));
  if (description === null)
    throw new UsageError(
      `${folder} is not an export: it has no ${DESCRIPTION_FILE}. Write one with rf export --static FOLDER.`,
    );
  const refused = (file: string, problem: string) => ({ findings: [{ file, problem }] });
  const text = new TextDecoder().decode(description);
  const signed = text.endsWith('\n') ? parseCanonical(text.slice(0, -1)) : null;
  if (signed === null || !isSigned(signed)) return refused(DESCRIPTION_FILE, 'does not describe an export');
  const list = await readOrNull(path.join(folder, LIST_FILE));
  if (list === null) return refused(LIST_FILE, 'is missing');
  const { count, sha256: digest } = signed.description.files;
  if (sha256(list) !== digest) return refused(LIST_FILE, 'is not the list that was signed');
  const lines = new TextDecoder().decode(list).split('\n').slice(0, -1);
  const files = lines.map((line) => parseCanonical(line) as ListedFile | null);
  if (files.length !== count || !files.every((file) => file !== null && isListed(file)))
    return refused(LIST_FILE, 'has a line that does not describe a file');
  const listed = files as ListedFile[];
  const findings = placeFindings(listed, signed.description);
  return findings.length > 0 ? { findings } : { signed, files: listed };
}

/** A file must be the one that a host sends for its address. Otherwise what is checked is not what readers get. */
function placeFindings(files: readonly ListedFile[], { headers }: ExportDescription): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { file, path: address, headers: position } of files) {
    const names = [file.toLowerCase(), ...(address === null ? [] : [address])];
    if (names.some((name) => seen.has(name))) findings.push({ file, problem: 'is listed twice' });
    for (const name of names) seen.add(name);
    const isInPlace =
      address === null
        ? file === NOT_FOUND_FILE
        : !isIndex(address) && file === expectedFile(address, headers[position]);
    if (!isInPlace) findings.push({ file, problem: `is not the file of the address ${address}` });
  }
  return findings;
}

function expectedFile(address: string, headers: Readonly<Record<string, string>> | undefined): string | null {
  const type = headers?.['content-type'];
  if (typeof type !== 'string') return null;
  try {
    return fileOf(address, type);
  } catch {
    return null;
  }
}

function isSigned(value: Record<string, unknown>): value is Record<string, unknown> & SignedDescription {
  const { description, signature } = value;
  return (
    isObject(description) &&
    isObject(signature) &&
    description.export === 'static' &&
    description.version === 1 &&
    isObject(description.files) &&
    typeof description.files.sha256 === 'string' &&
    Array.isArray(description.headers) &&
    description.headers.every(isObject) &&
    (description.tree_size === null || Number.isSafeInteger(description.tree_size))
  );
}

function isListed({ file, path: address, bytes, sha256: digest, headers }: ListedFile): boolean {
  return (
    typeof file === 'string' &&
    isPlainFile(file) &&
    (address === null || (typeof address === 'string' && address.startsWith('/'))) &&
    Number.isSafeInteger(bytes) &&
    Number.isSafeInteger(headers) &&
    typeof digest === 'string'
  );
}
