// Benchmark of the agent tools: the plain endpoint compared with the REST score of the same providers on the same
// server, and name search among ten thousand providers.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type NamedProvider, NameIndex } from '../packages/server/src/rendering/names/name-index.ts';
import { installBenchmarkPackages } from '../scripts/testing/system-packages.ts';
import { serve } from './http/processes.ts';
import { compareSpeeds, speedAtLeast } from './http/speeds.ts';
import { scoreScript } from './http/wrk.ts';
import type { Form, Measurement } from './measurement.ts';
import { type StoredWorld, scratch, sqliteWorld } from './world/worlds.ts';

const PROVIDERS = 100;
const NAMES = 10_000;

export async function agentBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  return [await plainEndpoint(await sqliteWorld(PROVIDERS), form), ...nameSearch()];
}

async function plainEndpoint(world: StoredWorld, form: Form): Promise<Measurement> {
  const script = path.join(scratch(), 'agent.lua');
  writeFileSync(script, luaScript(world));
  const server = await serve(world);
  try {
    const speeds = await compareSpeeds(
      'agent',
      [
        { label: 'get_provider_score', server, target: { script } },
        {
          label: 'REST score',
          server,
          target: { script: scoreScript({ ...world, order: 'cycle' }) },
        },
      ],
      form,
    );
    return speedAtLeast('get_provider_score at the plain endpoint / the REST score with a key', speeds, 0.7);
  } finally {
    await server.stop();
  }
}

/** Cycles through providers and keys as the requests for scores do, but with provider names. */
function luaScript({ keys }: StoredWorld): string {
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
    ['finding a name in different case', (round) => index.find(folded[(round * 7919) % NAMES]!), 0.1],
    [
      'finding a name by its beginning',
      (round) => index.find(folded[(round * 7919) % NAMES]!.slice(0, -1)),
      0.1,
    ],
    [
      'finding the closest match to a misspelt name',
      (round) => index.find(`${folded[(round * 7919) % NAMES]!}x`),
      12,
    ],
    [
      'searching for part of a name',
      (round) => index.search(folded[(round * 7919) % NAMES]!.slice(2, -2)),
      12,
    ],
  ];
  index.find('no such name at all');
  return ways.map(([what, ask, most]) => {
    const elapsed = timed(500, ask);
    const ratio = elapsed / peer;
    const measured = `${ratio.toFixed(3)} times, ${elapsed.toFixed(3)} ms`;
    const met = ratio <= most && elapsed < 5;
    return {
      what: `${what} among ${NAMES}, compared with Array.filter and includes over the same names`,
      measured,
      target: `at most ${most}, and under 5 ms`,
      met,
    };
  });
}

/** Names from a few words and a number, so that many are similar. */
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
  const rest = { formerSlugs: [], slugs: [], identifiers: [], isWithdrawn: false };
  return { id: `id-${number}`, slug, name, formerNames: [], otherNames: [], ...rest };
}

/** The median duration of a round in milliseconds. */
function timed(rounds: number, act: (round: number) => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    act(round);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[rounds >> 1]!;
}
