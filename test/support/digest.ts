// What a thing is made from, as one text: it is made again when that text changes.

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reachedFrom } from '../../scripts/testing/import-graph.ts';
import { repository } from './repository.ts';

/** Of the modules that these load, of other files, and of anything else. Paths are from the root of the repository. */
export function digestOf(
  modules: readonly string[],
  patterns: readonly string[],
  texts: readonly string[],
): string {
  const others = patterns.flatMap((pattern) => globSync(pattern, { cwd: repository }));
  const hash = createHash('sha256');
  for (const file of [...reachedFrom(modules), ...others].sort())
    hash.update(`${file}\n`).update(readFileSync(path.join(repository, file)));
  for (const text of texts) hash.update(`\n${text}`);
  return hash.digest('hex').slice(0, 24);
}
