// One section of docs/use/errors.md for each problem code.

import { OPERATIONS, type Operation, PROBLEMS, problemsOf } from '@rf-indicators/contract';
import { code } from './markdown.ts';

const operations: Operation[] = Object.values(OPERATIONS);

/** The heading is the code alone, because the address in a problem's `type` ends with it. */
export function problemSections(): string {
  return Object.entries(PROBLEMS)
    .map(([name, { status, title, detail, remedy }]) => {
      const able = operations.filter((operation) => problemsOf(operation).some((told) => told === name));
      const all = able.length === operations.length;
      const from = all ? 'all operations.' : `${able.map(({ id }) => code(id)).join(', ')}.`;
      return [
        `## ${name}`,
        `**${status} ${title}.** ${detail}`,
        `What to do: ${remedy}`,
        ...(able.length === 0 ? [] : [`Returned by: ${from}`]),
      ].join('\n\n');
    })
    .join('\n\n');
}
