// Faults of the disk under SQLite: no space is left, and writes fail with an I/O error.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../test/support/until.ts';
import type { Result } from '../fault.ts';
import type { Pace } from '../pace.ts';
import { LONGEST_BLOCK_MS } from '../run-fault.ts';
import { type OneMachine, startOneMachine } from '../world/one-machine.ts';
import { SmallDisk } from '../world/small-disk.ts';
import type { Drill } from './drill.ts';

const DISK_MIB = 256;
const POLL_MS = 100;
const NO_DISK = 'no small disk can be mounted here';

export const DISK_DRILLS: Drill[] = [
  {
    name: 'disk-full',
    what: 'the disk of the SQLite store is full (a small tmpfs)',
    obstacle: () => (SmallDisk.canMount() ? null : NO_DISK),
    async run({ demo, isFull, pace }) {
      const disk = SmallDisk.mount(DISK_MIB)!;
      try {
        const machine = await startOneMachine(demo, disk.folder);
        const seconds = isFull ? 60 : 4;
        const given = { name: 'disk-full', machine, seconds, said: 'The disk is full.', pace };
        return await drill(given, async () => {
          disk.fill();
          return async () => disk.free();
        });
      } finally {
        disk.unmount();
      }
    },
  },
  {
    name: 'disk-error',
    what: 'every write and sync of the SQLite store fails with EIO (injected with strace)',
    obstacle: () =>
      spawnSync('strace', ['-V']).status !== 0
        ? 'strace is not installed'
        : SmallDisk.canMount()
          ? null
          : NO_DISK,
    async run({ demo, isFull, pace }) {
      const disk = SmallDisk.mount(DISK_MIB)!;
      try {
        const machine = await startOneMachine(demo, disk.folder);
        const said = 'The disk reports an input or output error.';
        const given = { name: 'disk-error', machine, seconds: isFull ? 30 : 4, said, pace };
        return await drill(given, async () => {
          const tracing = await injectErrors(machine.node.pid, disk.folder);
          return () => endTracing(tracing);
        });
      } finally {
        disk.unmount();
      }
    },
  },
];

interface Given {
  name: string;
  machine: OneMachine;
  seconds: number;
  /** What the status says meanwhile. */
  said: string;
  pace: Pace;
}

async function drill(
  { name, machine, seconds, said, pace }: Given,
  begin: () => Promise<() => Promise<void>>,
): Promise<Result> {
  const violations: string[] = [];
  const require = (holds: boolean, text: string) => {
    if (!holds) violations.push(text);
  };
  require((await machine.write()) === 'done', 'A write failed before the fault.');
  const end = await begin();
  const begun = performance.now();
  const hasLasted = (ms: number) => performance.now() - begun >= ms;
  let refused = 0;
  let wasSaid = false;
  // A machine with other work to do may take longer to notice.
  while (!hasLasted(seconds * 1000) || (!(refused > 0 && wasSaid) && !hasLasted(PATIENCE_MS))) {
    const status = await machine.read();
    require(status === 200, `A read gave ${status} during the fault.`);
    const kind = await machine.write();
    require(kind !== 'refused' && kind !== 'unknown', `A write was ${kind} during the fault.`);
    if (kind === 'unavailable') refused += 1;
    wasSaid ||= (await machine.faults()).includes(said);
    await pause(POLL_MS);
  }
  require(refused > 0, 'No write was refused, so the fault had no effect.');
  require(wasSaid, `The status did not say "${said}" but "${await machine.faults()}".`);
  await end();
  const ended = performance.now();
  let works = false;
  while (!works && performance.now() - ended < PATIENCE_MS) {
    works = (await machine.faults()) === '' && (await machine.write()) === 'done';
    if (!works) await pause(POLL_MS);
  }
  const recoverySeconds = works ? (performance.now() - ended) / 1000 : null;
  require(works, `The node does not work again: ${await machine.faults()}`);
  require((recoverySeconds ?? 0) * 1000 <=
    pace.recoversWithinMs, `It took ${recoverySeconds?.toFixed(1)} s to recover.`);
  const longestBlockMs = machine.node.takeLongestBlock();
  require(longestBlockMs <= LONGEST_BLOCK_MS, `The event loop was blocked for ${longestBlockMs} ms.`);
  require(machine.node.crashes === 0, 'The node crashed.');
  violations.push(...(await machine.judge()));
  await machine.remove();
  return { name, seconds, recoverySeconds, violations, longestBlockMs };
}

/** Only calls on files in the folder fail. */
async function injectErrors(pid: number, folder: string): Promise<ChildProcess> {
  const calls = 'pwrite64,write,fsync,fdatasync,ftruncate';
  const files = ['rf.sqlite', 'rf.sqlite-wal'].flatMap((name) => ['-P', `${folder}/data/${name}`]);
  const tracing = spawn(
    'strace',
    [
      '-f',
      '-qq',
      '-p',
      String(pid),
      ...files,
      '-e',
      `trace=${calls}`,
      '-e',
      `inject=${calls}:error=EIO`,
      '-o',
      '/dev/null',
    ],
    { stdio: 'ignore' },
  );
  await pause(1000);
  return tracing;
}

async function endTracing(tracing: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => tracing.once('exit', resolve));
  tracing.kill('SIGINT');
  await ended;
}
