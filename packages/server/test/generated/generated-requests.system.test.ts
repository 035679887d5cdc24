// Requests that are generated from both OpenAPI documents, by everybody: nobody, keys of every tier, every role of members and
// of staff. Every answer is one that the document describes, with its status, type, headers and body, and none is an error of
// the service.
//
// What is left out, and why:
// - /api/auth, which has no OpenAPI document: security.test.ts and the tests of identity/ send bad requests to it.
// - Sessions of every role: role-matrix.test.ts compares tokens and sessions for every act. Here, one session of each kind.
// - Bytes that are not JSON, bad UTF-8, methods and headers: bad-requests.test.ts and security.test.ts.
// - Acts that take away a role, a token or a workspace are not left out; they are sent last.

import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { requireDescribed, send } from '../../../../test/support/api.ts';
import { cases, SEED, seededNumbers } from '../../../../test/support/counts.ts';
import type { Called, OpenApi } from '../../../../test/support/described.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { type GeneratedRequest, generateRequests } from './requests.ts';
import { serveStory } from './story-world.ts';

const VALID = cases(1, 10);
const WRONG = cases(3, 100);
/** More of those that take long would be told to come back. */
const AT_ONCE = 4;
const PURPOSE = 35;
/** The other operations need what only two people, a receiver or another day make. */
const MOSTLY = 0.55;

onEachStore('generated requests are answered as the documents say, whoever sends them', async (kind, t) => {
  t.diagnostic(`seed ${SEED}, purpose ${PURPOSE}: test/support/counts.ts`);
  const world = await serveStory(kind, t);
  const { url } = world.server;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  t.after(() => agent.destroy());
  const documentAt = async (path: string) => (await send(url, agent, 'GET', path, {})).json as OpenApi;
  const random = seededNumbers(PURPOSE);
  const counts = { valid: VALID, wrong: WRONG };
  const [api, console] = [
    await documentAt('/api/openapi.json'),
    await documentAt('/api/console/openapi.json'),
  ];
  const requests = [
    ...generateRequests(world, api, world.keys, random, counts),
    ...generateRequests(world, console, world.people, random, counts),
  ];
  const failures: string[] = [];
  const outcomes = new Map<string, Map<number, number>>();
  const waiting = requests.values();
  const worker = async () => {
    for (const request of waiting) {
      const { method, path, body, caller, template } = request;
      const called = await send(url, agent, method, path, { headers: caller.headers, body }).catch(
        (error: Error) => error,
      );
      const failure =
        called instanceof Error ? called.message : failureOf(request, called, request.document === api);
      if (failure !== null) failures.push(`${described(request)}\n${failure}`);
      if (called instanceof Error) continue;
      const statuses = outcomes.get(`${method} ${template}`) ?? new Map<number, number>();
      statuses.set(called.status, (statuses.get(called.status) ?? 0) + 1);
      outcomes.set(`${method} ${template}`, statuses);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  t.diagnostic(`${requests.length} requests: ${totals(outcomes)}`);
  assert.deepEqual(failures.slice(0, 20), [], `${failures.length} of ${requests.length} requests`);
  assert.deepEqual(errorsIn(world.server.errors()), []);
  // Otherwise the callers or the world are gone, and nothing past the checks of the input was reached.
  const done = [...outcomes.values()].filter((statuses) =>
    [...statuses.keys()].some((status) => status < 300),
  );
  assert.ok(
    done.length >= MOSTLY * outcomes.size,
    `${done.length} of ${outcomes.size} operations succeeded once`,
  );
});

function errorsIn(log: string): string[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.filter((line) => (JSON.parse(line) as { level: string }).level !== 'info');
}

/** What is wrong with the answer; null if it is as the document says. */
function failureOf(
  { document, method, path }: GeneratedRequest,
  called: Called,
  isShared: boolean,
): string | null {
  if (called.status >= 500) return `${called.status} ${called.text.slice(0, 300)}`;
  try {
    requireDescribed(document, method, path, called, isShared);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function described({ method, path, body, caller, wrong }: GeneratedRequest): string {
  const sent = `${method} ${path.slice(0, 300)} ${(body ?? '').slice(0, 600)}`;
  return `${caller.name}, ${wrong ?? 'valid'}: ${sent}`;
}

function totals(outcomes: ReadonlyMap<string, ReadonlyMap<number, number>>): string {
  const sums = new Map<number, number>();
  for (const statuses of outcomes.values())
    for (const [status, count] of statuses) sums.set(status, (sums.get(status) ?? 0) + count);
  return [...sums]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}
