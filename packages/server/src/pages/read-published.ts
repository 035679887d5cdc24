// Reads the API response that a page is rendered from, so that pages show exactly what the API serves.

import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import { canonicalUrl } from '../http/canonical-url.ts';
import type { Body } from '../rendering/body.ts';
import type { Parameters, ReadProblem } from '../rendering/reading.ts';
import type { PageDependencies } from './dependencies.ts';

export async function readPublished(
  { published, sharedReads, reader }: Pick<PageDependencies, 'published' | 'sharedReads' | 'reader'>,
  operation: OperationId,
  parameters: Parameters,
): Promise<Body | ReadProblem> {
  const url = canonicalUrl(OPERATIONS[operation], parameters);
  const ready = published.document(url) ?? published.kept(url);
  if (ready) return ready;
  const prepared = await sharedReads.read(
    url,
    () => reader.read(operation, parameters),
    (given) => {
      if (!('problem' in given)) published.keep(url, given.toKeep, 'anonymous');
    },
  );
  return 'problem' in prepared ? prepared : prepared.toKeep;
}

export function jsonOf<T>({ identity }: Body): T {
  return JSON.parse(Buffer.from(identity).toString('utf8')) as T;
}
