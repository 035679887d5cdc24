// The Debian packages that the example needs: installed if this is root, and named otherwise.

import { spawnSync } from 'node:child_process';
import { findProgram } from './program.ts';

const NEEDED = { initdb: 'postgresql', 'redis-server': 'redis-server', nginx: 'nginx-light' };

export function requirePackages(): void {
  const missing = Object.entries(NEEDED).filter(([program]) => findProgram(program) === null);
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() === 0 && findProgram('apt-get') !== null) {
    console.log(`Installing Debian packages: ${names.join(', ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { stdio: 'inherit' as const, env };
    spawnSync('apt-get', ['-qq', 'update'], options);
    spawnSync('apt-get', ['-qq', 'install', '--yes', '--no-install-recommends', ...names], options);
    if (missing.every(([program]) => findProgram(program) !== null)) return;
  }
  console.error(`Install first: sudo apt-get install ${names.join(' ')}`);
  process.exit(1);
}
