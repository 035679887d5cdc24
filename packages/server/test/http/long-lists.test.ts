// A long list is kept and sent in chunks, and what a client gets is the same as if it were one text: bytes, tag, encodings,
// HEAD and 304. Clients that leave in the middle, or that read slowly, keep nobody else waiting.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';
import { until } from '../../../../test/support/until.ts';
import { sendBody } from '../../src/http/send-body.ts';
import { buffersOf, compressAll, plainBytes, prepareBody, sizeOf } from '../../src/rendering/body.ts';
import { ListText } from '../../src/rendering/list-text.ts';

const LAST_MODIFIED = Date.parse('2026-04-01T06:00:00Z');

function listOf(rows: readonly string[]): ListText {
  const list = new ListText('[');
  for (const row of rows) list.add(row);
  return list;
}

/** A kilobyte each, with letters of one to four bytes. */
const ROWS = Array.from({ length: 2000 }, (_, index) => `"${index} ${'aé漢😀'.repeat(100)}"`);
/** More than the system takes for a client that reads nothing. */
const MORE_ROWS = Array.from({ length: 10 }, () => ROWS).flat();
const WHOLE = `[${ROWS.join(',')}]`;

const newBody = (rows = ROWS) =>
  prepareBody(listOf(rows).closedWith(']'), { lastModified: LAST_MODIFIED, hot: true });

test('rows in chunks are one list, and texts with different ends share all chunks but the last', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.constantFrom('a', 'é', '😀'), (given, letter) => {
      const rows = given.map((length) => letter.repeat(length));
      const list = listOf(rows);
      const [one, other] = [list.closedWith('] one'), list.closedWith('] other')];
      assert.equal(Buffer.concat(one).toString(), `[${rows.join(',')}] one`);
      assert.equal(Buffer.concat(other).toString(), `[${rows.join(',')}] other`);
      assert.ok(one.slice(0, -1).every((chunk, index) => chunk === other[index]));
      const longest = Math.max(0, ...rows.map((row) => row.length));
      assert.ok(one.every((chunk) => chunk.length <= 4 * (256 * 1024 + longest + 10)));
    }),
    { numRuns: cases(10, 200) },
  );
});

test('a short list is one chunk', () => {
  assert.equal(listOf(ROWS.slice(0, 100)).closedWith(']').length, 1);
});

test('a body in chunks has the tag, the size and the bytes of the same body in one piece', async () => {
  const [chunked, whole] = [newBody(), prepareBody(WHOLE, { lastModified: LAST_MODIFIED, hot: true })];
  assert.ok(chunked.identity!.length > 3, `${chunked.identity!.length} chunks`);
  assert.equal(chunked.tag, whole.tag);
  assert.equal(sizeOf(chunked), sizeOf(whole));
  assert.equal(Buffer.from(plainBytes(chunked)).toString(), WHOLE);
  await compressAll(chunked);
  const moved = structuredClone(chunked, { transfer: buffersOf([chunked]) });
  assert.equal(gunzipSync(Buffer.concat(moved.compressed.gzip!)).toString(), WHOLE);
  assert.equal(brotliDecompressSync(Buffer.concat(moved.compressed.br!)).toString(), WHOLE);
});

/** Serves the list, and counts the responses that have come to an end, sent or not. */
async function serve(
  t: TestContext,
  body = newBody(),
): Promise<{ port: number; ended: () => number; server: Server }> {
  let ended = 0;
  const server = createServer(async (asked, response) => {
    await sendBody(asked, response, body, 'public', ['x-request-id', 'a test']);
    ended += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, ended: () => ended, server };
}

async function ask(port: number, method = 'GET', headers = {}): Promise<IncomingMessage> {
  const asked = request({ port, host: '127.0.0.1', method, headers, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

test('it is sent whole, in each encoding, and not at all for HEAD and to those who have it', async (t) => {
  const { port } = await serve(t);
  const plain = await ask(port);
  const bytes = await buffer(plain);
  assert.equal(bytes.toString(), WHOLE);
  assert.equal(plain.headers['content-length'], String(bytes.length));
  assert.equal(plain.headers['transfer-encoding'], undefined);
  for (const [encoding, decompress] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const response = await ask(port, 'GET', { 'accept-encoding': encoding });
    const sent = await buffer(response);
    assert.equal(response.headers['content-encoding'], encoding);
    assert.equal(response.headers['content-length'], String(sent.length));
    assert.equal(decompress(sent).toString(), WHOLE);
    const held = await ask(port, 'GET', {
      'accept-encoding': encoding,
      'if-none-match': response.headers.etag,
    });
    assert.equal(held.statusCode, 304);
    assert.equal((await buffer(held)).length, 0);
  }
  const head = await ask(port, 'HEAD');
  assert.equal(head.headers['content-length'], String(bytes.length));
  assert.equal(head.headers.etag, plain.headers.etag);
  assert.equal((await buffer(head)).length, 0);
});

test('to a client that does not read, no more is written than it takes; one that leaves ends its response', async (t) => {
  const { port, ended, server } = await serve(t, newBody(MORE_ROWS));
  const sockets: { writableLength: number }[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const slow = await ask(port);
  slow.pause();
  const others = await Promise.all([ask(port), ask(port)]);
  for (const other of others)
    assert.equal((await buffer(other)).length, Number(other.headers['content-length']));
  assert.equal(ended(), 2, 'the slow one is not at its end');
  // One chunk, and not the whole list.
  assert.ok(sockets[0]!.writableLength < 2 * 1024 * 1024, `${sockets[0]!.writableLength} bytes are held`);
  slow.destroy();
  await until('the response has ended', () => ended() === 3);
});
