// Mutation test: puts deliberate faults into copies of the repository, one per copy, and requires that a test fails
// for each. Tests that pass with faulty code would prove nothing.

import { ENGINE_FAULTS } from './faults/engine-faults.ts';
import type { Verdict } from './faults/fault.ts';
import { judgeEngine } from './faults/judge-engine.ts';
import { judgeRoom, judgeRoomsWithoutFault } from './faults/judge-rooms.ts';
import { ROOM_FAULTS } from './faults/room-faults.ts';

const AT_A_TIME = 2;
const LONGEST_TEST_NAME = 90;

async function judgeAll(judgements: readonly (() => Promise<Verdict>)[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < judgements.length) {
      const at = next;
      next += 1;
      verdicts[at] = await judgements[at]!();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return verdicts;
}

function describe({ problem, caughtBy }: Verdict): string {
  if (problem !== null) return `FAILED: ${problem}`;
  const [first, ...more] = caughtBy;
  if (first === undefined) return 'all pass';
  if (caughtBy.every((name) => name.length < 30)) return caughtBy.join(', ');
  const shortened = first.length > LONGEST_TEST_NAME ? `${first.slice(0, LONGEST_TEST_NAME - 1)}…` : first;
  return more.length === 0 ? shortened : `${shortened} (and ${more.length} more)`;
}

function printTable(verdicts: readonly Verdict[]): void {
  const rows = verdicts.map((verdict) => [
    verdict.room,
    verdict.name,
    `${verdict.seconds.toFixed(1)} s`,
    describe(verdict),
  ]);
  const table = [['room', 'fault', 'time', 'caught by'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

const started = performance.now();
const WITHOUT_FAULT = [judgeRoomsWithoutFault, () => judgeEngine(null)];
const verdicts = await judgeAll([
  ...WITHOUT_FAULT,
  ...ENGINE_FAULTS.map((fault) => () => judgeEngine(fault)),
  ...ROOM_FAULTS.map((fault) => () => judgeRoom(fault)),
]);
printTable(verdicts);
const faulty = verdicts.slice(WITHOUT_FAULT.length);
const caught = faulty.filter(({ problem }) => problem === null).length;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${caught} of ${faulty.length} faults caught in ${seconds} s.`);
if (verdicts.some(({ problem }) => problem !== null)) process.exitCode = 1;
