// A client that reads with a key, at a steady pace: a process of its own, so that what delays it is the server.
//   node good-client.ts URL KEY COUNT PATH…     prints { "times": […], "failures": […] }

import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const PACE_MS = 4;
const TIMEOUT_MS = 10_000;

export interface Reads {
  /** In milliseconds, sorted. */
  times: number[];
  /** The errors, and the statuses other than 200. */
  failures: string[];
}

if (import.meta.main) {
  const [url, key, count, ...paths] = process.argv.slice(2) as [string, string, string, ...string[]];
  console.log(JSON.stringify(await readAll(url, key, Number(count), paths)));
}

/** Every fourth request opens a connection of its own, as new clients do. */
async function readAll(url: string, key: string, count: number, paths: readonly string[]): Promise<Reads> {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const fresh = new Agent({ keepAlive: false });
  const times: number[] = [];
  const failures: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now();
    const outcome = await read(`${url}${paths[at % paths.length]}`, key, at % 4 === 3 ? fresh : kept);
    const took = performance.now() - begun;
    if (outcome === '200') times.push(took);
    else failures.push(outcome);
    if (took < PACE_MS) await wait(PACE_MS - took);
  }
  kept.destroy();
  return { times: times.sort((a, b) => a - b), failures };
}

/** The status of the response, or the error. */
function read(url: string, key: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve(error.message);
    const request = get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.on('error', fail).on('end', () => resolve(String(response.statusCode)));
      response.resume();
    });
    request.on('error', fail);
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('no response in time')));
  });
}
