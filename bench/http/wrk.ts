// Runs wrk against servers, on a dedicated core.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { scratch } from '../world/worlds.ts';
import { CLIENT_CORE } from './processes.ts';

export interface Target {
  url: string;
  /** A Lua script that makes the requests. Without one, all requests are GET requests for the URL. */
  script?: string;
  /** How many send requests at the same time; 32 without it. */
  connections?: number;
}

const CONNECTIONS = 32;
/** On a busy machine a request may wait for seconds, which is not an error of the server. */
const PATIENCE = '30s';

/** Returns requests per second. Throws if any request fails. */
export async function requestsPerSecond(
  { url, script, connections = CONNECTIONS }: Target,
  seconds: number,
): Promise<number> {
  const args = ['-c', CLIENT_CORE, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', PATIENCE];
  if (script !== undefined) args.push('-s', script);
  const { stdout } = await promisify(execFile)('taskset', [...args, url]);
  if (/Non-2xx or 3xx|Socket errors/.test(stdout)) throw new Error(`wrk reported errors:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]);
}

export interface ScoreRequests {
  keys: readonly string[];
  providers: readonly string[];
  /** cycle: one provider after the other, from a random one on. random: each with the same probability. */
  order: 'cycle' | 'random';
  headers?: Readonly<Record<string, string>>;
  /** Added to the path. */
  suffix?: string;
}

let scripts = 0;

/** A script that asks for scores, with one key after the other so that no limit is reached. */
export function scoreScript(requests: ScoreRequests): string {
  scripts += 1;
  const file = path.join(scratch(), `scores-${scripts}.lua`);
  writeFileSync(file, luaText(requests));
  return file;
}

function luaText({ keys, providers, order, headers = {}, suffix = '' }: ScoreRequests): string {
  // A table constructor may not have more than 65,535 entries, so the ids are split out of one text.
  const list = (texts: readonly string[]) =>
    `(function() local all = {}; for one in ([[${texts.join(' ')}]]):gmatch("%S+") do all[#all + 1] = one end; return all end)()`;
  const lines = Object.entries(headers).map(
    ([name, value]) => `\\r\\n${name}: ${value.replaceAll('"', '\\"')}`,
  );
  return `
local keys = ${list(keys)}
local providers = ${list(providers)}
local key, provider, rest
function init(args)
  math.randomseed(os.time())
  key, provider = math.random(#keys), math.random(#providers)
  rest = "${suffix} HTTP/1.1\\r\\nHost: " .. wrk.headers["Host"] .. "${lines.join('')}\\r\\nx-api-key: "
end
function request()
  key = key % #keys + 1
  provider = ${order === 'cycle' ? 'provider % #providers + 1' : 'math.random(#providers)'}
  return "GET /api/v1/scores/" .. providers[provider] .. rest .. keys[key] .. "\\r\\n\\r\\n"
end
`;
}
