// Reads the document of a policy from a file.

import { readJson } from '@rf-indicators/engine';
import { type Terminal, UsageError } from '../terminal.ts';
import { readText } from '../verify/files.ts';

/** JSON is read as such, so that a member that appears twice is found; everything else as YAML. */
export async function readPolicy(file: string, terminal: Terminal): Promise<unknown> {
  const text = await readText(file, terminal);
  if (text.trimStart().startsWith('{')) {
    const { value, duplicates } = readJson(text);
    const [twice] = duplicates;
    if (twice !== undefined) throw new UsageError(`${file}: ${twice} appears twice.`);
    return value;
  }
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}
