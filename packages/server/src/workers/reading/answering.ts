// Runs a read and prepares its result as a response body: compressed, with an entity tag.

import { READS, type ReadId } from '../../api/reads.ts';
import { prepareBody } from '../../rendering/body.ts';
import { PAGE_READS } from '../../rendering/pages/reads.ts';
import {
  isProblem,
  type PageReadId,
  type Parameters,
  type Prepared,
  type Read,
  type Reading,
} from '../../rendering/reading.ts';

const ALL_READS: Readonly<Record<ReadId | PageReadId, Read>> = { ...READS, ...PAGE_READS };

export async function answer(
  reading: Reading,
  id: ReadId | PageReadId,
  parameters: Parameters,
  { hot = false }: { hot?: boolean } = {},
): Promise<Prepared> {
  const found = await ALL_READS[id](reading, parameters);
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
