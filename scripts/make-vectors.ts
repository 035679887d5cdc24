// Generates the frozen test vectors of a framework version, and the conformance cases of policies, once:
//   node scripts/make-vectors.ts [FRAMEWORK.json]

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ComputationAnswer } from '@rf-indicators/engine';
import { makeVectorFiles, type VectorFile } from './vectors/make.ts';
import { makePolicyFiles } from './vectors/policies.ts';
import { publishOnce, VectorsPublishedError } from './vectors/publish.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));
const framework = process.argv[2] ?? join(repository, 'methodology/rf-framework-1.0.json');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

publish(
  join(repository, 'methodology/vectors', basename(framework, '.json')),
  await makeVectorFiles(basename(framework), read(framework)),
);
const answer = read(join(repository, 'conformance/packages/FX-01-facts.json')) as ComputationAnswer;
publish(join(repository, 'conformance/policies'), await makePolicyFiles(answer));

function publish(folder: string, files: readonly VectorFile[]): void {
  try {
    const written = publishOnce(folder, files);
    console.log(written.length === 0 ? `${folder}: unchanged` : `${folder}: wrote ${written.join(', ')}`);
  } catch (error) {
    if (!(error instanceof VectorsPublishedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
