import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { holdPort } from '../../src/service/held-port.ts';

test('a port that is held is given to nobody else until it is released', (t) => {
  const held = Array.from({ length: 500 }, () => holdPort());
  t.after(() => {
    for (const { release } of held) release();
  });
  // Of about 14,000 that the kernel gives: 500 that were not held would not all differ.
  assert.equal(new Set(held.map(({ port }) => port)).size, held.length);
});

test('a port that is held refuses connections, and servers can listen on it one after the other', async (t) => {
  const { port, release } = holdPort();
  t.after(release);
  const refused = connect(port, '127.0.0.1');
  const [error] = await once(refused, 'error');
  assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  for (const answer of ['one', 'two']) {
    const server = createServer((socket) => socket.end(answer)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const client = connect(port, '127.0.0.1').setEncoding('utf8');
    assert.deepEqual(await client.toArray(), [answer]);
    server.close();
    await once(server, 'close');
  }
});
