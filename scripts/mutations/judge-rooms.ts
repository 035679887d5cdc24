// Judges the mutations in the rooms of the core, the server and the web application: a test of one of the named files must fail for each.

import { inCopy } from './copy.ts';
import { insertMutation, timed, type Verdict } from './mutation.ts';
import type { RoomMutation } from './room-mutations.ts';
import { requireOwnModule, runTests } from './run-tests.ts';

/** "packages/core/src/desk/facts/facts.ts" is in the room "core/desk". */
function roomOf(file: string): string {
  const [, name, , room] = file.split('/');
  return `${name}/${room}`;
}

export function judgeRoom(mutation: RoomMutation): Promise<Verdict> {
  return timed(roomOf(mutation.file), mutation.name, () =>
    inCopy(async (copy) => {
      await insertMutation(mutation, copy);
      const { failed, aborted } = await runTests(copy, mutation.tests);
      const problem =
        aborted !== null
          ? `the tests were aborted: ${aborted}`
          : failed.length === 0
            ? `no test detected it: ${mutation.tests.join(', ')}`
            : null;
      return { problem, caughtBy: failed };
    }),
  );
}

/** The test files that these mutations name must pass without a mutation, and must import the modules of their copy. */
export function judgeRoomsUnchanged(mutations: readonly RoomMutation[]): Promise<Verdict> {
  return timed('rooms', '(unchanged)', () =>
    inCopy(async (copy) => {
      for (const from of ['test', 'packages/core/test', 'packages/server/test']) {
        const file = 'packages/core/src/store/store.ts';
        await requireOwnModule(copy, from, '@rf-indicators/core/store/store', file);
      }
      const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
      const { failed, aborted } = await runTests(copy, files);
      if (aborted !== null) return { problem: `the tests were aborted: ${aborted}`, caughtBy: [] };
      const problem =
        failed.length === 0 ? null : `these tests fail without a mutation: ${failed.join('; ')}`;
      return { problem, caughtBy: [] };
    }),
  );
}
