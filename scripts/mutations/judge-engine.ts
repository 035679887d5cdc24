// Judges the mutations in the engine: at least one property must fail for each.

import { inCopy } from './copy.ts';
import { insertMutation, type Mutation, timed, type Verdict } from './mutation.ts';
import { requireOwnModule, runTests, type TestResults } from './run-tests.ts';

const PROPERTIES = ['properties', 'properties-exactness'].map(
  (name) => `packages/engine/test/${name}.test.ts`,
);
// Fewer cases than in npm test: a mutation that only shows up in rare cases is not covered well enough.
const CASES = '150';

const isProperty = (name: string): boolean => /^P\d+ /.test(name);

/** Shortens "P4 disclosure: adding a missing input ..." to "P4 disclosure", and all samples to "samples". */
function shortNames(names: string[]): string[] {
  const counted = names.filter((name) => isProperty(name) || name.startsWith('samples:'));
  return [...new Set(counted.map((name) => name.split(':')[0]!))];
}

function problemWithMutation({ failed, aborted }: TestResults): string | null {
  if (aborted !== null) return `the tests were aborted: ${aborted}`;
  return failed.some(isProperty) ? null : 'no property detected it';
}

function problemWithoutMutation({ passed, failed, aborted }: TestResults): string | null {
  if (aborted !== null) return `the tests were aborted: ${aborted}`;
  if (failed.length > 0) return `these tests fail without a mutation: ${failed.join('; ')}`;
  return passed.some(isProperty) ? null : 'the tests contain no property';
}

/** Without a mutation, all tests must pass. */
export function judgeEngine(mutation: Mutation | null): Promise<Verdict> {
  return timed('engine', mutation?.name ?? '(unchanged)', () =>
    inCopy(async (copy) => {
      if (mutation === null) {
        const from = 'packages/engine';
        await requireOwnModule(copy, from, '@rf-indicators/engine', 'packages/engine/src/index.ts');
      } else await insertMutation(mutation, copy);
      const results = await runTests(copy, ['--test-isolation=none', ...PROPERTIES], {
        RF_PROPERTY_CASES: CASES,
      });
      const problem = mutation === null ? problemWithoutMutation(results) : problemWithMutation(results);
      return { problem, caughtBy: shortNames(results.failed) };
    }),
  );
}
