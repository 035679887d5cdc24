// Finds addresses of an export that its log does not account for, such as the proof of an indicator that was never
// published.

import type { LogFacts } from '../../monitor/facts.ts';
import { isObject } from '../../monitor/leaf.ts';
import type { Source } from '../../monitor/source.ts';
import type { Finding } from './findings.ts';

/** Proofs, confirmations, lists and verification pages. */
export function checkAddresses(addresses: readonly string[], facts: LogFacts): Finding[] {
  const runs = new Set(Object.values(facts.confirmations).map(encodeURIComponent));
  // Case is ignored, because some file systems ignore it.
  const isLogged: readonly [RegExp, (name: string) => boolean][] = [
    [/^\/(?:api\/public\/verify|verify)\/([^/]+)/i, (id) => Object.hasOwn(facts.statements, id)],
    [/^\/api\/public\/confirmations\/([^/]+)/i, (run) => runs.has(run)],
    [/^\/log\/lists\/([^/]+)/i, (index) => Object.hasOwn(facts.lists, index)],
  ];
  return addresses
    .filter((address) =>
      isLogged.some(([pattern, isIn]) => {
        const name = pattern.exec(address)?.[1];
        return name !== undefined && !isIn(name);
      }),
    )
    .map((file) => ({ file, problem: 'belongs to nothing that the log has' }));
}

/** What there is only after a publication. */
const PUBLISHED =
  /^\/(?:log|providers|badges|verify|api\/public\/(?:verify|history|confirmations))\/|\.csv\.gz$/i;

/** For an export that says that nothing was published. */
export async function checkNothingPublished(
  source: Source,
  addresses: readonly string[],
): Promise<Finding[]> {
  const problem = 'is there, although the description says that nothing was published';
  const files = addresses.filter((address) => PUBLISHED.test(address));
  const scores: unknown = await source.json('/api/public/scores');
  const isEmpty =
    scores === null || (isObject(scores) && Array.isArray(scores.data) && scores.data.length === 0);
  return [...files, ...(isEmpty ? [] : ['/api/public/scores'])].map((file) => ({ file, problem }));
}
