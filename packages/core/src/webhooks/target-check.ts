// Where webhooks may go. A target is looked at when it is saved and again when it is connected to: a name can mean
// another address by then. Only addresses that were looked at are ever connected to.

import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './special-addresses.ts';

const LONGEST_URL = 2048;
/** Names that mean something only inside a machine or a network. */
const INNER_NAMES = [
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

/** All addresses of a name, of both families; an empty list where it has none. */
export type Resolve = (name: string) => Promise<string[]>;

export interface TargetRules {
  /** Whether http and https to this machine itself is taken: for development. */
  allowLoopback: boolean;
  resolve: Resolve;
}

/** The address in its one spelling: whatever form a host's numbers were written in is undone by parsing. */
export function parseTarget(text: string, { allowLoopback }: Pick<TargetRules, 'allowLoopback'>): URL {
  const url = URL.parse(text);
  if (url === null || text.length > LONGEST_URL) {
    throw new TargetError(
      `It must be an address of at most ${LONGEST_URL} characters, such as https://example.org/hook.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetError(
      'It must not contain a user name or password: a receiver recognises us by the signature.',
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
    if (!isPublicAddress(host)) throw notPublic(host);
  } else if (!host.includes('.') || INNER_NAMES.includes(host.split('.').at(-1)!)) {
    throw new TargetError(`The name ${host} is not a name on the public internet.`);
  }
  return withoutFragment(url);
}

/** Every address that the target may be connected to; throws if even one of them is not to be. */
export async function addressesOf(url: URL, { allowLoopback, resolve }: TargetRules): Promise<string[]> {
  const host = hostOf(url);
  if (allowLoopback && host === 'localhost') return ['127.0.0.1', '::1'];
  const isLiteral = isIP(host) !== 0;
  const addresses = isLiteral ? [host] : await resolve(host);
  if (addresses.length === 0) throw new TargetError(`The name ${host} has no address.`);
  for (const address of addresses) {
    const isFine = isPublicAddress(address) || (isLiteral && allowLoopback && isLoopbackAddress(address));
    if (!isFine) throw notPublic(address);
  }
  return addresses;
}

/** Lower case, without brackets and without the dot that ends a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function withoutFragment(url: URL): URL {
  url.hash = '';
  return url;
}

function notPublic(address: string): TargetError {
  return new TargetError(
    `The address ${address} is private, local or reserved. Webhooks are sent to public addresses only.`,
  );
}
