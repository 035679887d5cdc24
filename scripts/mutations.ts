// Mutation test: puts deliberate bugs into copies of the repository, one per copy, and requires that a test fails
// for each. Tests that pass with mutated code would prove nothing.
//   npm run mutations                 all of them
//   npm run mutations -- TEXT…        those whose name or file contains one of these texts

import { ENGINE_MUTATIONS } from './mutations/engine-mutations.ts';
import { judgeEngine } from './mutations/judge-engine.ts';
import { judgeRoom, judgeRoomsUnchanged } from './mutations/judge-rooms.ts';
import type { Mutation, Verdict } from './mutations/mutation.ts';
import { ROOM_MUTATIONS } from './mutations/room-mutations.ts';

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
  const table = [['room', 'mutation', 'time', 'caught by'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

const texts = process.argv.slice(2);
const isChosen = ({ name, file }: Mutation): boolean =>
  texts.length === 0 || texts.some((text) => name.includes(text) || file.includes(text));
const inEngine = ENGINE_MUTATIONS.filter(isChosen);
const inRooms = ROOM_MUTATIONS.filter(isChosen);

const started = performance.now();
const unchanged = [
  ...(inRooms.length === 0 ? [] : [() => judgeRoomsUnchanged(inRooms)]),
  ...(inEngine.length === 0 ? [] : [() => judgeEngine(null)]),
];
const verdicts = await judgeAll([
  ...unchanged,
  ...inEngine.map((mutation) => () => judgeEngine(mutation)),
  ...inRooms.map((mutation) => () => judgeRoom(mutation)),
]);
printTable(verdicts);
const mutated = verdicts.slice(unchanged.length);
const caught = mutated.filter(({ problem }) => problem === null).length;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${caught} of ${mutated.length} mutations caught in ${seconds} s.`);
if (mutated.length === 0 || verdicts.some(({ problem }) => problem !== null)) process.exitCode = 1;
