// Compares the files of an export with its list: each must be there with its bytes, and there must be no other.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesIn } from '../../export/folder.ts';
import {
  DESCRIPTION_FILE,
  LIST_FILE,
  type ListedFile,
  sha256,
  UNFINISHED_FOLDER,
} from '../../export/listing.ts';
import type { Progress } from '../../progress.ts';
import type { Finding } from './findings.ts';
import { readOrNull } from './folder-source.ts';

export async function checkFiles(
  folder: string,
  files: readonly ListedFile[],
  progress: Progress,
): Promise<Finding[]> {
  const findings = await checkOthers(folder, files);
  for (const [index, listed] of files.entries()) {
    findings.push(...(await checkFile(folder, listed)));
    progress(index + 1, files.length);
  }
  return findings;
}

export async function checkFile(
  folder: string,
  { file, bytes, sha256: digest }: ListedFile,
): Promise<Finding[]> {
  const content = await readOrNull(path.join(folder, file));
  if (content === null) return [{ file, problem: 'is missing' }];
  if (content.length === bytes && sha256(content) === digest) return [];
  return [{ file, problem: 'has other bytes than the list says' }];
}

async function checkOthers(folder: string, files: readonly ListedFile[]): Promise<Finding[]> {
  const known = new Set([DESCRIPTION_FILE, LIST_FILE, ...files.map(({ file }) => file)]);
  const findings: Finding[] = [];
  if (existsSync(path.join(folder, UNFINISHED_FOLDER)))
    findings.push({
      file: UNFINISHED_FOLDER,
      problem: 'was left by an interrupted export: run rf export again',
    });
  for await (const { file, isPlain } of filesIn(folder)) {
    if (!known.has(file)) findings.push({ file, problem: 'is not in the list' });
    else if (!isPlain)
      findings.push({ file, problem: 'is a link or something else that is not a plain file' });
  }
  return findings;
}
