// The generators of committed files, one line each. Every function here returns the files that it owns.

export { actFiles } from './acts.ts';
export { benchmarkFiles } from './benchmarks.ts';
export { docsFiles } from './docs.ts';
export { docsIndexFiles } from './docs-index.ts';
export { openApiFiles } from './openapi.ts';
export { pythonPages } from './python.ts';
