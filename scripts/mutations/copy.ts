// Copies of the repository that a mutation can be put into.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, statfs, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** What the tests import and read. */
export const COPIED = [
  'packages',
  'test',
  'examples/three-nodes',
  'scripts/testing',
  'methodology',
  'prompts',
  'conformance',
  'package.json',
  'tsconfig*.json',
];
const OWN_PACKAGES = '@rf-indicators';
const MEMORY_FOLDER = '/dev/shm';
/** Room for the copies and for the stores that the tests in them create. */
const MEMORY_NEEDED = 2 * 1024 ** 3;

let trackedFiles: string[] | null = null;

function tracked(): string[] {
  trackedFiles ??= execFileSync('git', ['ls-files', '-z', '--', ...COPIED], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    // A file that was deleted but not committed is still listed.
    .filter((file) => file !== '' && existsSync(join(repository, file)))
    // The build writes these.
    .concat(globSync('packages/sdk/src/generated/*.ts', { cwd: repository }));
  return trackedFiles;
}

/** Calls `work` with a new copy, which is removed afterwards. */
export async function inCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = await makeCopy();
  try {
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

export async function makeCopy(): Promise<string> {
  const copy = await realpath(await mkdtemp(join(await parentFolder(), 'rf-copy-')));
  try {
    await copyFiles(copy);
    await linkModules(copy);
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

async function parentFolder(): Promise<string> {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = await statfs(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_NEEDED ? MEMORY_FOLDER : tmpdir();
}

async function copyFiles(copy: string): Promise<void> {
  const folders = new Set(tracked().map((file) => dirname(file)));
  for (const folder of folders) await mkdir(join(copy, folder), { recursive: true });
  for (const file of tracked()) await cp(join(repository, file), join(copy, file));
}

/** All modules are those of the repository, except its own packages: those are the ones of the copy. */
async function linkModules(copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules', OWN_PACKAGES), { recursive: true });
  for (const entry of await readdir(join(repository, 'node_modules'))) {
    if (entry === OWN_PACKAGES) continue;
    await symlink(join(repository, 'node_modules', entry), join(copy, 'node_modules', entry));
  }
  for (const name of await readdir(join(copy, 'packages'))) {
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules', OWN_PACKAGES, name));
    const nested = join(repository, 'packages', name, 'node_modules');
    if (existsSync(nested)) await symlink(nested, join(copy, 'packages', name, 'node_modules'));
  }
}
