// The CPU seconds of each test file.

import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Of this process, with its threads and the processes that it started and that have ended. */
export function cpuSeconds(): number {
  try {
    // utime, stime, cutime and cstime follow eleven fields after the name, which is in parentheses.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
    const ticks = fields.slice(11, 15).map(Number);
    return ticks.reduce((sum, part) => sum + part, 0) / TICKS_PER_SECOND;
  } catch {
    // Only Linux counts the other processes too.
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** What one file of npm test should not exceed, so that all of them take minutes. */
const BUDGET_SECONDS = 6;

/** A list and no failure: how much a file takes depends on the machine, and on what else it does. */
export function printOverBudget(seconds: ReadonlyMap<string, number>): void {
  const over = [...seconds].filter(([, one]) => one > BUDGET_SECONDS).sort(([, a], [, b]) => b - a);
  if (over.length === 0) return;
  const listed = over.map(([file, one]) => `${file} ${one.toFixed(1)}`).join(', ');
  console.log(`Over ${BUDGET_SECONDS} CPU seconds: ${listed}`);
}

/** The first file of each process also pays for loading what the others share. */
export function printTimes(seconds: ReadonlyMap<string, number>): void {
  const times = [...seconds].sort(([, a], [, b]) => b - a);
  const sum = times.reduce((total, [, one]) => total + one, 0);
  console.log(`CPU seconds of ${times.length} files: ${sum.toFixed(1)}, without the PostgreSQL server`);
  for (const [file, one] of times) console.log(`${one.toFixed(2).padStart(8)}  ${file}`);
}
