// Where webhooks may go, and that they go nowhere else: at save, and again when they connect.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { readTargetUrl } from '@rf-indicators/core/webhooks/endpoints';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { isPublicAddress } from '@rf-indicators/core/webhooks/target-check';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { nameResolver } from '../../src/webhooks/sending/name-resolver.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { startNameServer } from './name-server.ts';

const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
const strict: TargetRules = { allowLoopback: false, resolve: async () => PUBLIC };

const ADDRESS = /\d+\.\d+\.\d+\.\d+|[0-9a-f]*::[0-9a-f]*/;

/** Matches a refusal whose text does not tell the address that a name has. */
const namesNoAddress = (text: RegExp) => (error: Error) => {
  assert.match(error.message, text);
  assert.doesNotMatch(error.message, ADDRESS);
  return true;
};

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433', // decimal
  '017700000001', // octal
  '0x7f000001', // hexadecimal
  '0x7f.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '127。0。0。1', // full stops of another script
  '１２７.0.0.1', // digits of another script
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '10.1',
  '100.64.0.1',
  '169.254.169.254', // where clouds keep their metadata
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '0xc0a80101',
  '192.0.0.170',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:93.184.215.14]', // mapped, though the address inside is public
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]', // NAT64
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:7f00:1::]', // 6to4
  '[2001:0:53aa:64c:0:0:f5ff:fffe]', // Teredo
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[fec0::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'hook.localhost',
  'metadata.cloud.internal',
  'printer.local',
  'router',
  'host.home.arpa',
];

test(`${HOSTS.length} spellings of what is not public are refused when they are saved`, async () => {
  for (const host of HOSTS) {
    await assert.rejects(
      readTargetUrl(`https://${host}/hook`, strict),
      /This URL cannot be an endpoint/,
      host,
    );
    await assert.rejects(
      readTargetUrl(`https://${host}:8443/`, strict),
      /This URL cannot be an endpoint/,
      host,
    );
  }
});

test('only https without credentials is taken, and its numbers are written in one way', async () => {
  for (const url of [
    'http://receiver.example.org/',
    'ftp://receiver.example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://name:word@receiver.example.org/',
    'https://name@receiver.example.org/',
    'receiver.example.org',
    'https://',
    `https://receiver.example.org/${'x'.repeat(2048)}`,
    '',
  ]) {
    await assert.rejects(readTargetUrl(url, strict), /This URL cannot be an endpoint/, url);
  }
  assert.equal(
    await readTargetUrl(' https://Receiver.EXAMPLE.org/a?b=c#d ', strict),
    'https://receiver.example.org/a?b=c',
  );
  assert.equal(await readTargetUrl('https://0x5db8d70e/', strict), 'https://93.184.215.14/');
  assert.equal(
    await readTargetUrl('https://[2606:2800:21f::1]:8443/', strict),
    'https://[2606:2800:21f::1]:8443/',
  );
});

test('where the operator allows it, http goes to this machine itself and to no other', async () => {
  const local: TargetRules = { ...strict, allowLoopback: true };
  for (const host of ['127.0.0.1:9999', 'localhost:9999', '[::1]:9999', '2130706433:9999']) {
    assert.match(
      await readTargetUrl(`http://${host}/hook`, local),
      /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):9999\/hook$/,
    );
  }
  for (const url of [
    'http://receiver.example.org/',
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'http://hook.localhost/',
    'http://[::ffff:127.0.0.1]/',
  ]) {
    await assert.rejects(readTargetUrl(url, local), /This URL cannot be an endpoint/, url);
  }
});

test('a name is refused if it has no address, or even one that is not public', async () => {
  const resolving = (...addresses: string[]): TargetRules => ({ ...strict, resolve: async () => addresses });
  const url = 'https://receiver.example.org/';
  await assert.rejects(readTargetUrl(url, resolving()), /has no IP address/);
  for (const inner of [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ]) {
    await assert.rejects(
      readTargetUrl(url, resolving(...PUBLIC, inner)),
      namesNoAddress(/receiver\.example\.org has an address that is private, local or reserved/),
      inner,
    );
  }
  assert.equal(await readTargetUrl(url, resolving(...PUBLIC)), url);
});

test('public addresses are public', () => {
  for (const address of [
    ...PUBLIC,
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '2001:200::1',
    '2a00::1',
    '3ffe::1',
  ]) {
    assert.ok(isPublicAddress(address), address);
  }
  for (const address of ['2001:1ff::1', '2001::1', '4000::1', '1fff::1', '::ffff:8.8.8.8', 'fe80::1%eth0']) {
    assert.ok(!isPublicAddress(address), address);
  }
});

/** Something private on this machine that must never be reached. */
async function privateService(t: TestContext): Promise<{ port: number; reached: () => number }> {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end('secret');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => server.close());
  return { port: (server.address() as AddressInfo).port, reached: () => reached };
}

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
