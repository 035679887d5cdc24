// Lets work that nobody waits for give way to requests, also where all threads share one core: the system runs a thread
// of low priority only when the others have nothing to do.

import { readlinkSync } from 'node:fs';
import os from 'node:os';

/**
 * serving: someone waits for each answer. delivering: messages that should not be late, but may be later than answers.
 * background: nobody waits, as for a daily run. The numbers are added to the niceness of the process.
 */
const NICENESS = { serving: 0, delivering: 5, background: 15 } as const;
export type Priority = keyof typeof NICENESS;

/** The operator may have started the process with a low priority itself. 19 is the lowest. */
function niceness(priority: Priority): number {
  return Math.min(os.getPriority() + NICENESS[priority], 19);
}

/** Applies to the calling thread, and on Linux only: elsewhere priorities belong to whole processes. */
export function setThreadPriority(priority: Priority): void {
  if (os.platform() !== 'linux') return;
  try {
    // The link has the form PID/task/TID, and the system calls a thread by that number too.
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    os.setPriority(id, niceness(priority));
  } catch {
    // Without /proc, or where it is forbidden, everything works as before, only less evenly.
  }
}

/** For a command that works for long beside a service. */
export function setProcessPriority(priority: Priority): void {
  try {
    os.setPriority(niceness(priority));
  } catch {
    // As above.
  }
}
