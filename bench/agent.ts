// The agent tools: the plain door against the keyed REST score of the same providers, on one server, and the search
// for a name among ten thousand.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type NamedProvider, NameIndex } from '../packages/server/src/rendering/names/name-index.ts';
import { installBenchmarkPackages } from '../scripts/testing/system-packages.ts';
import { atLeast, makeServed, ratioOf, type Served, serve } from './http/reading.ts';
import type { Measurement } from './measurement.ts';

const PROVIDERS = 100;
const NAMES = 10_000;

export async function agentBench(): Promise<Measurement[]> {
  installBenchmarkPackages();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-agent-'));
  try {
    const served = await makeServed(folder, PROVIDERS);
    return [await plainDoor(served), ...nameSearch()];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function plainDoor(served: Served): Promise<Measurement> {
  const script = path.join(served.folder, 'agent.lua');
  writeFileSync(script, luaScript(served));
  const server = await serve(served);
  try {
    const ratio = await ratioOf({ url: server.url, script }, { url: server.url, script: served.script });
    return atLeast('get_provider_score at the plain door, against the keyed REST score', ratio, 0.7);
  } finally {
    await server.stop();
  }
}

/** As scores.lua asks for them: one provider after the other, with one key after the other, but by name. */
function luaScript({ keys }: Served): string {
  const names = Array.from(
    { length: PROVIDERS },
    (_, index) => `generated ${String(index + 1).padStart(5, '0')}`,
  );
  const list = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`;
  return `
local keys = ${list(keys)}
local names = ${list(names)}
local requests = {}
local next = 0
function init(args)
  for i = 1, #keys do
    local headers = { ["x-api-key"] = keys[i], ["content-type"] = "application/json" }
    local body = '{"tool_name":"get_provider_score","input":{"provider_name":"' .. names[(i * 7 - 1) % #names + 1] .. '"}}'
    requests[i] = wrk.format("POST", "/api/mcp", headers, body)
  end
end
function request()
  next = next % #requests + 1
  return requests[next]
end
`;
}

function nameSearch(): Measurement[] {
  const providers = Array.from({ length: NAMES }, (_, number) => named(number));
  const index = new NameIndex(providers);
  const folded = providers.map(({ name }) => name.toLowerCase());
  const peer = timed(500, (round) => {
    const asked = folded[(round * 7919) % NAMES]!;
    return folded.filter((name) => name.includes(asked)).length;
  });
  const ways: [what: string, ask: (round: number) => unknown, most: number][] = [
    ['a name in other capitals', (round) => index.find(folded[(round * 7919) % NAMES]!), 0.1],
    ['a beginning of a name', (round) => index.find(folded[(round * 7919) % NAMES]!.slice(0, -1)), 0.1],
    ['the nearest of a misspelt name', (round) => index.find(`${folded[(round * 7919) % NAMES]!}x`), 12],
    [
      'a search for a part of a name',
      (round) => index.search(folded[(round * 7919) % NAMES]!.slice(2, -2)),
      12,
    ],
  ];
  index.find('no such name at all');
  return ways.map(([what, ask, most]) => {
    const took = timed(500, ask);
    const ratio = took / peer;
    const measured = `${ratio.toFixed(3)} times, ${took.toFixed(3)} ms`;
    const met = ratio <= most && took < 5;
    return {
      what: `${what} among ${NAMES}, against Array.filter with includes over the same names`,
      measured,
      target: `at most ${most}, and under 5 ms`,
      met,
    };
  });
}

/** Names of two words with few beginnings, so that many are alike. */
function named(number: number): NamedProvider {
  const FIRST = ['Amber', 'Brook', 'Cinder', 'Dale', 'Elm', 'Fern', 'Glade', 'Heath', 'Iron', 'Juniper'];
  const LAST = [
    'Credit',
    'Capital',
    'Lending',
    'Treasury',
    'Yield',
    'Vaults',
    'Bonds',
    'Finance',
    'Notes',
    'Trust',
  ];
  const name = `${FIRST[number % 10]} ${LAST[Math.floor(number / 10) % 10]} ${number}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return { id: `id-${number}`, slug, name, formerNames: [], formerSlugs: [] };
}

/** The median of rounds, in milliseconds. */
function timed(rounds: number, act: (round: number) => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    act(round);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[rounds >> 1]!;
}
