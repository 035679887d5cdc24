// Everything outside the OpenAPI document: pages and what they link to, metrics, and paths that do not exist.

import type { Client } from './client.ts';
import { askInOtherWays } from './variants.ts';
import type { World } from './world.ts';

const STARTS = [
  '/',
  '/docs',
  '/docs/api',
  '/docs/errors',
  '/methodology',
  '/verify',
  '/robots.txt',
  '/favicon.svg',
];
const LINK = /(?:href|src|action)="(\/[^"#]*)/g;
const ABSENT = [
  '/no-such-page',
  '/api',
  '/api/v1',
  '/api/v1/no-such',
  '/api/v2/scores',
  '/api/public/no-such',
  '/log',
  '/badges/x.png',
  '/feeds/changelog.rss',
  '/docs/no-such',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
  '/%00',
  '/%ZZ',
  `/${'a'.repeat(5000)}`,
];

export async function askPages(client: Client, { indicators }: World): Promise<void> {
  const known = new Set(STARTS);
  // Grows while it is walked through.
  for (const target of known) {
    const { text, headers } = await client.ask({ operation: operationOf(target), target });
    if (!/text\/html/.test(headers['content-type'] ?? '')) continue;
    for (const [, link] of text!.matchAll(LINK)) known.add(link!.replaceAll('&amp;', '&'));
  }
  for (const target of known) await askInOtherWays(client, { operation: operationOf(target), target });
  const [first] = indicators;
  const ids = [
    'RF-00000-00000-00000-00000-000000',
    'RF-1',
    'x%3Cb%3E',
    '',
    first!,
    first!.toLowerCase(),
    ` ${first} `,
  ];
  for (const id of [...ids.map((text) => text.replaceAll(' ', '%20')), ...indicators]) {
    await client.ask({ operation: 'verify page', target: `/verify/${id}` });
    await client.ask({ operation: 'verify page', target: `/verify?id=${id}` });
  }
  await askInOtherWays(client, { operation: 'verify page', target: `/verify/${first}` });
}

export async function askAbsent(client: Client): Promise<void> {
  for (const target of ABSENT) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      await client.ask({ operation: 'no such path', method, target });
    }
    await client.ask({ operation: 'no such path', target, headers: { accept: 'text/html' } });
  }
  await client.ask({ operation: 'metrics', target: '/metrics', from: null });
  await client.ask({ operation: 'metrics', target: '/metrics' });
}

/** Requests that cannot be read, or that are too large to be. */
export async function askUnreadable(client: Client): Promise<void> {
  const raw = (note: string, bytes: string) => client.askRaw('unreadable request', note, bytes);
  await raw('no HTTP', 'hello\r\n\r\n');
  await raw('no HTTP version', 'GET /api/health\r\n\r\n');
  await raw('no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n');
  await raw('HTTP 1.0', 'GET /api/health HTTP/1.0\r\n\r\n');
  await raw(
    'space in a header name',
    'GET /api/health HTTP/1.1\r\nHost: x\r\nA b: 1\r\nConnection: close\r\n\r\n',
  );
  await raw('long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await raw('long headers', `GET /api/health HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`);
  await raw(
    'two lengths',
    'POST /api/mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  );
}

/** Pages of one kind are compared together. */
function operationOf(target: string): string {
  if (target.startsWith('/verify')) return 'verify page';
  return target.startsWith('/assets/') ? 'asset' : `page ${target}`;
}
