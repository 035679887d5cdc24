// Generates the frozen test vectors of a framework version, once:
//   node scripts/make-vectors.ts [FRAMEWORK.json]

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeVectorFiles } from './vectors/make.ts';
import { publishOnce, VectorsPublishedError } from './vectors/publish.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));
const framework = process.argv[2] ?? join(repository, 'methodology/rf-framework-1.0.json');
const folder = join(repository, 'methodology/vectors', basename(framework, '.json'));

const document: unknown = JSON.parse(readFileSync(framework, 'utf8'));
const files = await makeVectorFiles(basename(framework), document);
try {
  const written = publishOnce(folder, files);
  console.log(written.length === 0 ? `${folder}: unchanged` : `${folder}: wrote ${written.join(', ')}`);
} catch (error) {
  if (!(error instanceof VectorsPublishedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
