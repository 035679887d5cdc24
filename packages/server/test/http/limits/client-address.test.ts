import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';
import { clientAddress, parseTrustProxy } from '../../../src/http/limits/client-address.ts';

const PROXIES = parseTrustProxy('loopback, 10.0.0.0/8, 2001:db8:ffff::/48, 192.0.2.200');

const ofSocket = (address: string | undefined) => clientAddress(address, undefined, null);
const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
const ipv4 = fc.ipV4();

test('IPv4 is counted whole, and IPv6 by its /64', () => {
  assert.equal(ofSocket('192.0.2.1'), '192.0.2.1');
  assert.equal(ofSocket('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(ofSocket('2001:0DB8:0001:0002::'), '2001:db8:1:2::/64');
  assert.equal(ofSocket('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(ofSocket('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(ofSocket('fe80:0:0:0:1:2:3:4%eth0.100'), 'fe80:0:0:0::/64');
  assert.equal(ofSocket('::1'), '0:0:0:0::/64');
});

test('all addresses of a /64 are one client, and those of another are another', () => {
  const property = fc.property(groups(4), groups(4), groups(4), (network, host, otherHost) => {
    const address = [...network, ...host].join(':');
    const neighbour = [...network, ...otherHost].join(':').toUpperCase();
    assert.equal(ofSocket(address), ofSocket(neighbour));
    const next = (Number.parseInt(network[3]!, 16) ^ 1).toString(16);
    assert.notEqual(ofSocket(address), ofSocket([...network.slice(0, 3), next, ...host].join(':')));
  });
  fc.assert(property, { seed: 20260401, numRuns: cases(100, 1000) });
});

test('an IPv6 address is the same client in every way of writing it', () => {
  const property = fc.property(groups(8), fc.nat(7), fc.nat(7), (all, from, to) => {
    const zeroed = all.map((group, at) => (at >= from && at <= to ? '0' : group));
    const network = zeroed.slice(0, 4).join(':');
    const short = `${zeroed.slice(0, from).join(':')}::${zeroed.slice(to + 1).join(':')}`;
    if (from < to) assert.equal(ofSocket(short), ofSocket(zeroed.join(':')));
    const mapped = zeroed.slice(0, 6).every((group) => group === '0' || group === 'ffff');
    if (!mapped) assert.equal(ofSocket(zeroed.join(':')), `${network}::/64`);
  });
  fc.assert(property, { seed: 20260401, numRuns: cases(200, 2000) });
});

test('an IPv4 address in IPv6 form is that IPv4 address', () => {
  assert.equal(ofSocket('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(ofSocket('::FFFF:c000:201'), '192.0.2.1');
  assert.equal(ofSocket('0:0:0:0:0:ffff:c000:0201'), '192.0.2.1');
  fc.assert(fc.property(ipv4, (address) => assert.equal(ofSocket(`::ffff:${address}`), address)));
});

test('sockets without an address are counted together', () => {
  assert.equal(ofSocket(undefined), 'unknown');
  assert.equal(ofSocket(''), 'unknown');
});

test('without trusted proxies, X-Forwarded-For changes nothing', () => {
  const header = fc.oneof(
    fc.string(),
    ipv4,
    fc.array(ipv4).map((list) => list.join(', ')),
    fc.array(ipv4),
  );
  const property = fc.property(fc.oneof(ipv4, fc.ipV6()), header, (socket, forwardedFor) => {
    assert.equal(clientAddress(socket, forwardedFor, null), ofSocket(socket));
  });
  fc.assert(property, { seed: 20260401, numRuns: cases(100, 1000) });
});

test('a client that is no trusted proxy is counted by its own address, whatever it says', () => {
  for (const said of ['198.51.100.7', '10.0.0.1', '127.0.0.1', '::1, 10.0.0.1']) {
    assert.equal(clientAddress('203.0.113.5', said, PROXIES), '203.0.113.5');
  }
});

test('through trusted proxies, the right-most untrusted address counts', () => {
  const through = (socket: string, forwardedFor: string | string[]) =>
    clientAddress(socket, forwardedFor, PROXIES);
  assert.equal(through('10.1.2.3', '203.0.113.5'), '203.0.113.5');
  assert.equal(through('::ffff:10.1.2.3', '203.0.113.5'), '203.0.113.5');
  assert.equal(through('10.1.2.3', '198.51.100.7, 203.0.113.5'), '203.0.113.5', 'the left one is invented');
  assert.equal(through('127.0.0.1', '198.51.100.7,203.0.113.5 , 10.9.9.9,192.0.2.200'), '203.0.113.5');
  assert.equal(through('127.0.0.1', ['198.51.100.7', '203.0.113.5, 10.9.9.9']), '203.0.113.5');
  assert.equal(through('::1', '2001:db8:1:2::77, 2001:db8:ffff::1'), '2001:db8:1:2::/64');
  assert.equal(through('::1', '::ffff:203.0.113.5'), '203.0.113.5');
  assert.equal(through('::1', '192.0.2.201'), '192.0.2.201', 'the neighbour of a trusted address');
  assert.equal(through('10.1.2.3', '10.0.0.7, 10.0.0.8'), '10.0.0.7', 'where all are proxies, the first');
});

test('ports that a proxy wrote are left out', () => {
  assert.equal(clientAddress('10.0.0.1', '203.0.113.5:4711', PROXIES), '203.0.113.5');
  assert.equal(clientAddress('10.0.0.1', '[2001:db8:1:2::7]:4711', PROXIES), '2001:db8:1:2::/64');
  assert.equal(clientAddress('10.0.0.1', '[2001:db8:1:2::7]', PROXIES), '2001:db8:1:2::/64');
});

test('what is no address ends the walk at the last that was believed', () => {
  for (const bad of [
    '',
    'unknown',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '300.1.1.1',
    '[::1',
    '1.2.3.4 5.6.7.8',
  ]) {
    assert.equal(clientAddress('10.0.0.1', `203.0.113.5, ${bad}`, PROXIES), '10.0.0.1', bad);
    assert.equal(clientAddress('10.0.0.1', `203.0.113.5, ${bad}, 10.0.0.2`, PROXIES), '10.0.0.2', bad);
  }
});

test('what a client writes never moves the address that its proxy saw', () => {
  const invented = fc.array(fc.oneof(ipv4, fc.string(), fc.constant('10.0.0.9'), fc.ipV6()));
  const property = fc.property(ipv4, invented, (client, said) => {
    fc.pre(!client.startsWith('10.') && !client.startsWith('127.') && client !== '192.0.2.200');
    assert.equal(clientAddress('10.0.0.1', [...said, client, '10.0.0.2'].join(', '), PROXIES), client);
  });
  fc.assert(property, { seed: 20260401, numRuns: cases(200, 2000) });
});

test('RF_TRUST_PROXY: none, names, addresses and ranges', () => {
  assert.equal(parseTrustProxy(''), null);
  assert.equal(parseTrustProxy(' none '), null);
  const loopback = parseTrustProxy('loopback');
  for (const socket of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    assert.equal(clientAddress(socket, '203.0.113.5', loopback), '203.0.113.5', socket);
  }
  assert.equal(clientAddress('::2', '203.0.113.5', loopback), '0:0:0:0::/64');
  const mapped = parseTrustProxy('::ffff:10.0.0.1');
  assert.equal(clientAddress('10.0.0.1', '203.0.113.5', mapped), '203.0.113.5');
  const local = parseTrustProxy('fe80::/10');
  assert.equal(
    clientAddress('fe80::7%eth0', '203.0.113.5', local),
    '203.0.113.5',
    'its zone is no part of it',
  );
  const hostBits = parseTrustProxy('10.1.2.3/8');
  assert.equal(clientAddress('10.9.9.9', '203.0.113.5', hostBits), '203.0.113.5');
});

test('RF_TRUST_PROXY that cannot be understood is refused, and told why', () => {
  const refused: [text: string, why: RegExp][] = [
    ['proxy.example', /"proxy\.example" is not valid/],
    ['10.0.0.1,', /"" is not valid/],
    ['10.0.0.0/8/8', /"10\.0\.0\.0\/8\/8" is not valid/],
    ['10.0.0.0/33', /from 0 to 32/],
    ['10.0.0.0/', /from 0 to 32/],
    ['10.0.0.0/-1', /from 0 to 32/],
    ['2001:db8::/129', /from 0 to 128/],
    ['::ffff:10.0.0.0/104', /write it with an IPv4 address/],
    ['true', /"true" is not valid/],
  ];
  for (const [text, why] of refused) {
    assert.throws(() => parseTrustProxy(text), { message: why }, text);
    assert.throws(() => parseTrustProxy(`loopback, ${text}`), {
      message: /^RF_TRUST_PROXY must be none, or a list of/,
    });
  }
});
