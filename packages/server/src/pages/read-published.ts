// What pages show is what the API serves: the same bytes, read where they are kept.

import { OPERATIONS } from '@rf-indicators/contract';
import type { ReadId } from '../api/reads.ts';
import type { AppDependencies } from '../service/dependencies.ts';
import { canonicalUrl } from '../http/canonical-url.ts';
import type { Body } from '../rendering/body.ts';
import type { Fault, Parameters } from '../rendering/reading.ts';

export async function readPublished(
  { published, reader }: Pick<AppDependencies, 'published' | 'reader'>,
  operation: ReadId,
  parameters: Parameters,
): Promise<Body | Fault> {
  const url = canonicalUrl(OPERATIONS[operation], parameters);
  const ready = published.document(url) ?? published.kept(url);
  if (ready) return ready;
  const { swaps } = published;
  const prepared = await reader.read(operation, parameters);
  if ('problem' in prepared) return prepared;
  // What was read before a swap may be old after it.
  if (published.swaps === swaps) published.keep(url, prepared.toKeep);
  return prepared.toKeep;
}

export function jsonOf<T>({ identity }: Body): T {
  return JSON.parse(Buffer.from(identity).toString('utf8')) as T;
}
