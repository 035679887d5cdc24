// The generators, one line each. Every function here returns the files that it owns.

export { actFiles } from './acts.ts';
export { benchmarkFiles } from './benchmarks.ts';
export { docsFiles } from './docs.ts';
export { docsIndexFiles } from './docs-index.ts';
export { openApiFiles } from './openapi.ts';
export { pythonFiles } from './python.ts';
export { sdkFiles } from './sdk.ts';
