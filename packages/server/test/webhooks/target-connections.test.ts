// Where webhooks go when they connect: targets are checked again, and errors tell no address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargetUrl } from '@rf-indicators/core/webhooks/endpoints';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { nameResolver } from '../../src/webhooks/sending/name-resolver.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { startNameServer } from './name-server.ts';
import { ADDRESS, namesNoAddress, PUBLIC, privateService, strict } from './target-hosts.ts';

test('a name that means another address by the time of connecting is refused then', async (t) => {
  const { port, reached } = await privateService(t);
  let asked = 0;
  const nameServer = await startNameServer(t, (name, type) => {
    assert.equal(name, 'rebind.example.org');
    if (type !== 'A') return [];
    asked += 1;
    return asked === 1 ? ['93.184.215.14'] : ['127.0.0.1'];
  });
  const rules: TargetRules = { allowLoopback: false, resolve: nameResolver([nameServer]) };
  const url = await readTargetUrl(`https://rebind.example.org:${port}/hook`, rules);
  const sender = createSender(rules);
  cleanUp(t, () => sender.close());
  const { code, error } = await sender.send({ url, headers: {}, body: Buffer.from('{}') });
  assert.deepEqual([code, asked, reached()], [null, 2, 0]);
  assert.match(error!, /^refused: The host name rebind\.example\.org has an address that is private/);
  assert.doesNotMatch(error!, ADDRESS);

  const mixed = await startNameServer(t, (_, type) => (type === 'A' ? ['93.184.215.14'] : ['::1']));
  const mixing: TargetRules = { allowLoopback: false, resolve: nameResolver([mixed]) };
  await assert.rejects(
    readTargetUrl('https://mixed.example.org/', mixing),
    namesNoAddress(/mixed\.example\.org has an address that is private/),
  );
});

test('what is stored about a failed attempt names no address that was looked up', async (t) => {
  for (const inner of [
    '10.0.0.5',
    '169.254.169.254',
    '192.168.1.1',
    '127.0.0.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.5',
  ]) {
    for (const addresses of [[inner], [...PUBLIC, inner]]) {
      const sender = createSender({ allowLoopback: false, resolve: async () => addresses });
      cleanUp(t, () => sender.close());
      const { error } = await sender.send({
        url: 'https://inner.example.org/',
        headers: {},
        body: Buffer.from('{}'),
      });
      assert.match(
        error!,
        /^refused: The host name inner\.example\.org has an address that is private/,
        inner,
      );
      assert.doesNotMatch(error!, ADDRESS);
    }
  }
  // localhost has two addresses, and nothing listens at this port of either.
  const sender = createSender({ allowLoopback: true, resolve: async () => [] });
  cleanUp(t, () => sender.close());
  for (const url of ['http://localhost:1/', 'http://127.0.0.1:1/']) {
    const { error } = await sender.send({ url, headers: {}, body: Buffer.from('{}') });
    assert.equal(error, 'connect ECONNREFUSED', url);
  }
});

test('a forbidden target that is already in the store is not connected to either', async (t) => {
  const { port, reached } = await privateService(t);
  const sender = createSender(strict);
  cleanUp(t, () => sender.close());
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://localhost:${port}/`,
    `http://receiver.example.org:${port}/`,
  ]) {
    const { code, error } = await sender.send({ url, headers: {}, body: Buffer.from('{}') });
    assert.equal(code, null);
    assert.match(error!, /^refused: /, url);
  }
  assert.equal(reached(), 0);
});
