// Jumps of the clock of a machine, made with libfaketime: the wall clock jumps, the monotonic clock does not.

import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectStore } from '@rf-indicators/core/store/connect';
import { PATIENCE_MS } from '../../../test/support/until.ts';
import { LONGEST_BLOCK_MS } from '../run-fault.ts';
import { startOneMachine } from '../world/one-machine.ts';
import type { Drill } from './drill.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const JUMPS: readonly [name: string, seconds: number][] = [
  ['one hour ahead', HOUR],
  ['one hour back', -HOUR],
  ['five days ahead', 5 * DAY],
  ['five days back', -5 * DAY],
];
const LIBRARY = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
const SAID = 'The clock of this machine jumped.';
/** Scheduled work is looked at once a minute. */
const HELD_SECONDS = { full: 70, short: 4 };
const POLL_MS = 200;
/** What scheduled work writes. */
const SCHEDULED = [
  'stale_marks',
  'withdrawals',
  'publications',
  'runs',
  'methodology_activations',
  'datasets',
] as const;

export const CLOCK_DRILL: Drill = {
  name: 'clock-jumps',
  what: 'the clock of the machine jumps by an hour and by five days, ahead and back, and is set right again',
  obstacle: () => (LIBRARY === undefined ? 'libfaketime is not installed' : null),
  async run({ demo, isFull, pace, tell }) {
    const violations: string[] = [];
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-clock-'));
    const file = path.join(folder, 'faketime');
    const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    jump(0);
    const machine = await startOneMachine(demo, folder, {
      LD_PRELOAD: LIBRARY!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      RF_DAILY_RUN: 'publish',
    });
    const store = await connectStore({ dataDir: path.join(folder, 'data'), databaseUrl: null });
    const scheduled = async () => {
      const counts = await Promise.all(
        SCHEDULED.map((table) =>
          store.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow(),
        ),
      );
      return counts.map(({ count }) => count).join(' ');
    };
    // The first round of scheduled work may still have something to do, which has nothing to do with a jump.
    if (isFull) await pause(HELD_SECONDS.full * 1000);
    let recoverySeconds = 0;
    const held = isFull ? HELD_SECONDS.full : HELD_SECONDS.short;
    for (const [name, seconds] of JUMPS) {
      tell(`  ${name}`);
      const before = await scheduled();
      jump(seconds);
      const begun = performance.now();
      const hasLasted = (ms: number) => performance.now() - begun >= ms;
      let wasSaid = false;
      // A machine with other work to do may take longer to notice.
      while (!hasLasted(held * 1000) || (!wasSaid && !hasLasted(PATIENCE_MS))) {
        const status = await machine.read();
        if (status !== 200) violations.push(`${name}: a read gave ${status}.`);
        const kind = await machine.write();
        if (kind !== 'done') violations.push(`${name}: a write was ${kind}.`);
        wasSaid ||= (await machine.faults()).includes(SAID);
        await pause(POLL_MS);
      }
      if (!wasSaid) violations.push(`${name}: the status does not say it, but "${await machine.faults()}".`);
      if ((await scheduled()) !== before) violations.push(`${name}: scheduled work went on.`);
      jump(0);
      const corrected = performance.now();
      while ((await machine.read()) !== 200 || (await machine.write()) !== 'done') {
        if (performance.now() - corrected > pace.recoversWithinMs) {
          violations.push(`${name}, and set right: reads and writes do not work.`);
          break;
        }
        await pause(POLL_MS);
      }
      recoverySeconds = Math.max(recoverySeconds, (performance.now() - corrected) / 1000);
    }
    await store.close();
    const longestBlockMs = machine.node.takeLongestBlock();
    if (longestBlockMs > LONGEST_BLOCK_MS)
      violations.push(`The event loop was blocked for ${longestBlockMs} ms.`);
    violations.push(...(await machine.judge()));
    await machine.remove();
    rmSync(folder, { recursive: true, force: true });
    return {
      name: 'clock-jumps',
      seconds: held,
      recoverySeconds,
      violations: [...new Set(violations)],
      longestBlockMs,
    };
  },
};
