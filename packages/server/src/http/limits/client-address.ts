// The client that limits count: an IPv4 address, or the /64 of an IPv6 one, for a single subscriber is given that
// many. It is the socket's address; X-Forwarded-For is believed only where trusted proxies wrote it.

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Null trusts none. */
export type TrustedProxies = BlockList | null;

/** A socket that is gone already has no address; all of those are counted together. */
const UNKNOWN = 'unknown';
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** A socket keeps its address, so the same few come again and again. */
const counted = new Map<string, string>();
const COUNTED_AT_MOST = 10_000;

export function requestAddress({ socket, headers }: IncomingMessage, trusted: TrustedProxies): string {
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trusted);
}

export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: TrustedProxies,
): string {
  if (socketAddress === undefined) return UNKNOWN;
  if (trusted === null || forwardedFor === undefined) return asCounted(socketAddress);
  const entries = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
  return asCounted(believedAddress(socketAddress, entries, trusted));
}

/** RF_TRUST_PROXY: nothing or `none`, or addresses, ranges in CIDR form and `loopback`, separated by commas. */
export function parseTrustProxy(text: string): TrustedProxies {
  if (text.trim() === '' || text.trim() === 'none') return null;
  const trusted = new BlockList();
  for (const item of text.split(',').map((part) => part.trim())) {
    for (const range of item === 'loopback' ? LOOPBACK : [item]) addRange(trusted, range);
  }
  return trusted;
}

function addRange(trusted: BlockList, text: string): void {
  const [address = '', prefix, ...more] = text.split('/');
  const plain = plainAddress(address);
  if (plain === null || more.length > 0) throw notTrustable(`"${text}" is none of them`);
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  if (prefix === undefined) {
    trusted.addAddress(plain, family);
    return;
  }
  if (family === 'ipv4' && address !== plain) {
    throw notTrustable(`"${text}" is an IPv4 range and must be written as one`);
  }
  const longest = family === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) {
    throw notTrustable(`the prefix of "${text}" must be a number from 0 to ${longest}`);
  }
  trusted.addSubnet(plain, Number(prefix), family);
}

function notTrustable(why: string): Error {
  return new Error(`RF_TRUST_PROXY must list addresses, CIDR ranges or loopback: ${why}.`);
}

/**
 * Each proxy appends whom it heard from. So the list is read from its right end, for as long as the one who wrote
 * an entry is trusted; what stands left of the first untrusted address may be invented.
 */
function believedAddress(socketAddress: string, entries: string, trusted: BlockList): string {
  let believed = plainAddress(socketAddress);
  if (believed === null) return socketAddress;
  let end = entries.length;
  while (end > 0 && trusted.check(believed, isIPv4(believed) ? 'ipv4' : 'ipv6')) {
    const comma = entries.lastIndexOf(',', end - 1);
    const next = plainAddress(withoutPort(entries.slice(comma + 1, end).trim()));
    if (next === null) break;
    believed = next;
    end = comma;
  }
  return copyOf(believed);
}

/** A part of a text keeps the whole of it in memory: here all of a header, for as long as the client is counted. */
function copyOf(address: string): string {
  return Buffer.from(address, 'latin1').toString('latin1');
}

/** Some proxies write the client's port too: 192.0.2.1:4711 or [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return inBrackets ?? ipv4 ?? entry;
}

function asCounted(address: string): string {
  const known = counted.get(address);
  if (known !== undefined) return known;
  const plain = plainAddress(address);
  const client = plain === null ? UNKNOWN : isIPv4(plain) ? plain : network64(plain);
  if (counted.size >= COUNTED_AT_MOST) counted.clear();
  counted.set(address, client);
  return client;
}

/** Without its zone, and an IPv4 address as such even where it came in IPv6 form; null where it is no address. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 0) return null;
  if (isIPv4(text)) return text;
  const address = text.split('%', 1)[0]!;
  const groups = groupsOf(address);
  const mapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (!mapped) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function network64(address: string): string {
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map(numbersOf);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16);
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
