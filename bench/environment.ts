// The machine and the versions that results were measured with.

import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import os from 'node:os';

export interface Environment {
  machine: { cpu: string; cores: number; memoryGiB: number; kernel: string };
  versions: Record<string, string>;
  /** Ends in "+" if the tree had changes that were not committed. */
  commit: string;
}

export function environment(): Environment {
  return {
    machine: {
      cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
      cores: os.availableParallelism(),
      memoryGiB: Math.round(os.totalmem() / 1024 ** 3),
      kernel: `${os.type()} ${os.release()} ${os.arch()}`,
    },
    versions: {
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? 'unknown',
      postgresql: versionOf(
        globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(-1) ?? 'postgres',
        '--version',
      ),
      redis: versionOf('redis-server', '--version'),
      nginx: versionOf('/usr/sbin/nginx', '-v'),
      wrk: versionOf('wrk', '-v'),
    },
    commit: commit(),
  };
}

/** The first number in what the command prints, such as 15.8 or 1.22.1. */
function versionOf(command: string, option: string): string {
  const script = `"$0" "$1" 2>&1 || true`;
  const text = execFileSync('sh', ['-c', script, command, option], { encoding: 'utf8' });
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? 'not installed';
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
    return git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
