// The file that answers an address. A page is the index of a folder, so that every host sends it as HTML; anything else
// is a file of the same name, unless other addresses begin with its own.

import { OPERATIONS } from '@rf-indicators/contract';
import { isPlainFile } from './listing.ts';

const INDEXES: Readonly<Record<string, string>> = {
  'text/html': 'index.html',
  'application/json': 'index.json',
};

const OPERATION_PATHS: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(({ path }) => path));

/** Paths that are folders too, because other paths begin with them. */
const FOLDER_PATHS: ReadonlySet<string> = new Set(
  [...OPERATION_PATHS].filter((path) => [...OPERATION_PATHS].some((other) => other.startsWith(`${path}/`))),
);

export function fileOf(path: string, contentType: string): string {
  const mediaType = contentType.split(';')[0]!;
  const isPage = mediaType === 'text/html' && !path.endsWith('.html');
  const name = path.replace(/^\//, '').replace(/\/$/, '');
  const index = INDEXES[mediaType];
  const needsIndex = isPage || FOLDER_PATHS.has(path);
  if (needsIndex && index === undefined) throw new Error(`${path} has no index for ${mediaType}.`);
  const file = needsIndex ? [name, index].filter(Boolean).join('/') : name;
  if (!isPlainFile(file)) throw new Error(`${path} cannot be written as a file.`);
  return file;
}

/** Whether the address is that of the index of a folder, which a host sends for the address of the folder too. */
export function isIndex(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Object.values(INDEXES).includes(name) && !OPERATION_PATHS.has(path);
}
