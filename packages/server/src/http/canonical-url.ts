// The canonical form of a request URL, used as a cache key.

import type { Operation } from '@rf-indicators/contract';

/** The path with its parameters filled in, and the query sorted by name: equivalent requests get the same URL. */
export function canonicalUrl(
  { path }: Pick<Operation, 'path'>,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const rest = new Map(Object.entries(parameters));
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return String(value);
  });
  if (rest.size === 0) return filled;
  const query = [...rest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${filled}?${query.join('&')}`;
}

/** Writes the path of an operation for the router: {name} becomes :name, and {path}, which spans segments, a wildcard. */
export function routePath(path: string): string {
  return path.replace('{path}', '*').replace(/\{([^}]+)\}/g, ':$1');
}
