// Which encoding a caller prefers among those that are prepared.

import type { Encoding } from '../indicators/body.ts';

/** The same few headers come again and again. */
const known = new Map<string, Encoding>();
const KNOWN_AT_MOST = 1000;

export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const before = known.get(acceptEncoding);
  if (before !== undefined) return before;
  const preferred = choose(acceptEncoding);
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(acceptEncoding, preferred);
  return preferred;
}

function choose(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [brotli, gzip] = [weightOf('br'), weightOf('gzip')];
  if (brotli > 0 && brotli >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}
