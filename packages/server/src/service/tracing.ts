// Starts the traces of the serving thread. Without an endpoint there are none, and nothing of them is loaded.

import type { RequestFacts, RequestTracing } from '../http/request-log.ts';
import type { Config } from './config.ts';
import type { Threads } from './threads.ts';

export interface ServiceTracing {
  requests: RequestTracing;
  /** Replaces the functions that call other threads by ones that do the same inside a span. */
  traceCalls(threads: Threads): void;
  stop(): Promise<void>;
}

export async function startServiceTracing(
  { tracing: settings, node, baseUrl }: Pick<Config, 'tracing' | 'node' | 'baseUrl'>,
  facts: RequestFacts | null,
  onError: (error: unknown) => void,
): Promise<ServiceTracing | null> {
  if (settings === null || facts === null) return null;
  const { startTracing } = await import('../tracing/tracing.ts');
  const { requestTracing } = await import('../tracing/request-spans.ts');
  const { traceCalls } = await import('../tracing/call-spans.ts');
  const tracing = startTracing(settings, { node, onError });
  return {
    requests: requestTracing(tracing, { baseUrl, facts }),
    traceCalls: (threads) => traceCalls(tracing, threads),
    stop: () => tracing.stop(),
  };
}
