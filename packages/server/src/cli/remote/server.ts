// The server that a command uses: RF_URL, or --url, which is put there.

import { type Terminal, UsageError } from '../terminal.ts';

export interface Server {
  /** Without a slash at the end. Kept tokens are found by it. */
  href: string;
  isLoopback: boolean;
  isEncrypted: boolean;
}

/** Null if the command uses the store of this machine. */
export function serverOf({ env }: Pick<Terminal, 'env'>): Server | null {
  const given = env.RF_URL?.trim();
  return given ? readServer(given) : null;
}

export function readServer(text: string): Server {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `"${text}" is not the address of a server. Write it as https://indicators.example (RF_URL or --url).`,
    );
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `The address of a server has no user, query or fragment: ${url.origin}${url.pathname} (RF_URL or --url).`,
    );
  return {
    href: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    isLoopback: /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname),
    isEncrypted: url.protocol === 'https:',
  };
}
