// Writes the parts of the clients that repeat the contract. Nobody reads them in a review, so they are not committed.

import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** The names of the files that were written, and what they were made from. */
const MARK = path.join(repository, 'packages/sdk/src/generated/made-from.json');

const SOURCES = [
  'package-lock.json',
  'packages/contract/src/**/*.ts',
  'scripts/generate/{python,sdk,typescript-types}.ts',
  'scripts/generate/{python,sdk}/*.ts',
  'scripts/clients/generated-parts.ts',
];

export interface GeneratedParts {
  sources: string;
  files: string[];
}

/** Does nothing if they were made from the same sources. Returns what they were made from. */
export async function generateParts(): Promise<GeneratedParts> {
  const sources = digestOf(SOURCES);
  const made = readMark();
  const isThere = (file: string) => existsSync(path.join(repository, file));
  if (made?.sources === sources && made.files.every(isThere)) return made;
  const { sdkFiles } = await import('../generate/sdk.ts');
  const { pythonFiles } = await import('../generate/python.ts');
  const files = [...(await sdkFiles()), ...(await pythonFiles())];
  for (const file of files) {
    const place = path.join(repository, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.text);
  }
  const parts: GeneratedParts = { sources, files: files.map((file) => file.path) };
  writeFileSync(MARK, JSON.stringify(parts));
  return parts;
}

function readMark(): GeneratedParts | null {
  try {
    return JSON.parse(readFileSync(MARK, 'utf8'));
  } catch {
    return null;
  }
}

/** Of the names and contents of files. */
export function digestOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: repository })).sort()) {
    const content = readFileSync(path.join(repository, file));
    hash.update(`${file}\n`).update(createHash('sha256').update(content).digest());
  }
  return hash.digest('hex');
}
