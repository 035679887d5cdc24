// What a test run leaves behind: nothing. Its files are in one folder, its processes are found and ended, also when a
// person stops the run.

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED = 4 * 1024 ** 3;
const POLL_MS = 50;
/** How long a process may take to end when it is asked to. */
const ENDING_MS = 5000;
/** Set for every process of a run. */
const MARK = 'RF_TEST_RUN';

export interface Scratch {
  folder: string;
  /** Ends all processes of the run but this one, and removes the folder. */
  remove(): Promise<void>;
}

/** Also tells the processes that are started from now on where temporary files belong. */
export function makeScratch(): Scratch {
  // Tests that are about disks ask for one.
  process.env.RF_TEST_DISK = os.tmpdir();
  const folder = mkdtempSync(path.join(memoryFolder() ?? os.tmpdir(), 'rf-tests-'));
  // PostgreSQL runs as another user, below it.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env[MARK] = randomUUID();
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Also when this process fails.
  process.on('exit', removeFolder);
  return {
    folder,
    async remove() {
      await endProcesses(folder);
      removeFolder();
    },
  };
}

/** A folder in memory with room for all that the tests write; null where there is none. */
function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MEMORY_NEEDED ? MEMORY_FOLDER : null;
  } catch {
    return null;
  }
}

async function endProcesses(folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const end = Date.now() + ENDING_MS;
    for (const pid of processesOf(folder)) send(pid, signal);
    while (processesOf(folder).length > 0 && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Descendants of this process, and those whose parents have ended: they have the mark or work in the folder. */
function processesOf(folder: string): number[] {
  const mark = `${MARK}=${process.env[MARK]}`;
  const parents = new Map<number, number>();
  const found = new Set<number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const pid = Number(name);
    try {
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      if (state === 'Z') continue;
      parents.set(pid, Number(parent));
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      // PostgreSQL writes over its environment, and works in its own folder.
      if (environment.includes(mark) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) found.add(pid);
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)!));
  for (const pid of parents.keys()) if (isOurs(pid)) found.add(pid);
  found.delete(process.pid);
  return [...found];
}
