// Which test files each of the three commands runs, and in which processes.

import { globSync, readFileSync } from 'node:fs';

/** `quick` is npm test, `system` is npm run test:system, and `full` is npm run test:full, which runs both with full counts. */
export type Suite = 'quick' | 'system' | 'full';

/** On which stores tests run that are declared with onEachStore and onEitherStore; see test/support/stores.ts. */
type Stores = 'quick' | 'postgres' | 'both';

/** Test files whose processes have the same environment. */
export interface Group {
  files: string[];
  env: Record<string, string>;
  /** Nothing runs beside it: it measures how long something takes. */
  measures: boolean;
}

/** Files that need a process of their own, and why. */
const ALONE: Record<string, string> = {
  'packages/sdk/test/conformance.test.ts':
    'It replaces setTimeout, and takes every timer for one of the client.',
  'packages/server/test/workers/startup-memory.system.test.ts': 'It measures the heap of the process.',
};

/** Files that judge how fast something is, which nothing else may slow down. Their assertions are only made in the full run. */
const MEASURES: readonly string[] = ['packages/server/test/web/lighthouse.system.test.ts'];

/** Every test file of the repository, those that take longest first, so that no process is left with one at the end. */
export function allTestFiles(): string[] {
  const files = globSync(['packages/*/test/**/*.test.ts', 'test/**/*.test.ts']).sort();
  const [long, short] = [true, false].map((wanted) => files.filter((file) => isLong(file) === wanted));
  return [...long!, ...short!];
}

const isLong = (file: string) => file.startsWith('packages/server/test/web/') || isSystem(file);
const isSystem = (file: string) => file.endsWith('.system.test.ts');
const hasStoreTests = (file: string) => /\bon(?:Each|Either)Store\(/.test(readFileSync(file, 'utf8'));

/** The groups are run in this order. Files that a person chose are run in every suite. */
export function groupsOf(suite: Suite, files: readonly string[], areChosen: boolean): Group[] {
  if (suite === 'full') return inProcesses(files, 'both');
  if (areChosen) return inProcesses(files, suite === 'quick' ? 'quick' : 'both');
  const quick = files.filter((file) => !isSystem(file));
  if (suite === 'quick') return inProcesses(quick, 'quick');
  return [
    ...inProcesses(files.filter(isSystem), 'both'),
    ...inProcesses(quick.filter(hasStoreTests), 'postgres'),
  ];
}

function inProcesses(files: readonly string[], stores: Stores): Group[] {
  const env = { RF_TEST_STORES: stores };
  const kindOf = (file: string) =>
    file in ALONE ? 'alone' : MEASURES.includes(file) ? 'measures' : 'shared';
  const { shared = [], alone = [], measures = [] } = Object.groupBy(files, kindOf);
  return [
    { files: shared, env, measures: false },
    ...alone.map((file) => ({ files: [file], env, measures: false })),
    { files: measures, env, measures: true },
  ];
}
