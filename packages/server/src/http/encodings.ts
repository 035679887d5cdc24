// Parses Accept-Encoding into the encodings that the service can send.

import type { Encoding } from '../rendering/body.ts';

/** Clients send only a few different values, so the parsed ones are cached. */
const cache = new Map<string, readonly Encoding[]>();
const PLAIN: readonly Encoding[] = ['identity'];
const MAX_CACHED = 1000;

/** Most preferred first. */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return PLAIN;
  const cached = cache.get(acceptEncoding);
  if (cached !== undefined) return cached;
  const accepted = parse(acceptEncoding);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(acceptEncoding, accepted);
  return accepted;
}

function parse(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  // With equal weights, Brotli comes first because it is smaller. Identity comes last and is always acceptable.
  const compressed = (['br', 'gzip'] as const).filter((name) => weightOf(name) > 0);
  return [...compressed.toSorted((a, b) => weightOf(b) - weightOf(a)), 'identity'];
}
