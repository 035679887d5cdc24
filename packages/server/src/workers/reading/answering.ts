// Runs a read and prepares its result as a response body: compressed, with an entity tag.

import { READS, type ReadId } from '../../api/reads.ts';
import { prepareBody } from '../../rendering/body.ts';
import { isProblem, type Parameters, type Prepared, type Reading } from '../../rendering/reading.ts';

export async function answer(
  reading: Reading,
  operation: ReadId,
  parameters: Parameters,
  { hot = false }: { hot?: boolean } = {},
): Promise<Prepared> {
  const found = await READS[operation](reading, parameters);
  if (isProblem(found)) return found;
  const { content, keptContent, lastModified, mediaType } = found;
  const options = { lastModified, hot, ...(mediaType === undefined ? {} : { mediaType }) };
  if (hot || keptContent === undefined) {
    // A hot body is prepared before any request, so only the version with `cached: true` is needed.
    const body = await prepareBody(hot ? (keptContent ?? content) : content, options);
    return { body, toKeep: body };
  }
  // The two versions differ only in `cached`. They share a weak tag, so that the first caller's copy stays valid.
  const shared = { ...options, weakTagOf: keptContent };
  return { body: await prepareBody(content, shared), toKeep: await prepareBody(keptContent, shared) };
}
