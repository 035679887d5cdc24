/** Writes the path of an operation for the router: {name} becomes :name, and {path}, which spans segments, a wildcard. */
export function routePath(path: string): string {
  return path.replace('{path}', '*').replace(/\{([^}]+)\}/g, ':$1');
}
