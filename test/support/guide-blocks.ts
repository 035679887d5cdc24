// The blocks of code in a guide.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.ts';

export interface CodeBlock {
  file: string;
  /** Empty if the guide names none. */
  language: string;
  text: string;
  /** The paragraph above it. */
  above: string;
}

const FENCED = /^( *)```([^\n]*)\n(.*?)^ *```$/gms;

export function codeBlocks(file: string): CodeBlock[] {
  const guide = readFileSync(path.join(repository, file), 'utf8');
  return [...guide.matchAll(FENCED)].map(({ 1: indent, 2: language, 3: text, index }) => ({
    file,
    language: language!,
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    above: guide.slice(0, index).trimEnd().split('\n\n').at(-1)!,
  }));
}
