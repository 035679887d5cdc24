// Answers as bytes: what a read found, compressed and tagged.

import { READS, type ReadId } from '../../api/reads.ts';
import { prepareBody } from '../../rendering/body.ts';
import { isFault, type Parameters, type Prepared, type Reading } from '../../rendering/reading.ts';

export async function answer(
  reading: Reading,
  operation: ReadId,
  parameters: Parameters,
  { hot = false }: { hot?: boolean } = {},
): Promise<Prepared> {
  const found = await READS[operation](reading, parameters);
  if (isFault(found)) return found;
  const { content, keptContent, lastModified, mediaType } = found;
  const options = { lastModified, hot, ...(mediaType === undefined ? {} : { mediaType }) };
  // What is prepared for all was put together for nobody.
  const body = await prepareBody(hot ? (keptContent ?? content) : content, options);
  const toKeep = keptContent === undefined || hot ? body : await prepareBody(keptContent, options);
  return { body, toKeep };
}
