// Answers as bytes: what a read found, compressed and tagged.

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
    // Prepared ahead of any request, so nobody is served the first version.
    const body = await prepareBody(hot ? (keptContent ?? content) : content, options);
    return { body, toKeep: body };
  }
  // Both versions say the same, so both have the same tag: the first caller's copy stays valid.
  const shared = { ...options, weakTagOf: keptContent };
  return { body: await prepareBody(content, shared), toKeep: await prepareBody(keptContent, shared) };
}
