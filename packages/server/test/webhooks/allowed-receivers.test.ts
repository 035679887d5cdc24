// Private receivers that the operator lists: what the list allows, and what it can never allow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllowedReceivers } from '@rf-indicators/core/webhooks/allowed-receivers';
import { readTargetUrl } from '@rf-indicators/core/webhooks/endpoints';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { readConfig } from '../../src/service/config.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { HOSTS, namesNoAddress, privateService } from './target-hosts.ts';

const METADATA = [
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
];
const listed = (text: string, ...addresses: string[]): TargetRules => ({
  allowLoopback: false,
  allowed: parseAllowedReceivers(text),
  resolve: async () => addresses,
});

test('a private receiver that the operator lists is taken, by its range or its name', async () => {
  const rules = listed('10.20.0.0/16, FD12:3456::/32 hooks.corp.example. receiver', '10.20.3.4');
  for (const [url, written] of [
    ['https://10.20.3.4/a', 'https://10.20.3.4/a'],
    ['https://0x0a140304/', 'https://10.20.3.4/'],
    ['https://[fd12:3456::1]:8443/', 'https://[fd12:3456::1]:8443/'],
    ['https://Hooks.CORP.example./', 'https://hooks.corp.example./'],
    ['https://receiver/', 'https://receiver/'],
    // A range also holds what other names stand for.
    ['https://anything.internal/', 'https://anything.internal/'],
    ['https://public.example.org/', 'https://public.example.org/'],
  ] as const)
    assert.equal(await readTargetUrl(url, rules), written);
  const byName = listed('hooks.corp.example', '192.168.7.7', 'fd00::7');
  assert.equal(await readTargetUrl('https://hooks.corp.example/', byName), 'https://hooks.corp.example/');
});

test('every other private address stays refused, and so do metadata, link-local and loopback addresses', async () => {
  const rules = listed('10.20.0.0/16,fd12:3456::/32,hooks.corp.example', '10.20.3.4');
  for (const host of HOSTS.filter(
    (host) => !/^(host\.home\.arpa|printer\.local|router|metadata\.cloud\.internal)$/.test(host),
  ))
    await assert.rejects(readTargetUrl(`https://${host}/`, rules), /This URL cannot be an endpoint/, host);
  for (const url of [
    'http://10.20.3.4/',
    'http://hooks.corp.example/',
    'https://10.21.0.1/',
    'https://10.19.255.255/',
    'https://[fd12:3457::1]/',
    'https://[::ffff:10.20.3.4]/', // the same address, in other notations
    'https://[::10.20.3.4]/',
    'https://[64:ff9b::a14:304]/',
    'https://[2002:a14:304::]/',
    'https://name:word@10.20.3.4/',
  ])
    await assert.rejects(readTargetUrl(url, rules), /This URL cannot be an endpoint/, url);
  for (const inner of [
    ...METADATA,
    '127.0.0.1',
    '::1',
    'fe80::1',
    '0.0.0.0',
    '224.0.0.1',
    '::ffff:10.20.3.4',
    '192.0.2.1',
  ]) {
    for (const host of ['hooks.corp.example', 'other.example.org']) {
      const resolving = { ...rules, resolve: async () => ['10.20.3.4', inner] };
      await assert.rejects(
        readTargetUrl(`https://${host}/`, resolving),
        namesNoAddress(/has an address that is private, local or reserved/),
        `${host} ${inner}`,
      );
    }
  }
  // A listed name can have any private address; another name only one of a listed range.
  const moved = { ...rules, resolve: async () => ['10.21.0.1'] };
  assert.ok(await readTargetUrl('https://hooks.corp.example/', moved));
  await assert.rejects(
    readTargetUrl('https://other.example.org/', moved),
    namesNoAddress(/has an address that is private/),
  );
});

test('with a listed range, a name that means another address by the time of connecting is refused then', async (t) => {
  const { port, reached } = await privateService(t);
  let asked = 0;
  const rules: TargetRules = {
    ...listed('10.20.0.0/16,hooks.corp.example'),
    resolve: async () => {
      asked += 1;
      return asked % 2 === 1 ? ['10.20.3.4'] : [asked === 2 ? '127.0.0.1' : '168.63.129.16'];
    },
  };
  const sender = createSender(rules);
  cleanUp(t, () => sender.close());
  for (const host of ['hooks.corp.example', 'rebind.example.org']) {
    const url = await readTargetUrl(`https://${host}:${port}/`, rules);
    const { code, error } = await sender.send({ url, headers: {}, body: Buffer.from('{}') });
    assert.equal(code, null);
    assert.match(error!, /^refused: The host name .* has an address that is private/);
  }
  assert.deepEqual([asked, reached()], [4, 0]);
});

test('a setting that lists what can never be listed is refused, with the entry and the reason', () => {
  const refused: [text: string, message: RegExp][] = [
    ['127.0.0.1', /"127\.0\.0\.1" has loopback addresses \(127\.0\.0\.0\/8\), which can never be listed/],
    ['127.0.0.0/8', /loopback/],
    ['::1', /addresses of this machine/],
    ['169.254.169.254', /link-local/],
    ['169.254.0.0/16', /link-local/],
    ['fe80::/10', /link-local/],
    ['0.0.0.0/0', /can never be listed\. List smaller ranges/],
    ['::/0', /can never be listed/],
    ['168.63.129.16', /Azure/],
    ['100.64.0.0/10', /Alibaba/],
    ['100.100.100.200', /Alibaba/],
    ['192.0.0.192', /Oracle/],
    ['fd00::/8', /can never be listed/],
    ['fd00:ec2::254', /AWS/],
    ['fd20:ce::254', /Google/],
    ['10.0.0.0/8,localhost', /"localhost" names this machine or a metadata service/],
    ['LOCALHOST.', /can never be listed/],
    ['metadata.google.internal', /can never be listed/],
    ['8.8.8.8', /is not within a private network/],
    ['10.0.0.0/7', /is not within a private network/],
    ['::ffff:10.0.0.1', /is not within a private network|can never be listed/],
    ['64:ff9b::/96', /is not within a private network/],
    ['2002:a00::/24', /is not within a private network/],
    ['10.0.0.0/33', /is not an address or a range/],
    ['10.0.0.0/', /is not an address or a range/],
    ['fd12::1%eth0', /is not an address or a range/],
    ['0x0a000001', /is not a host name or a range/],
    ['010.0.0.1', /is not a host name or a range/],
    ['167772161', /is not a host name or a range/],
    ['https://hooks.corp.example/', /is not an address or a range/],
    ['*.corp.example', /is not a host name or a range/],
  ];
  for (const [text, message] of refused) {
    assert.throws(() => parseAllowedReceivers(text), message, text);
    assert.throws(
      () => readConfig({ RF_WEBHOOK_ALLOW: text }),
      (error: Error) => {
        assert.match(error.message, /^RF_WEBHOOK_ALLOW must be a list of private ranges and host names/);
        assert.match(error.message, message);
        return true;
      },
      text,
    );
  }
  assert.deepEqual(parseAllowedReceivers(' 10.20.0.0/16,\n192.168.1.5  Hooks.Corp.Example. '), {
    ranges: ['10.20.0.0/16', '192.168.1.5/32'],
    names: ['hooks.corp.example'],
  });
  assert.equal(readConfig({}).webhookAllow, null);
});
