// Resolves the host names of webhook targets.

import { Resolver } from 'node:dns/promises';
import type { Resolve } from '@rf-indicators/core/webhooks/target-check';

const RESOLVE_TIMEOUT_MS = 3000;
const RESOLVE_TRIES = 2;

/** Queries name servers directly: the system resolver has few threads, and one slow name would delay all others. */
export function nameResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: RESOLVE_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
}
