// Benchmark of hot reads over HTTP: the public list and a score with a key, compared with plain node:http that answers the
// same body and headers from memory. Every server has one process on one core, and wrk is on another; the servers take
// turns, so that other load affects all of them.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import type { Form, Measurement } from '../measurement.ts';
import { type StoredWorld, sqliteWorld } from '../world/worlds.ts';
import { type Answer, answerOf, startRawServer } from './peers/same-answer.ts';
import { type RunningServer, serve } from './processes.ts';
import { compareSpeeds, speedAtLeast } from './speeds.ts';
import { scoreScript } from './wrk.ts';

const PROVIDERS = 100;

export async function readingBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const world = await sqliteWorld(PROVIDERS);
  const server = await serve(world);
  try {
    await server.isIdle();
    const key = { 'x-api-key': world.keys[0]! };
    const score = await answerOf(`${server.url}/api/v1/scores/${world.providers[0]}`, key);
    return [
      await publicList(server, form),
      await keyedScore(server, world, score, form),
      await notModified(server, world, score, form),
    ];
  } finally {
    await server.stop();
  }
}

async function publicList(server: RunningServer, form: Form): Promise<Measurement> {
  const url = `${server.url}/api/public/scores`;
  const answer = await answerOf(url);
  const raw = await startRawServer(answer);
  try {
    const speeds = await compareSpeeds(
      'public list',
      [
        { label: 'public list', server, target: { url } },
        { label: 'plain node:http', server: raw },
      ],
      form,
    );
    return speedAtLeast('the public list / plain node:http with the same bytes', speeds, 0.9);
  } finally {
    await raw.stop();
  }
}

/** The peer gets the same requests, and looks at none of them. */
async function keyedScore(
  server: RunningServer,
  world: StoredWorld,
  answer: Answer,
  form: Form,
): Promise<Measurement> {
  const raw = await startRawServer(answer);
  const target = { script: scoreScript({ ...world, order: 'cycle' }) };
  try {
    const speeds = await compareSpeeds(
      'keyed score',
      [
        { label: 'score with a key', server, target },
        { label: 'plain node:http', server: raw, target },
      ],
      form,
    );
    return speedAtLeast('a score with a key / plain node:http with the same body and headers', speeds, 0.75);
  } finally {
    await raw.stop();
  }
}

async function notModified(
  server: RunningServer,
  { keys, providers }: StoredWorld,
  { headers }: Answer,
  form: Form,
): Promise<Measurement> {
  const etag = headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1]!;
  const requests = { keys, providers: providers.slice(0, 1), order: 'cycle' } as const;
  const ifChanged = scoreScript({ ...requests, headers: { 'if-none-match': etag } });
  const speeds = await compareSpeeds(
    '304',
    [
      { label: '304', server, target: { script: ifChanged } },
      { label: '200', server, target: { script: scoreScript(requests) } },
    ],
    form,
  );
  return speedAtLeast('a 304 for a score with a key / its 200', speeds, 1);
}
