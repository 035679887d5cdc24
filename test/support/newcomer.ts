// What a newcomer's shell has: an older Node in front, and nothing that npm test put into the environment.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.ts';

export interface OlderNode {
  /** What it is, for the name of a test. */
  title: string;
  command: string;
  args: string[];
}

const PRETEND = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });`;

/** A Node that does not run TypeScript: the machine's own where it has one, else this Node under another version. */
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

/** The Node of this process comes last, for a machine that has no other. */
export function newcomersEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_CONTEXT)/.test(name));
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const before = folders.filter((folder) => !folder.startsWith(repository));
  return {
    ...Object.fromEntries(own),
    PATH: [...before, path.dirname(process.execPath)].join(path.delimiter),
  };
}
