// Judges the faults in the engine: at least one property must fail for each.

import { inCopy } from './copy.ts';
import { type Fault, insertFault, timed, type Verdict } from './fault.ts';
import { requireOwnModule, runTests, type TestResults } from './run-tests.ts';

const PROPERTIES = ['properties', 'properties-exactness'].map(
  (name) => `packages/engine/test/${name}.test.ts`,
);
// Fewer cases than in npm test: a fault that only shows up in rare cases is not covered well enough.
const CASES = '150';

const isProperty = (name: string): boolean => /^P\d+ /.test(name);

/** Shortens "P4 disclosure: adding a missing input ..." to "P4 disclosure", and all samples to "samples". */
function shortNames(names: string[]): string[] {
  const counted = names.filter((name) => isProperty(name) || name.startsWith('samples:'));
  return [...new Set(counted.map((name) => name.split(':')[0]!))];
}

function problemWithFault({ failed, aborted }: TestResults): string | null {
  if (aborted !== null) return `the tests were aborted: ${aborted}`;
  return failed.some(isProperty) ? null : 'no property detected it';
}

function problemWithoutFault({ passed, failed, aborted }: TestResults): string | null {
  if (aborted !== null) return `the tests were aborted: ${aborted}`;
  if (failed.length > 0) return `these tests fail without a fault: ${failed.join('; ')}`;
  return passed.some(isProperty) ? null : 'the tests contain no property';
}

/** Without a fault, all tests must pass. */
export function judgeEngine(fault: Fault | null): Promise<Verdict> {
  return timed('engine', fault?.name ?? '(no fault)', () =>
    inCopy(async (copy) => {
      if (fault === null) {
        const from = 'packages/engine';
        await requireOwnModule(copy, from, '@rf-indicators/engine', 'packages/engine/src/index.ts');
      } else await insertFault(fault, copy);
      const results = await runTests(copy, ['--test-isolation=none', ...PROPERTIES], {
        RF_PROPERTY_CASES: CASES,
      });
      const problem = fault === null ? problemWithoutFault(results) : problemWithFault(results);
      return { problem, caughtBy: shortNames(results.failed) };
    }),
  );
}
