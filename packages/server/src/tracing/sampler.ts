// Decides which traces are recorded, by the names that OpenTelemetry defines for OTEL_TRACES_SAMPLER.

import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './settings.ts';

export function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  if (sampler.startsWith('parentbased_'))
    return new ParentBasedSampler({ root: rootSampler(sampler, ratio) });
  return rootSampler(sampler, ratio);
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name.endsWith('always_on')) return new AlwaysOnSampler();
  if (name.endsWith('always_off')) return new AlwaysOffSampler();
  return new TraceIdRatioBasedSampler(ratio);
}
