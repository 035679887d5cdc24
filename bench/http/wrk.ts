// Runs wrk against a server, on a dedicated core.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Load {
  url: string;
  seconds: number;
  /** A Lua script that makes the requests. Without one, all requests are GET requests for the URL. */
  script?: string;
  headers?: Readonly<Record<string, string>>;
}

const CONNECTIONS = 32;
/** On a busy machine a request may wait for seconds, which is not an error of the server. */
const PATIENCE = '30s';
/** Servers run on core 0. */
const CORE = '1';

/** Returns requests per second. Throws if any request fails. */
export async function requestsPerSecond({ url, seconds, script, headers = {} }: Load): Promise<number> {
  const args = ['-c', CORE, 'wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', PATIENCE];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script !== undefined) args.push('-s', script);
  const { stdout } = await promisify(execFile)('taskset', [...args, url]);
  if (/Non-2xx or 3xx|Socket errors/.test(stdout)) throw new Error(`wrk reported errors:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]);
}
