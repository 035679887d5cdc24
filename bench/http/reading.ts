// Benchmark of reads over HTTP, compared with plain node:http that answers the same body and headers from memory. The
// server runs on one core and wrk on another; the two servers take turns, so that other load affects both.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import type { Measurement } from '../measurement.ts';
import { type RunningServer, startOnCore } from './processes.ts';
import { type ServedWorld, STALE_DAYS } from './served-world.ts';
import { type Load, requestsPerSecond } from './wrk.ts';

const FEW = 100;
const MANY = 10_000;
/** Each may make 10,000 requests per hour, which together is enough for every round in this file. */
const WORKSPACES = 400;
/** Many short rounds, because a shared machine can be slow for seconds at a time. */
const ROUNDS = 30;
const SECONDS = 1;
/** Gives the JIT compiler time to optimise the code. */
const WARM_UP_SECONDS = 6;
const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/rf.mjs', import.meta.url));

export async function readingBench(): Promise<Measurement[]> {
  installBenchmarkPackages();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-http-'));
  try {
    const few = await makeServed(path.join(folder, 'few'), FEW);
    const many = await makeServed(path.join(folder, 'many'), MANY);
    return await measure(folder, few, many);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Served extends ServedWorld {
  folder: string;
  script: string;
}

export async function makeServed(folder: string, providers: number): Promise<Served> {
  const script = fileURLToPath(new URL('served-world.ts', import.meta.url));
  const args = [script, folder, String(providers), String(WORKSPACES)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  const world = JSON.parse(stdout) as ServedWorld;
  return { ...world, folder, script: writeScript(folder, 'scores.lua', world) };
}

function writeScript(folder: string, name: string, world: ServedWorld, etag?: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, luaScript(world, etag));
  return file;
}

/** Cycles through providers and keys. */
function luaScript({ keys, providers }: ServedWorld, etag?: string): string {
  const list = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`;
  return `
local keys = ${list(keys)}
local providers = ${list(providers)}
local requests = {}
local next = 0
function init(args)
  -- The step 7 is coprime to the number of providers, so that requests are spread over all of them.
  local count = math.max(#keys, math.min(#providers, 5000))
  for i = 1, count do
    local headers = { ["x-api-key"] = keys[(i - 1) % #keys + 1]${etag === undefined ? '' : `, ["if-none-match"] = ${JSON.stringify(etag)}`} }
    requests[i] = wrk.format("GET", "/api/v1/scores/" .. providers[(i * 7 - 1) % #providers + 1], headers)
  end
end
function request()
  next = next % #requests + 1
  return requests[next]
end
`;
}

export function serve({ folder }: Served): Promise<RunningServer> {
  return startOnCore([LAUNCHER, 'serve'], {
    PORT: '0',
    RF_DATA_DIR: folder,
    RF_DAILY_RUN: 'off',
    RF_STALE_DAYS: String(STALE_DAYS),
    // Never reached by the public list, but every request is still counted.
    RF_LIMIT_PUBLIC_SCORES: '999999999',
  });
}

/** A baseline server that answers as the service answered this request. */
async function peerOf(folder: string, url: string, headers: Record<string, string>): Promise<RunningServer> {
  const answer = await new Promise<{ headers: string[]; body: string }>((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const own = response.rawHeaders.filter(
        (_, at, all) => !/^(date|connection|keep-alive)$/i.test(all[at - (at % 2)]!),
      );
      resolve({ headers: own, body: Buffer.concat(chunks).toString('base64') });
    })
      .on('error', reject)
      .end();
  });
  const file = path.join(folder, 'peer.json');
  writeFileSync(file, JSON.stringify(answer));
  return startOnCore([fileURLToPath(new URL('raw-server.ts', import.meta.url)), file]);
}

async function measure(folder: string, few: Served, many: Served): Promise<Measurement[]> {
  const small = await serve(few);
  await small.isIdle();
  const key = { 'x-api-key': few.keys[0]! };
  const score = `${small.url}/api/v1/scores/${few.providers[0]}`;
  const list = `${small.url}/api/public/scores`;
  const etag = await etagOf(score, key);
  const listPeer = await peerOf(folder, list, {});
  const scorePeer = await peerOf(folder, score, key);
  const publicList = await ratioOf({ url: list }, { url: listPeer.url });
  await listPeer.stop();
  const keyed = { url: small.url, script: few.script };
  const keyedScore = await ratioOf(keyed, { url: scorePeer.url });
  await scorePeer.stop();
  const one = { ...few, providers: few.providers.slice(0, 1) };
  const notModified = await ratioOf(
    { url: small.url, script: writeScript(few.folder, 'not-modified.lua', one, etag) },
    { url: small.url, script: writeScript(few.folder, 'one-score.lua', one) },
  );
  const large = await serve(many);
  // It renders responses in the background after it starts.
  await large.isIdle();
  const amongMany = await ratioOf({ url: large.url, script: many.script }, keyed);
  await large.stop();
  await small.stop();
  return [
    atLeast('the public list, compared with plain node:http', publicList, 0.95),
    atLeast('a score with a key, compared with plain node:http', keyedScore, 0.75),
    atLeast('a 304 for a score with a key, compared with its 200', notModified, 1),
    atLeast(`a score with a key among ${MANY} providers, compared with ${FEW}`, amongMany, 0.95),
  ];
}

async function etagOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.headers.get('etag')!;
}

type Target = Omit<Load, 'seconds'>;

/** Both sides take turns. Other load can only slow a round down, so only the fastest third of the rounds counts. */
export async function ratioOf(work: Target, peer: Target): Promise<number> {
  const sides = [work, peer].map((target) => ({ target, speeds: [] as number[] }));
  for (const { target } of sides) await requestsPerSecond({ ...target, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { target, speeds } of sides) {
      speeds.push(await requestsPerSecond({ ...target, seconds: SECONDS }));
    }
  }
  const [ours, theirs] = sides.map(({ speeds }) => medianOfFastestThird(speeds));
  return ours! / theirs!;
}

function medianOfFastestThird(speeds: readonly number[]): number {
  const fastest = speeds.toSorted((a, b) => b - a).slice(0, Math.ceil(speeds.length / 3));
  return fastest[fastest.length >> 1]!;
}

export function atLeast(what: string, ratio: number, least: number): Measurement {
  return { what, measured: `${ratio.toFixed(2)} times`, target: `at least ${least}`, met: ratio >= least };
}
