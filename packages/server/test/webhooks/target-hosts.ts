// Hosts that webhooks must not go to, in every spelling, and what tests of targets share.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { cleanUp } from '../../../../test/support/lifetime.ts';

export const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
export const strict: TargetRules = { allowLoopback: false, resolve: async () => PUBLIC };

export const ADDRESS = /\d+\.\d+\.\d+\.\d+|[0-9a-f]*::[0-9a-f]*/;

/** Matches a refusal whose text does not tell the address that a name has. */
export const namesNoAddress = (text: RegExp) => (error: Error) => {
  assert.match(error.message, text);
  assert.doesNotMatch(error.message, ADDRESS);
  return true;
};

export const HOSTS = [
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
  '168.63.129.16', // the host service of Azure, though its address is public
  '2822734096',
  '0xa83f8110',
  '168.63.33040',
  '100.100.100.200', // metadata of Alibaba Cloud
  '192.0.0.192', // of Oracle Cloud
  '[fd20:ce::254]', // of Google Cloud
  '[fd00:42::42]', // of Scaleway
  '[::ffff:168.63.129.16]',
  '[64:ff9b::a83f:8110]',
  'metadata.google.internal',
  'METADATA.Google.Internal.',
  'metadata.goog',
  'metadata.tencentyun.com',
  'a.metadata.packet.net',
  'instance-data',
];

/** Something private on this machine that must never be reached. */
export async function privateService(t: TestContext): Promise<{ port: number; reached: () => number }> {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end('secret');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => server.close());
  return { port: (server.address() as AddressInfo).port, reached: () => reached };
}
