// Which encodings a caller takes, among those that we prepare.

import type { Encoding } from '../rendering/body.ts';

/** The same few headers come again and again. */
const known = new Map<string, readonly Encoding[]>();
const PLAIN: readonly Encoding[] = ['identity'];
const KNOWN_AT_MOST = 1000;

/** The preferred one first. */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return PLAIN;
  const before = known.get(acceptEncoding);
  if (before !== undefined) return before;
  const accepted = read(acceptEncoding);
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(acceptEncoding, accepted);
  return accepted;
}

function read(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  // Of two that the caller likes as much, the smaller comes first; plain bytes come last, but everyone takes them.
  const compressed = (['br', 'gzip'] as const).filter((name) => weightOf(name) > 0);
  return [...compressed.toSorted((a, b) => weightOf(b) - weightOf(a)), 'identity'];
}
