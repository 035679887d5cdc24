// Reads the list of an export. What does not have the form of a list is refused before anything else is read.

import path from 'node:path';
import {
  DESCRIPTION_FILE,
  isPlainFile,
  LIST_FILE,
  type ListedFile,
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
      `${folder} is not an export: it has no ${DESCRIPTION_FILE}. Write one with rf export.`,
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
  return { signed, files: files as ListedFile[] };
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
    (description.tree_size === null || Number.isSafeInteger(description.tree_size))
  );
}

function isListed({ file, path: address, bytes, sha256: digest }: ListedFile): boolean {
  return (
    typeof file === 'string' &&
    isPlainFile(file) &&
    (address === null || typeof address === 'string') &&
    Number.isSafeInteger(bytes) &&
    typeof digest === 'string'
  );
}
