// System packages that the tests need. Installs missing ones when running as root on Debian; otherwise prints how to
// install them.

import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

interface SystemPackage {
  /** The name of the Debian package. */
  name: string;
  /** Commands or files, any one of which shows that the package is installed. */
  providesAny: string[];
  /** What does as well, but slower: enough where packages cannot be installed. */
  elseAny?: string[];
  why: string;
}

const NEEDED: SystemPackage[] = [
  {
    name: 'postgresql',
    providesAny: ['initdb', '/usr/lib/postgresql/*/bin/initdb'],
    why: 'the store must behave the same on both databases',
  },
  {
    name: 'redis-server',
    providesAny: ['redis-server'],
    why: 'nodes share their rate limits through it',
  },
  {
    name: 'pgbouncer',
    providesAny: ['pgbouncer', '/usr/sbin/pgbouncer'],
    why: 'nodes may reach their database through it',
  },
  {
    name: 'chromium-headless-shell',
    providesAny: ['chromium-headless-shell'],
    elseAny: ['chromium', 'chromium-browser'],
    why: 'pages are used in a browser, and the engine must give the same bytes there',
  },
  {
    name: 'libfaketime',
    providesAny: ['/usr/lib/*/faketime/libfaketimeMT.so.1'],
    why: 'the clock of a service that runs is set',
  },
  {
    name: 'python3-venv', // depends on python3
    providesAny: ['/usr/lib/python3*/ensurepip', '/usr/local/lib/python3*/ensurepip', 'pyenv'],
    why: 'the Python package is checked in a virtual environment',
  },
  {
    name: 'nginx-light',
    providesAny: ['nginx', '/usr/sbin/nginx'],
    why: 'it is in front of several nodes',
  },
  { name: 'curl', providesAny: ['curl'], why: 'the guides use it' },
  { name: 'openssl', providesAny: ['openssl'], why: 'it is a second opinion about signatures' },
];

const FOR_BENCHMARKS: SystemPackage[] = [
  { name: 'wrk', providesAny: ['wrk'], why: 'the benchmarks use it to generate load' },
  { name: 'nginx-light', providesAny: ['nginx', '/usr/sbin/nginx'], why: 'the benchmarks compare with it' },
  { name: 'redis-server', providesAny: ['redis-server'], why: 'the benchmarks count rate limits in it' },
];

const FOR_FAULTS: SystemPackage[] = [
  { name: 'strace', providesAny: ['strace'], why: 'it makes writes to a disk fail' },
];

export function installFaultPackages(): void {
  install([...NEEDED, ...FOR_FAULTS]);
}

export function installSystemPackages(): void {
  install(NEEDED);
}

export function installBenchmarkPackages(): void {
  install(FOR_BENCHMARKS);
}

function install(needed: readonly SystemPackage[]): void {
  const find = () => needed.filter(({ providesAny }) => !providesAny.some(isInstalled));
  let missing = find();
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const canInstall = process.getuid?.() === 0 && isOnPath('apt-get');
  if (canInstall) {
    console.log(`Installing Debian packages: ${names.join(', ')}`);
    if (apt('update')) apt('install', '--yes', '--no-install-recommends', ...names);
    // A package can be installed and not have what is looked for, such as on another architecture.
    missing = find();
  }
  const hasElse = ({ elseAny = [] }: SystemPackage) => elseAny.some(isInstalled);
  const required = missing.filter((one) => !hasElse(one));
  if (required.length === 0) return;
  for (const { name, why } of required) console.error(`Missing: ${name} (${why})`);
  console.error(`Install with: sudo apt-get install ${names.join(' ')}`);
  process.exit(1);
}

function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(`apt-get ${args.join(' ')} failed`);
  return status === 0;
}

function isInstalled(commandOrFile: string): boolean {
  return commandOrFile.startsWith('/') ? globSync(commandOrFile).length > 0 : isOnPath(commandOrFile);
}

function isOnPath(command: string): boolean {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, command)));
}
