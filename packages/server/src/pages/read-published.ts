// Reads what a page is made of: the API response that it is rendered from, so that pages show exactly what the API
// serves, or the page itself, if the reading thread renders it.

import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import { canonicalUrl } from '../http/canonical-url.ts';
import { type Body, plainBytes } from '../rendering/body.ts';
import { isOfPublication } from '../rendering/of-publication.ts';
import type { PageReadId, Parameters, ReadProblem } from '../rendering/reading.ts';
import type { PageDependencies } from './dependencies.ts';

type Readers = Pick<PageDependencies, 'published' | 'sharedReads' | 'reader'>;

export function readPublished(
  readers: Readers,
  operation: OperationId,
  parameters: Parameters,
): Promise<Body | ReadProblem> {
  return readBody(readers, canonicalUrl(OPERATIONS[operation], parameters), operation, parameters);
}

/** What is prepared or kept under the URL, or else what the reading thread makes. */
export async function readBody(
  { published, sharedReads, reader }: Readers,
  url: string,
  id: OperationId | PageReadId,
  parameters: Parameters,
): Promise<Body | ReadProblem> {
  const ready = published.find(url);
  if (ready) return ready;
  const prepared = await sharedReads.read(
    url,
    () => reader.read(id, parameters),
    (given) => {
      if (!('problem' in given))
        published.keep(url, given.toKeep, 'anonymous', { isOfPublication: isOfPublication(id) });
    },
  );
  return 'problem' in prepared ? prepared : prepared.toKeep;
}

export function jsonOf<T>(body: Body): T {
  return JSON.parse(Buffer.from(plainBytes(body)).toString('utf8')) as T;
}
