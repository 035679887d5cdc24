// The same resource asked for in other ways: other keys, encodings, conditions and methods.

import type { Client, Request } from './client.ts';
import type { ListedOperation } from './document.ts';

/** Well formed, with a right checksum, and never issued. */
const UNKNOWN_KEY = 'rf_live_000000000000000000000000000000002wjyrI';
const KEYS = ['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM', 'AGENT', UNKNOWN_KEY, 'rf_live_x', 'x', ''];
const ENCODINGS = ['identity', 'gzip', 'br', 'gzip, br', 'br;q=0.5, gzip', 'gzip;q=0', '*', 'deflate'];
/** Stands for the ETag of the answer before. */
const TAG = '(its ETag)';
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/** With each kind of key, and with none. */
export async function askWithKeys(client: Client, request: Request): Promise<void> {
  const { key: _, ...without } = request;
  await client.ask(without);
  for (const key of KEYS) await client.ask({ ...without, key });
  const bearer = { authorization: `Bearer ${client.keys.ENTERPRISE}` };
  await client.ask({ ...without, headers: { ...without.headers, ...bearer }, note: 'key as a bearer token' });
}

/** Compressed or not, with HEAD, and under conditions on what was answered before. */
export async function askInOtherWays(client: Client, request: Request): Promise<void> {
  for (const encoding of ENCODINGS) {
    const encoded = { ...request, headers: { 'accept-encoding': encoding } };
    const { headers } = await client.ask(encoded);
    await client.ask({ ...encoded, method: 'HEAD' });
    if (headers.etag) {
      const conditional = { ...encoded.headers, 'if-none-match': headers.etag };
      await client.ask({ ...encoded, headers: conditional, shown: { 'if-none-match': TAG } });
    }
  }
  const { headers } = await client.ask(request);
  await client.ask({ ...request, method: 'HEAD' });
  const tag = headers.etag ?? '"none"';
  for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '"other"', '*', 'malformed']) {
    const shown = { 'if-none-match': condition.replace(tag, TAG) };
    const conditional = { ...request, headers: { 'if-none-match': condition }, shown };
    await client.ask(conditional);
    await client.ask({ ...conditional, method: 'HEAD' });
  }
  const modified = headers['last-modified'] ?? 'Thu, 01 Jan 2026 00:00:00 GMT';
  for (const since of [
    modified,
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 01 Jan 2100 00:00:00 GMT',
    'malformed',
  ]) {
    await client.ask({ ...request, headers: { 'if-modified-since': since } });
    const both = { 'if-modified-since': since, 'if-none-match': tag };
    await client.ask({ ...request, headers: both, shown: { 'if-none-match': TAG } });
  }
  for (const accept of ['application/json', 'text/html', 'text/event-stream', 'image/png', '*/*']) {
    await client.ask({ ...request, headers: { accept } });
  }
}

/** Methods that the path does not have, preflights, and the path with a slash too many. */
export async function askWithMethods(
  client: Client,
  { id, path }: ListedOperation,
  target: string,
): Promise<void> {
  for (const method of METHODS) await client.ask({ operation: id, method, target });
  const origin = { origin: 'https://example.org' };
  const preflight = {
    ...origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-api-key',
  };
  await client.ask({ operation: id, method: 'OPTIONS', target, headers: preflight });
  await client.ask({ operation: id, target, headers: origin });
  for (const other of [`${target}/`, target.replace('/', '//'), `${target}?`, target.toUpperCase()]) {
    await client.ask({ operation: id, target: other, note: `written otherwise: ${path}` });
  }
}
