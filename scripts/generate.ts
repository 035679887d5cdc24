// npm run generate: writes every committed file that follows from the contract, the engine, the framework or the results of
// benchmarks, and the generated parts of the clients, which are not committed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generateParts } from './clients/generated-parts.ts';
import type { GeneratedFile } from './generate/generated-file.ts';
import * as generators from './generate/generators.ts';

const HELP = `npm run generate [-- --check]

Writes the generated files. With --check it changes nothing, and fails with the names of the files that are out of date.

The examples in the OpenAPI document (packages/contract/examples.json) are an input: "npm run examples" records them from
the demo, which takes longer. Run it first if an answer of the API has changed.`;

const root = new URL('../', import.meta.url);

export async function generatedFiles(): Promise<GeneratedFile[]> {
  const lists = await Promise.all(Object.values(generators).map((generate) => generate()));
  return lists.flat();
}

/** The committed text; null if the file does not exist. */
export function committedText({ path }: GeneratedFile): string | null {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function outdatedFiles(): Promise<GeneratedFile[]> {
  return (await generatedFiles()).filter((file) => committedText(file) !== file.text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  await generateParts();
  const outdated = await outdatedFiles();
  for (const file of outdated) {
    if (!values.check) {
      const place = new URL(file.path, root);
      mkdirSync(new URL('./', place), { recursive: true });
      writeFileSync(place, file.text);
    }
    console.log(`${file.path}: ${values.check ? 'out of date' : 'written'}`);
  }
  if (outdated.length === 0) console.log('All generated files are up to date.');
  if (values.check && outdated.length > 0) {
    console.error('Run "npm run generate" and commit the result.');
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
