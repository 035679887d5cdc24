// A Node that does not run TypeScript, as a newcomer's shell may find first: the machine's own where it has one, else
// this Node under a version that it does not have.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface OlderNode {
  /** What it is, for the name of a test. */
  title: string;
  command: string;
  args: string[];
}

const PRETEND = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });`;

export function olderNode(): OlderNode {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const command = path.join(folder, 'node');
    if (!existsSync(command)) continue;
    const version = spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const major = Number(/^v(\d+)\./.exec(version)?.[1]);
    if (major >= 20 && major < 24) return { title: `Node ${version}`, command, args: [] };
  }
  const args = ['--import', `data:text/javascript,${encodeURIComponent(PRETEND)}`];
  return { title: 'a Node that says it is v20', command: process.execPath, args };
}
