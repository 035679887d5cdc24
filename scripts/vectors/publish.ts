// Writes vector files without ever changing published ones: if any existing file would change, nothing is written.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VectorFile } from './make.ts';

export class VectorsPublishedError extends Error {
  override name = 'VectorsPublishedError';
}

/** Writes files that do not exist yet and returns their names. Throws if an existing file differs. */
export function publishOnce(folder: string, files: readonly VectorFile[]): string[] {
  mkdirSync(folder, { recursive: true });
  const known = new Set(files.map(({ name }) => name));
  const changed = files.filter(({ name, text }) => {
    const path = join(folder, name);
    return existsSync(path) && readFileSync(path, 'utf8') !== text;
  });
  const refused = [
    ...changed.map(({ name }) => name),
    ...readdirSync(folder).filter((name) => !known.has(name)),
  ];
  if (refused.length > 0) {
    throw new VectorsPublishedError(
      `Published vectors never change, but these would: ${refused.join(', ')}. ` +
        'Pass the file of a new framework version instead.',
    );
  }
  const missing = files.filter(({ name }) => !existsSync(join(folder, name)));
  for (const { name, text } of missing) writeFileSync(join(folder, name), text);
  return missing.map(({ name }) => name);
}
