// What the tests need beyond npm, and how it gets here: as root from Debian's packages, otherwise by asking.

import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

interface SystemPackage {
  /** Debian's name. */
  name: string;
  /** Any of these commands or files shows that it is here. */
  shownBy: string[];
  why: string;
}

const NEEDED: SystemPackage[] = [
  {
    name: 'postgresql',
    shownBy: ['initdb', '/usr/lib/postgresql/*/bin/initdb'],
    why: 'the store must behave the same on both databases',
  },
  {
    name: 'chromium',
    shownBy: ['chromium', 'chromium-browser'],
    why: 'the engine must give the same bytes in a browser',
  },
  {
    name: 'python3-venv', // brings python3 along
    shownBy: ['/usr/lib/python3*/ensurepip', '/usr/local/lib/python3*/ensurepip', 'pyenv'],
    why: 'the Python package is checked in an environment of its own',
  },
];

const FOR_BENCHMARKS: SystemPackage[] = [
  { name: 'wrk', shownBy: ['wrk'], why: 'it asks a server for as much as it can give' },
];

export function installSystemPackages(): void {
  install(NEEDED);
}

export function installBenchmarkPackages(): void {
  install(FOR_BENCHMARKS);
}

function install(needed: readonly SystemPackage[]): void {
  const missing = needed.filter(({ shownBy }) => !shownBy.some(isHere));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    for (const { name, why } of missing) console.error(`Missing: ${name} (${why})`);
    console.error(`Install with: sudo apt-get install ${names.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing from Debian's packages: ${names.join(', ')}`);
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...names);
}

function apt(...args: string[]): void {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return;
  console.error(`apt-get ${args.join(' ')} failed`);
  process.exit(1);
}

function isHere(shownBy: string): boolean {
  return shownBy.startsWith('/') ? globSync(shownBy).length > 0 : isOnPath(shownBy);
}

function isOnPath(command: string): boolean {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, command)));
}
