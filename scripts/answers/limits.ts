// Limits up to and past their end. Here the number of requests that remain is kept: the clock stands still, so it is
// the same each time.

import type { Client, Request } from './client.ts';

/** With a key that nothing else has used yet. */
export async function askFreshKey(client: Client): Promise<void> {
  for (const target of [
    '/api/v1/scores',
    '/api/v1/methodology',
    '/api/v1/computation/x',
    '/api/v1/issuances',
  ]) {
    await client.ask({ operation: 'limit of a key', target, key: 'CUSTOM', keepsRemaining: true });
  }
}

export async function askPastLimits(client: Client): Promise<void> {
  const repeat = async (times: number, request: Request) => {
    for (let time = 1; time <= times; time += 1) await client.ask({ ...request, keepsRemaining: true });
  };
  const from = (last: number) => `203.0.113.${last}`;
  await repeat(62, { operation: 'limit of public scores', target: '/api/public/scores', from: from(11) });
  await repeat(32, {
    operation: 'limit of refused keys',
    target: '/api/v1/scores',
    key: 'x',
    from: from(12),
  });
  await client.ask({
    operation: 'limit of refused keys',
    target: '/api/v1/scores',
    key: 'CUSTOM',
    from: from(12),
  });
  await repeat(7, {
    operation: 'limit of score requests',
    method: 'POST',
    target: '/api/public/score-request',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    from: from(13),
  });
  // How many the FREE key has left depends on what was asked before; that it is refused in the end does not.
  let status = 0;
  while (status !== 429) {
    const request = { operation: 'limit of a tier', target: '/api/v1/issuances', key: 'FREE' };
    ({ status } = await client.ask(request));
  }
}
