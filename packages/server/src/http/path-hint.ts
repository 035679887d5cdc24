// Finds the operation that a caller probably meant, if only the case of the path or a slash at its end is wrong.

import { OPERATIONS } from '@rf-indicators/contract';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';

let templates: string[][] | null = null;

/** The path as it should be written; null if no operation has one like it. */
export function meantPath(url: string): string | null {
  templates ??= [...Object.values(OPERATIONS), ...CONSOLE_OPERATIONS].map(({ path }) =>
    path.split('/').slice(1),
  );
  const given = url.split('?', 1)[0]!;
  const segments = given.split('/').filter((segment) => segment !== '');
  for (const template of templates) {
    if (template.length !== segments.length) continue;
    const written = template.map((name, at) => matched(name, segments[at]!));
    if (written.includes(null)) continue;
    const path = `/${written.join('/')}`;
    if (path !== given) return path;
  }
  return null;
}

/** A parameter stays as it was given. */
function matched(name: string, given: string): string | null {
  if (/^\{\w+\}$/.test(name)) return given;
  return name === given.toLowerCase() ? name : null;
}
