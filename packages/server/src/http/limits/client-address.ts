// The client address that rate limits count by: an IPv4 address, or the /64 network of an IPv6 address, because one
// subscriber usually gets a whole /64. X-Forwarded-For is used only if a trusted proxy wrote it.

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Null if no proxy is trusted. */
export type TrustedProxies = BlockList | null;

/** A socket that is already closed has no address; all such requests count together. */
const UNKNOWN = 'unknown';
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Client addresses by socket address, because requests on one connection share it. */
const cache = new Map<string, string>();
const MAX_CACHED = 10_000;

export function requestAddress({ socket, headers }: IncomingMessage, trusted: TrustedProxies): string {
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trusted);
}

export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: TrustedProxies,
): string {
  if (socketAddress === undefined) return UNKNOWN;
  if (trusted === null || forwardedFor === undefined) return limitAddress(socketAddress);
  const entries = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
  return limitAddress(forwardedAddress(socketAddress, entries, trusted));
}

/** Parses RF_TRUST_PROXY: empty or `none`, or a comma-separated list of addresses, CIDR ranges and `loopback`. */
export function parseTrustProxy(text: string): TrustedProxies {
  if (text.trim() === '' || text.trim() === 'none') return null;
  const trusted = new BlockList();
  for (const item of text.split(',').map((part) => part.trim())) {
    for (const range of item === 'loopback' ? LOOPBACK : [item]) addRange(trusted, range);
  }
  return trusted;
}

export function isTrustedProxy(socketAddress: string | undefined, trusted: TrustedProxies): boolean {
  const plain = socketAddress === undefined || trusted === null ? null : plainAddress(socketAddress);
  return plain !== null && trusted!.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

function addRange(trusted: BlockList, text: string): void {
  const [address = '', prefix, ...more] = text.split('/');
  const plain = plainAddress(address);
  if (plain === null || more.length > 0) throw trustProxyError(`"${text}" is not valid`);
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  if (prefix === undefined) {
    trusted.addAddress(plain, family);
    return;
  }
  if (family === 'ipv4' && address !== plain) {
    throw trustProxyError(`"${text}" is an IPv4 range, so write it with an IPv4 address`);
  }
  const longest = family === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) {
    throw trustProxyError(`the prefix of "${text}" must be a number from 0 to ${longest}`);
  }
  trusted.addSubnet(plain, Number(prefix), family);
}

function trustProxyError(why: string): Error {
  return new Error(`RF_TRUST_PROXY must be none, or a list of addresses, CIDR ranges and loopback: ${why}.`);
}

/**
 * Each proxy appends the address of its peer, so the list is read from the right, as long as the proxy that wrote an
 * entry is trusted. Entries to the left of the first untrusted address may be forged.
 */
function forwardedAddress(socketAddress: string, entries: string, trusted: BlockList): string {
  let client = plainAddress(socketAddress);
  if (client === null) return socketAddress;
  let end = entries.length;
  while (end > 0 && trusted.check(client, isIPv4(client) ? 'ipv4' : 'ipv6')) {
    const comma = entries.lastIndexOf(',', end - 1);
    const next = plainAddress(withoutPort(entries.slice(comma + 1, end).trim()));
    if (next === null) break;
    client = next;
    end = comma;
  }
  return copyOf(client);
}

/** A substring keeps its whole source string in memory: here the header, for as long as the client is counted. */
function copyOf(address: string): string {
  return Buffer.from(address, 'latin1').toString('latin1');
}

/** Some proxies also write the client port: 192.0.2.1:4711 or [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return inBrackets ?? ipv4 ?? entry;
}

function limitAddress(address: string): string {
  const cached = cache.get(address);
  if (cached !== undefined) return cached;
  const plain = plainAddress(address);
  const client = plain === null ? UNKNOWN : isIPv4(plain) ? plain : network64(plain);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(address, client);
  return client;
}

/** The address without a zone id, and an IPv4-mapped IPv6 address as IPv4; null if the text is not an IP address. */
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
