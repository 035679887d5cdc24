// The files of the API reference that `npm run build` wrote.

import { readFile } from 'node:fs/promises';
import { REPOSITORY } from '../repository.ts';
import { listedOperations, type OperationParts, type ReferenceContents } from './contents.ts';

const FOLDER = new URL('dist/reference/', REPOSITORY);

/** Without operations if the reference was not built. */
export async function readReference(): Promise<ReferenceContents> {
  try {
    return JSON.parse(await readFile(new URL('contents.json', FOLDER), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { api: [], console: [] };
    throw error;
  }
}

/** The name must be one of the contents. */
export async function readParts(name: string): Promise<OperationParts> {
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8'));
}

export async function referencePaths(): Promise<string[]> {
  const names = listedOperations(await readReference()).map(({ name }) => `/docs/api/${name}`);
  return ['/docs/api', '/docs/api/console', ...names];
}
