// Benchmark of hot reads over HTTP: the public list and a score with a key, compared with plain node:http that answers the
// same body and headers from memory, and with nginx that sends the same bytes from a file. Every server has one process on
// one core, and wrk is on another; the servers take turns, so that other load affects all of them.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, ratioAtLeast } from '../measurement.ts';
import { sqliteWorld } from '../world/worlds.ts';
import { answerOf, startNginx, startRawServer } from './peers/same-answer.ts';
import { serve } from './processes.ts';
import { compareSpeeds, scoreScript } from './wrk.ts';

const PROVIDERS = 100;
const UNIT = 'requests per second';

export async function readingBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const world = await sqliteWorld(PROVIDERS);
  const server = await serve(world);
  try {
    await server.isIdle();
    const key = { 'x-api-key': world.keys[0]! };
    const list = `${server.url}/api/public/scores`;
    const score = await answerOf(`${server.url}/api/v1/scores/${world.providers[0]}`, key);
    return [
      ...(await publicList(list, form)),
      await keyedScore(server.url, scoreScript({ ...world, order: 'cycle' }), score, form),
      await notModified(server.url, world, score, form),
    ];
  } finally {
    await server.stop();
  }
}

type Answer = Awaited<ReturnType<typeof answerOf>>;

async function publicList(url: string, form: Form): Promise<Measurement[]> {
  const answer = await answerOf(url);
  const raw = await startRawServer(answer);
  const nginx = await startNginx(answer);
  try {
    const targets = [{ url }, { url: raw.url }, { url: nginx.url }];
    const [ours, plain, file] = await compareSpeeds('public list', targets, form);
    const figure = { label: 'public list', value: ours!, unit: UNIT };
    return [
      ratioAtLeast(
        {
          what: 'the public list / plain node:http with the same bytes',
          ours: figure,
          peer: { label: 'plain node:http', value: plain!, unit: UNIT },
        },
        0.95,
      ),
      ratioAtLeast(
        {
          what: 'the public list / nginx with the same bytes as a file, one core each',
          ours: figure,
          peer: { label: 'nginx, a file', value: file!, unit: UNIT },
        },
        0.5,
      ),
    ];
  } finally {
    await raw.stop();
    await nginx.stop();
  }
}

/** The peer gets the same requests, and looks at none of them. */
async function keyedScore(url: string, script: string, answer: Answer, form: Form): Promise<Measurement> {
  const raw = await startRawServer(answer);
  try {
    const targets = [
      { url, script },
      { url: raw.url, script },
    ];
    const [ours, plain] = await compareSpeeds('keyed score', targets, form);
    return ratioAtLeast(
      {
        what: 'a score with a key / plain node:http with the same body and headers',
        ours: { label: 'score with a key', value: ours!, unit: UNIT },
        peer: { label: 'plain node:http', value: plain!, unit: UNIT },
      },
      0.85,
    );
  } finally {
    await raw.stop();
  }
}

async function notModified(
  url: string,
  { keys, providers }: { keys: string[]; providers: string[] },
  { headers }: Answer,
  form: Form,
): Promise<Measurement> {
  const etag = headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1]!;
  const requests = { keys, providers: providers.slice(0, 1), order: 'cycle' } as const;
  const targets = [
    { url, script: scoreScript({ ...requests, headers: { 'if-none-match': etag } }) },
    { url, script: scoreScript(requests) },
  ];
  const [ours, full] = await compareSpeeds('304', targets, form);
  return ratioAtLeast(
    {
      what: 'a 304 for a score with a key / its 200',
      ours: { label: '304', value: ours!, unit: UNIT },
      peer: { label: '200', value: full!, unit: UNIT },
    },
    1,
  );
}
