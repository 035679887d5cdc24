// Private receivers of webhooks that the operator allows (RF_WEBHOOK_ALLOW): ranges of addresses, and host names. Addresses of
// this machine, of the link and of the metadata services of clouds can never be listed.

import { BlockList, isIP, isIPv4 } from 'node:net';

export interface AllowedReceivers {
  /** In CIDR notation, such as 10.20.0.0/16. */
  ranges: readonly string[];
  /** In lower case, without a trailing dot. */
  names: readonly string[];
}

export const NO_RECEIVERS: AllowedReceivers = { ranges: [], names: [] };

/** What can be listed: the addresses of private networks. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/** What webhooks never go to, whatever is listed. */
const NEVER: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'addresses of this machine',
  '127.0.0.0/8': 'loopback addresses',
  '169.254.0.0/16': 'link-local addresses, with the metadata services of most clouds',
  '168.63.129.16/32': 'the host service of Azure',
  '100.100.100.200/32': 'the metadata service of Alibaba Cloud',
  '192.0.0.192/32': 'the metadata service of Oracle Cloud',
  '::/127': 'addresses of this machine',
  'fe80::/10': 'link-local addresses',
  'fd00:ec2::/32': 'the metadata and host services of AWS',
  'fd20:ce::254/128': 'the metadata service of Google Cloud',
  'fd00:42::42/128': 'the metadata service of Scaleway',
};

/** Names of this machine and of metadata services. Names below them are refused too. */
const NEVER_NAMES = [
  'localhost',
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
];

type Family = 'ipv4' | 'ipv6';

/** One list for each family: a list with both would take an IPv4-mapped IPv6 address for the IPv4 address inside. */
class Ranges {
  readonly #lists: Record<Family, BlockList> = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const { address, bits, family } = split(range);
      this.#lists[family].addSubnet(address, bits, family);
    }
  }

  has(address: string): boolean {
    const family = familyOf(address);
    return this.#lists[family].check(address, family);
  }
}

const familyOf = (address: string): Family => (isIPv4(address) ? 'ipv4' : 'ipv6');

function split(range: string): { address: string; bits: number; family: Family } {
  const [address = '', bits] = range.split('/');
  const family = familyOf(address);
  return { address, bits: bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family };
}

const never = new Ranges(Object.keys(NEVER));
const privateRanges = new Ranges(PRIVATE);
const known = new WeakMap<AllowedReceivers, Ranges>();

export function isNeverAllowed(address: string): boolean {
  return never.has(address);
}

export function isNeverAllowedName(host: string): boolean {
  return NEVER_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** Whether the operator lists the address, or the name that has it. A name can have any private address. */
export function isListed(allowed: AllowedReceivers, host: string, address: string): boolean {
  if (isNeverAllowed(address)) return false;
  if (allowed.names.includes(host) && privateRanges.has(address)) return true;
  const ranges = known.get(allowed) ?? new Ranges(allowed.ranges);
  known.set(allowed, ranges);
  return ranges.has(address);
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/;

/** Reads a list with commas or spaces between its entries. Throws an error that says which entry is wrong, and why. */
export function parseAllowedReceivers(text: string): AllowedReceivers {
  const ranges: string[] = [];
  const names: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const lower = entry.toLowerCase().replace(/\.$/, '');
    if (lower.includes('/') || lower.includes(':') || isIP(lower) !== 0) ranges.push(readRange(lower));
    else names.push(readHostName(lower));
  }
  return { ranges, names };
}

function readRange(entry: string): string {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = familyOf(address);
  const longest = family === 'ipv4' ? 32 : 128;
  const isValid =
    isIP(address) !== 0 &&
    !address.includes('%') &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest));
  if (!isValid) throw new Error(`"${entry}" is not an address or a range, such as 10.20.0.0/16`);
  const range = `${address}/${prefix ?? longest}`;
  for (const [other, what] of Object.entries(NEVER)) {
    if (overlap(range, other))
      throw new Error(`"${entry}" has ${what} (${other}), which can never be listed. List smaller ranges`);
  }
  if (!PRIVATE.some((one) => isWithin(range, one)))
    throw new Error(`"${entry}" is not within a private network (${PRIVATE.join(', ')})`);
  return range;
}

function readHostName(entry: string): string {
  // Numbers in any notation are addresses for a URL.
  const isNumber = /(^|\.)(\d+|0x[0-9a-f]*)$/.test(entry);
  if (isNumber || !HOST_NAME.test(entry))
    throw new Error(`"${entry}" is not a host name or a range, such as 10.20.0.0/16`);
  if (isNeverAllowedName(entry))
    throw new Error(`"${entry}" names this machine or a metadata service, which can never be listed`);
  return entry;
}

function overlap(one: string, other: string): boolean {
  const [a, b] = [split(one), split(other)];
  if (a.family !== b.family) return false;
  return new Ranges([one]).has(b.address) || new Ranges([other]).has(a.address);
}

function isWithin(inner: string, outer: string): boolean {
  const [a, b] = [split(inner), split(outer)];
  return a.family === b.family && a.bits >= b.bits && new Ranges([outer]).has(a.address);
}
