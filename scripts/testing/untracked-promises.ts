// Loads the test runner without its tracking of promises, which takes a sixth of the processor time of the tests. The
// runner tracks them to find the test that code belongs to: the parent of a test that is declared, or the cause of an
// error that nobody caught. Where files run one after the other, code that is in no test's own call belongs to the file
// that is running.
//
// The runner takes these two functions when it is loaded, so this must be evaluated before anything imports it; afterwards
// the module has its own functions again.

import { createRequire } from 'node:module';

const hooks: typeof import('node:async_hooks') = createRequire(import.meta.url)('node:async_hooks');
const { createHook, executionAsyncId } = hooks;

/** What the runner calls its own resources: tests, suites and their hooks. */
const RESOURCE_TYPE = 'Test';

const testIds = new Set<number>();
let runningFile: number | null = null;

hooks.createHook = ({ init }) =>
  createHook({
    init: (id, type, trigger, resource) => {
      if (type !== RESOURCE_TYPE) return;
      testIds.add(id);
      init?.(id, type, trigger, resource);
    },
    trackPromises: false,
  });
hooks.executionAsyncId = () => {
  const id = executionAsyncId();
  return testIds.has(id) ? id : (runningFile ?? id);
};
await import('node:test');
Object.assign(hooks, { createHook, executionAsyncId });

/** Called at the start of the test that stands for a file: until its end, what follows belongs to it. */
export function beginFile(): void {
  runningFile = executionAsyncId();
}

export function endFile(): void {
  runningFile = null;
}
