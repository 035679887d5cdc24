// Checks types, format, lint and import boundaries.

import { existsSync } from 'node:fs';
import { step } from './step.ts';

/** What fails is named. `changed`: null for everything; types are always checked as a whole, from what was known before. */
export async function checkSources(changed: readonly string[] | null): Promise<string[]> {
  const files = changed?.filter((file) => existsSync(file)) ?? ['.'];
  // One after the other: each of them uses all cores.
  const types = await step('Types', 'npm', 'run', '--silent', 'typecheck');
  const lint = await step(
    'Format, lint and import boundaries',
    'biome',
    ...['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
  );
  return [...(types.holds ? [] : ['types']), ...(lint.holds ? [] : ['format, lint or import boundaries'])];
}
