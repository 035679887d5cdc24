import type { Operation } from '@rf-indicators/contract';

/** The same for all ways to ask the same: the path, and the query in the order of its names. */
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
