// GET /log/tile/…: tiles of the transparency log, which never change.

import { parseTilePath, readTile } from '@rf-indicators/core/log/tiles';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getTile({ db }: Reading, { path }: Parameters): Promise<Answer> {
  const request = parseTilePath(String(path));
  const tile = request && (await readTile(db, request));
  if (!tile)
    return {
      problem: 'not_found',
      detail: 'The log has no such tile. The log may still be too small for it.',
    };
  return { content: tile.bytes, lastModified: 0, mediaType: 'application/octet-stream' };
}
