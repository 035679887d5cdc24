// Checks the targets of webhooks, to prevent requests to private networks. A target is checked when it is saved and
// again for each connection, because a name can resolve to a different address by then.

import { BlockList, isIP, isIPv4 } from 'node:net';
import {
  type AllowedReceivers,
  isListed,
  isNeverAllowed,
  isNeverAllowedName,
  NO_RECEIVERS,
} from './allowed-receivers.ts';

const LONGEST_URL = 2048;
/** Top-level names that are not on the public internet. */
const PRIVATE_TOP_LEVELS = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'arpa',
  'test',
];

export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Returns all IPv4 and IPv6 addresses of a name, or an empty list. */
export type Resolve = (name: string) => Promise<string[]>;

export interface TargetRules {
  /** Whether to allow http and https to this machine itself, for development. */
  allowLoopback: boolean;
  /** Private receivers that the operator allows; none if absent. */
  allowed?: AllowedReceivers;
  resolve: Resolve;
}

/** Parsing also normalises unusual spellings of IP addresses, such as 0x7f.1. */
export function parseTarget(
  text: string,
  { allowLoopback, allowed = NO_RECEIVERS }: Omit<TargetRules, 'resolve'>,
): URL {
  const url = URL.parse(text);
  if (url === null || text.length > LONGEST_URL) {
    throw new TargetError(
      `It must be a URL of at most ${LONGEST_URL} characters, such as https://example.org/hook.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetError(
      'It must not contain a user name or password. Receivers authenticate webhooks by their signature.',
    );
  }
  const host = hostOf(url);
  const mayBeLoopback =
    allowLoopback && (host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host)));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeLoopback)) {
    const also = allowLoopback ? ', or with http:// to this machine itself' : '';
    throw new TargetError(`It must begin with https://${also}.`);
  }
  if (mayBeLoopback) return withoutFragment(url);
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host) && !isListed(allowed, host, host)) throw notPublic(host);
  } else if (isNeverAllowedName(host) || (isPrivateName(host) && !mayBePrivate(host, allowed))) {
    throw new TargetError(
      `The host name ${host} is not on the public internet, and the operator does not list it.`,
    );
  }
  return withoutFragment(url);
}

/** Resolves the target to the addresses to connect to. Throws if any of them is not allowed. */
export async function addressesOf(
  url: URL,
  { allowLoopback, allowed = NO_RECEIVERS, resolve }: TargetRules,
): Promise<string[]> {
  const host = hostOf(url);
  if (allowLoopback && host === 'localhost') return ['127.0.0.1', '::1'];
  const isLiteral = isIP(host) !== 0;
  const addresses = isLiteral ? [host] : await resolve(host);
  if (addresses.length === 0) throw new TargetError(`The host name ${host} has no IP address.`);
  for (const address of addresses) {
    const isLoopback = isLiteral && allowLoopback && isLoopbackAddress(address);
    const isAllowed = isLoopback || isPublicAddress(address) || isListed(allowed, host, address);
    if (!isAllowed) throw isLiteral ? notPublic(address) : leadsInside(host);
  }
  return addresses;
}

/** Such a name is not on the public internet. */
function isPrivateName(host: string): boolean {
  return !host.includes('.') || PRIVATE_TOP_LEVELS.includes(host.split('.').at(-1)!);
}

/** A listed range can hold what any name stands for: then its addresses decide. */
function mayBePrivate(host: string, { ranges, names }: AllowedReceivers): boolean {
  return ranges.length > 0 || names.includes(host);
}

/** The host in lower case, without brackets and without a trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function withoutFragment(url: URL): URL {
  url.hash = '';
  return url;
}

/** Does not name the address: it would tell a customer what the names in the network of the service stand for. */
function leadsInside(host: string): TargetError {
  return new TargetError(
    `The host name ${host} has an address that is private, local or reserved. Webhooks are sent to public addresses, and to private ones that the operator lists.`,
  );
}

/** For an address that the customer wrote. */
function notPublic(address: string): TargetError {
  return new TargetError(
    `The address ${address} is private, local or reserved. Webhooks are sent to public addresses, and to private ones that the operator lists.`,
  );
}

/**
 * IP addresses that webhooks must not be sent to. For IPv6, only global unicast is allowed, without its special ranges,
 * which also excludes mapped, translated and local forms.
 */
const REFUSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, including cloud metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];
const GLOBAL_IPV6 = '2000::/3';
const REFUSED_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const refusedIpv4 = listOf(REFUSED_IPV4, 'ipv4');
const refusedIpv6 = listOf(REFUSED_IPV6, 'ipv6');
const globalIpv6 = listOf([GLOBAL_IPV6], 'ipv6');
const loopbackIpv4 = listOf(['127.0.0.0/8'], 'ipv4');

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = range.split('/');
    list.addSubnet(network!, Number(bits), family);
  }
  return list;
}

/** Takes an address as a resolver or a socket returns it: without brackets, possibly with a zone. */
export function isPublicAddress(address: string): boolean {
  if (isNeverAllowed(address)) return false;
  if (isIPv4(address)) return !refusedIpv4.check(address, 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? loopbackIpv4.check(address, 'ipv4') : address === '::1';
}
