// Generated worlds for benchmarks. Each is made once for all benchmarks of an execution. If RF_BENCH_WORLDS names a folder,
// worlds on SQLite are kept there for later executions, as long as the code that makes them stays the same.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createDatabase, type PostgresServer, startPostgres } from '../../test/support/postgres.ts';
import { reportStep } from '../progress.ts';
import type { ServedWorld } from './make-world.ts';

/** Each may make 10,000 requests per hour, which together is enough for every benchmark. */
const WORKSPACES = 600;
/** Evidence ages, so that an older world would be served as stale. */
const OLDEST_MS = 5 * 24 * 60 * 60 * 1000;

/** What decides what a world contains. */
const MAKERS = [
  'bench/world/{make-world,bulk-inputs,desk,generated-providers}.ts',
  'packages/contract/src/**/*.ts',
  'packages/core/src/**/*.ts',
  'packages/engine/src/**/*.ts',
  'packages/server/src/demo/*.ts',
  'packages/server/src/rendering/**/*.ts',
  'methodology/**/*.json',
];

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface StoredWorld extends ServedWorld {
  /** RF_DATA_DIR. */
  folder: string;
  /** Null for SQLite. */
  databaseUrl: string | null;
}

let temporary: string | null = null;
let postgres: PostgresServer | null = null;
const onPostgres = new Map<number, StoredWorld>();

/** For reading only: benchmarks that write take a copy. */
export async function sqliteWorld(providers: number, workspaces = WORKSPACES): Promise<StoredWorld> {
  const parent = process.env.RF_BENCH_WORLDS ?? scratch();
  const folder = path.join(parent, `${providers}-${workspaces}-${makersDigest()}`);
  const file = path.join(folder, 'world.json');
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs > OLDEST_MS)
    rmSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const making = `${folder}.${process.pid}`;
    const world = await makeWorld(making, { providers, workspaces }, null);
    writeFileSync(path.join(making, 'world.json'), JSON.stringify(world));
    renameSync(making, folder);
  }
  const world = JSON.parse(readFileSync(file, 'utf8')) as ServedWorld;
  return { ...world, folder: path.join(folder, 'store'), databaseUrl: null };
}

/** A copy on SQLite that the caller may write to, and removes. */
export async function copyOfWorld(
  providers: number,
  workspaces = WORKSPACES,
): Promise<StoredWorld & { remove(): void }> {
  const world = await sqliteWorld(providers, workspaces);
  const folder = mkdtempSync(path.join(scratch(), 'copy-'));
  execFileSync('cp', ['--recursive', '--reflink=auto', `${world.folder}/.`, folder]);
  return { ...world, folder, remove: () => rmSync(folder, { recursive: true }) };
}

export async function postgresWorld(providers: number): Promise<StoredWorld> {
  const known = onPostgres.get(providers);
  if (known !== undefined) return known;
  postgres ??= await startPostgres({ durable: true });
  const { url } = await createDatabase(postgres.url);
  const making = mkdtempSync(path.join(scratch(), 'postgres-'));
  const world = await makeWorld(making, { providers, workspaces: WORKSPACES }, url);
  const made = { ...world, folder: path.join(making, 'store'), databaseUrl: url };
  onPostgres.set(providers, made);
  return made;
}

/** A folder that is removed with all temporary worlds. */
export function scratch(): string {
  if (temporary !== null) return temporary;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-'));
  // Also if the benchmark is interrupted: a world can have gigabytes.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  temporary = folder;
  return folder;
}

export async function removeTemporaryWorlds(): Promise<void> {
  await postgres?.stop();
  postgres = null;
  onPostgres.clear();
  if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
  temporary = null;
}

async function makeWorld(
  folder: string,
  { providers, workspaces }: { providers: number; workspaces: number },
  databaseUrl: string | null,
): Promise<ServedWorld> {
  const store = path.join(folder, 'store');
  mkdirSync(store, { recursive: true });
  reportStep(`making a world of ${providers} providers on ${databaseUrl === null ? 'SQLite' : 'PostgreSQL'}`);
  const script = fileURLToPath(new URL('make-world.ts', import.meta.url));
  const child = spawn(process.execPath, [script, store, String(providers), String(workspaces)], {
    env: { ...process.env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`the world of ${providers} providers could not be made`);
  reportStep(`made the world of ${providers} providers`);
  return JSON.parse(output.trim().split('\n').at(-1)!) as ServedWorld;
}

function makersDigest(): string {
  const hash = createHash('sha256');
  for (const file of MAKERS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort())
    hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
