// The tables of docs/desk/two-people.md: what the inspector tries, and the refusals.

import { pathsOf } from '../../inspector/attempt.ts';
import { SUBJECTS } from '../../inspector/attempts.ts';
import { table } from './markdown.ts';

export function attemptsTables(): string {
  const all = Object.values(SUBJECTS).flat();
  const sections = Object.entries(SUBJECTS).map(([subject, attempts]) => {
    const rows = attempts.map((attempt) => [attempt.title, pathsOf(attempt).join(', '), attempt.refusal]);
    return `### ${subject}\n\n${table(['attempt', 'paths', 'refusal'], rows)}`;
  });
  return [`${all.length} attempts:`, ...sections].join('\n\n');
}
