// The list of an export: a signed description (rf-export.json), and a line for each file (rf-files.jsonl), whose digest the
// description has.

import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue, type Signature } from '@rf-indicators/engine';

export const DESCRIPTION_FILE = 'rf-export.json';
export const LIST_FILE = 'rf-files.jsonl';
/** Present while an export is written, or after one was interrupted. */
export const UNFINISHED_FOLDER = '.rf-unfinished';
/** The page that hosts show for unknown addresses, which has no address itself. */
export const NOT_FOUND_FILE = '404.html';

/** A line of the list. */
export interface ListedFile {
  /** Relative to the folder, with slashes. */
  file: string;
  /** The address that it answers; null if it answers none. */
  path: string | null;
  bytes: number;
  sha256: string;
  /** The position of its headers in the description. */
  headers: number;
}

export interface ExportDescription {
  export: 'static';
  version: 1;
  base_url: string;
  /** The log that the export ends with. Both are null if nothing was published yet. */
  tree_size: number | null;
  root_hash: string | null;
  /** The list of files: how many lines it has, and its digest. */
  files: { count: number; sha256: string };
  /** Response headers, each as an object of names and values. Every file has one of them. */
  headers: Readonly<Record<string, string>>[];
}

export interface SignedDescription {
  description: ExportDescription;
  signature: Signature;
}

export function listText(files: readonly ListedFile[]): string {
  return files.map((file) => `${canonicalJson(file as unknown as JsonValue)}\n`).join('');
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A plain name: nothing that leaves the folder, is hidden, or means something else to a file system. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function isPlainFile(file: string): boolean {
  return file.split('/').every((segment) => SEGMENT.test(segment));
}
