// Calls of POST /api/v1/evaluate: of our service, and of the peer that has the same path.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '@rf-indicators/engine';
import type { RunningServer } from '../http/processes.ts';
import { scratch } from '../world/worlds.ts';

export interface Decided {
  provider: string;
  decision: string;
  decided_by: string | null;
  sentence: string;
}

let nonces = 0;

/** What the service, or the peer, decides on new exposure. */
export async function evaluate(
  { url }: RunningServer,
  key: string,
  { name }: Policy,
  providers: readonly string[],
): Promise<Decided[]> {
  nonces += 1;
  const response = await fetch(`${url}/api/v1/evaluate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ policy: name, providers, nonce: `nonce-of-a-call-${nonces}` }),
  });
  if (response.status !== 200)
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { document?: { providers: Decided[] }; providers?: Decided[] };
  return (answer.document?.providers ?? answer.providers)!.map(
    ({ provider, decision, decided_by, sentence }) => ({ provider, decision, decided_by, sentence }),
  );
}

/** For wrk: calls for so many providers, with one key after the other. Each call has a nonce of its own. */
export function evaluateScript(
  keys: readonly string[],
  { name }: Policy,
  providers: readonly string[],
  count: number,
): string {
  const file = path.join(scratch(), `evaluate-${count}.lua`);
  const parts = Array.from({ length: Math.floor(providers.length / count) }, (_, at) =>
    JSON.stringify(providers.slice(at * count, (at + 1) * count)),
  );
  const list = (texts: readonly string[]) => `{${texts.map((text) => `'${text}'`).join(',')}}`;
  writeFileSync(
    file,
    `
local keys = ${list(keys)}
local parts = ${list(parts)}
local calls = 0
local run
function init(args)
  math.randomseed(os.time())
  run = math.random(1000000000)
end
function request()
  calls = calls + 1
  local headers = { ["x-api-key"] = keys[calls % #keys + 1], ["content-type"] = "application/json" }
  local body = '{"policy":"${name}","nonce":"nonce-' .. run .. '-' .. calls .. '-of-wrk","providers":' .. parts[calls % #parts + 1] .. '}'
  return wrk.format("POST", "/api/v1/evaluate", headers, body)
end
`,
  );
  return file;
}
