// Where webhooks may go: which addresses are taken when an endpoint is saved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargetUrl } from '@rf-indicators/core/webhooks/endpoints';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { isPublicAddress } from '@rf-indicators/core/webhooks/target-check';
import { HOSTS, namesNoAddress, PUBLIC, strict } from './target-hosts.ts';

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
