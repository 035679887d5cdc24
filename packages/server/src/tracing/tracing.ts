// Records spans and sends them to an OpenTelemetry collector. A thread loads this file only if traces are set up.

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Context, Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './settings.ts';

/** Spans that wait to be sent. Further ones are dropped, so that a collector that is away takes no memory. */
const QUEUED_SPANS = 2048;
const BATCH_SPANS = 512;
const SEND_EVERY_MS = 1000;
/** An export that takes longer is given up, with its retries. */
const EXPORT_MS = 3000;
/** How long a stop waits for the last spans. */
const LAST_EXPORT_MS = 1000;
const LONGEST_VALUE = 256;

export interface Tracing {
  tracer: Tracer;
  /** Which span is active where. */
  contexts: Contexts;
  /** Sends the remaining spans, for at most a second. */
  stop(): Promise<void>;
}

export interface Contexts {
  active(): Context;
  with<T>(context: Context, act: () => T): T;
}

export interface TracingOptions {
  /** The name of this process among those of the service. */
  node: string;
  onError: (error: unknown) => void;
}

export function startTracing(settings: TracingSettings, { node, onError }: TracingOptions): Tracing {
  // Without it, errors of exports go nowhere. The log counts a message that repeats.
  setGlobalErrorHandler((error) => onError(`Traces cannot be sent to the collector: ${messageOf(error)}`));
  const agent = settings.url.startsWith('https:')
    ? new HttpsAgent({ keepAlive: true })
    : new HttpAgent({ keepAlive: true });
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: EXPORT_MS,
    httpAgentOptions: () => agent,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.instance.id': node,
    }),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUED_SPANS,
        maxExportBatchSize: BATCH_SPANS,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  return {
    tracer: provider.getTracer('rf-risk-indicators'),
    contexts,
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_EXPORT_MS);
      });
      // An error has been reported above; it may come long after the stop.
      await Promise.race([provider.shutdown().catch(() => undefined), tooLong]);
      clearTimeout(timer);
      contexts.disable();
      // A connection to a collector that does not answer would keep the process from ending.
      agent.destroy();
    },
  };
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

// Decides which traces are recorded, by the names that OpenTelemetry defines for OTEL_TRACES_SAMPLER.

function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  if (sampler.startsWith('parentbased_'))
    return new ParentBasedSampler({ root: rootSampler(sampler, ratio) });
  return rootSampler(sampler, ratio);
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name.endsWith('always_on')) return new AlwaysOnSampler();
  if (name.endsWith('always_off')) return new AlwaysOffSampler();
  return new TraceIdRatioBasedSampler(ratio);
}
