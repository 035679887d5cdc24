// The CPU seconds of each test file, for whoever wants to know where the time goes.

import { appendFileSync, readFileSync } from 'node:fs';

interface FileTime {
  file: string;
  cpuSeconds: number;
}

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

/** Where npm test asked for it: a line in the file that it named. */
export function recordTime(time: FileTime): void {
  const list = process.env.RF_TEST_TIMES;
  if (list) appendFileSync(list, `${JSON.stringify(time)}\n`);
}

/** The first file of each process also pays for loading what the others share. */
export function printTimes(list: string): void {
  const lines = readFileSync(list, 'utf8').trim().split('\n');
  const times = lines.map((line) => JSON.parse(line) as FileTime);
  times.sort((a, b) => b.cpuSeconds - a.cpuSeconds);
  const sum = times.reduce((total, time) => total + time.cpuSeconds, 0);
  console.log(`CPU seconds of ${times.length} files: ${sum.toFixed(1)}, without the PostgreSQL server`);
  for (const time of times) console.log(`${time.cpuSeconds.toFixed(2).padStart(8)}  ${time.file}`);
}
