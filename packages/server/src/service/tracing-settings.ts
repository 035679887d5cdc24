// Reads the settings of traces. Their names and meanings are those that OpenTelemetry defines.

import { SAMPLERS, type SamplerName, type TracingSettings } from '../tracing/settings.ts';
import { ConfigError } from './config-error.ts';

const DEFAULT_NAME = 'rf-risk-indicators';

/** null without an endpoint: then nothing is recorded, and nothing of it is loaded. */
export function readTracing(env: Readonly<Record<string, string | undefined>>): TracingSettings | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://localhost:4318, not "${endpoint}".`,
    );
  return {
    url: `${url.href.replace(/\/$/, '')}/v1/traces`,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS || ''),
    serviceName: env.OTEL_SERVICE_NAME || DEFAULT_NAME,
    sampler: readSampler(env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'),
    ratio: readRatio(env.OTEL_TRACES_SAMPLER_ARG || '1'),
  };
}

/** As in W3C Baggage: NAME=VALUE, separated by commas, with values in percent-encoding. */
function readHeaders(text: string): Record<string, string> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
      try {
        if (name !== undefined) return [name.toLowerCase(), decodeURIComponent(value!)];
      } catch {
        // Said below, without the value, which may be a secret.
      }
      throw new ConfigError(
        'OTEL_EXPORTER_OTLP_HEADERS must be NAME=VALUE, several separated by commas, with values in percent-encoding.',
      );
    }),
  );
}

function readSampler(text: string): SamplerName {
  const found = SAMPLERS.find((name) => name === text);
  if (found !== undefined) return found;
  throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not "${text}".`);
}

function readRatio(text: string): number {
  if (/^\d*\.?\d+$/.test(text) && Number(text) <= 1) return Number(text);
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
}
