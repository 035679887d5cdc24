// Threads use the compile cache of the process, which the launcher turns on for the main thread only. With it they load
// compiled code, and not the TypeScript compiler, which takes ten megabytes in each of them.

import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/** The environment of a new thread. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir();
  if (directory === undefined) return process.env;
  // The directory of this version of Node, inside the one that is set.
  return { ...process.env, NODE_COMPILE_CACHE: path.dirname(directory) };
}
