// A head that was written beforehand is, byte for byte, the one that Node's own `writeHead` sends, also if the connection
// is not kept alive, for HTTP/1.0 and for HEAD.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { headText, writePreparedHead } from '../../src/http/prepared-head.ts';

const HEADERS = ['content-type', 'application/json', 'etag', '"one"', 'vary', 'Accept-Encoding'];
const CHANGING = ['content-length', '2', 'x-request-id', 'abc', 'ratelimit', '"free";r=9;t=60'];

async function sent(handle: RequestListener, request: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (asked, response) => {
    // It would otherwise be another one a moment later.
    response.sendDate = false;
    handle(asked, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(request);
    return await text(socket);
  } finally {
    server.close();
  }
}

const REQUESTS = {
  'HTTP/1.1': 'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
  'a connection that ends': 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'HTTP/1.0': 'GET / HTTP/1.0\r\n\r\n',
  'HTTP/1.0, kept alive': 'GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n',
  HEAD: 'HEAD / HTTP/1.1\r\nhost: x\r\n\r\n',
};

for (const [name, request] of Object.entries(REQUESTS)) {
  test(`${name}: the bytes of writeHead`, async () => {
    const usual = await sent((_, response) => {
      response.writeHead(200, [...HEADERS, ...CHANGING]).end('{}');
    }, request);
    const prepared = { head: headText(HEADERS), headers: HEADERS };
    let statusCode = 0;
    const ours = await sent((_, response) => {
      writePreparedHead(response, prepared, CHANGING);
      response.end('{}');
      statusCode = response.statusCode;
    }, request);
    assert.match(usual, /^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n/);
    assert.equal(ours, usual);
    assert.equal(statusCode, 200);
  });
}

test('a header that is not valid is refused when the head is written, and again for those that change', async () => {
  assert.throws(() => headText(['etag', 'a\r\nset-cookie: b']), { code: 'ERR_INVALID_CHAR' });
  assert.throws(() => headText(['not a name', 'a']), { code: 'ERR_INVALID_HTTP_TOKEN' });
  let refusal: unknown = null;
  await sent((_, response) => {
    try {
      writePreparedHead(response, { head: headText(HEADERS), headers: HEADERS }, [
        'x-request-id',
        'a\r\nb: c',
      ]);
    } catch (error) {
      refusal = error;
    }
    response.destroy();
  }, REQUESTS['HTTP/1.1']).catch(() => undefined);
  assert.equal((refusal as NodeJS.ErrnoException | null)?.code, 'ERR_INVALID_CHAR');
});

test('a response with a writeHead of its own sees all headers', () => {
  const seen: unknown[] = [];
  const response = { writeHead: (...given: unknown[]) => seen.push(given) };
  writePreparedHead(response as never, { head: headText(HEADERS), headers: HEADERS }, CHANGING);
  assert.deepEqual(seen, [[200, [...HEADERS, ...CHANGING]]]);
});
