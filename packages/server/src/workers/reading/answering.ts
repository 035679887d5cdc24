// Runs a read and prepares its result as a response body with an entity tag.

import { isHotRead } from '../../api/hot-reads.ts';
import { READS, type ReadId } from '../../api/reads.ts';
import { prepareBody } from '../../rendering/body.ts';
import { HOT_PAGES, PAGE_READS } from '../../rendering/pages/reads.ts';
import {
  type Answer,
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
): Promise<Prepared> {
  const hot = isHotRead(id, parameters) || isHotPage(id, parameters);
  return prepared(await ALL_READS[id](reading, parameters), hot);
}

/** `hot`: for responses that are requested often. */
export function prepared(found: Answer, hot = false): Prepared {
  if (isProblem(found)) return found;
  const { content, keptContent, lastModified, mediaType, tagOf, isCompressed, headers } = found;
  const options = {
    lastModified,
    hot,
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(tagOf === undefined ? {} : { tagOf }),
    ...(isCompressed === undefined ? {} : { isCompressed }),
    ...(headers === undefined ? {} : { headers }),
  };
  if (hot || keptContent === undefined) {
    // A hot response is the same whether it was prepared before the first request or not: `cached` is true.
    const body = prepareBody(hot ? (keptContent ?? content) : content, options);
    return { body, toKeep: body };
  }
  // The two versions differ only in `cached`. They share a weak tag, so that the first caller's copy stays valid.
  const shared = { ...options, weakTagOf: keptContent };
  return { body: prepareBody(content, shared), toKeep: prepareBody(keptContent, shared) };
}

function isHotPage(id: string, parameters: Parameters): boolean {
  return HOT_PAGES.some(([, page]) => page === id) && Object.keys(parameters).length === 0;
}
