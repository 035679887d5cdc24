// The guides that `npm run build` rendered: read when they are first needed, and kept.

import { readFile } from 'node:fs/promises';
import { REPOSITORY } from '../repository.ts';
import { type RenderedGuide, withAddress } from './rendered.ts';

export async function readGuides(baseUrl: string): Promise<readonly RenderedGuide[]> {
  const text = await readFile(new URL('dist/guides/guides.json', REPOSITORY), 'utf8');
  return JSON.parse(withAddress(text, baseUrl));
}

export function guidesOnce(baseUrl: string): () => Promise<readonly RenderedGuide[]> {
  let guides: Promise<readonly RenderedGuide[]> | null = null;
  return () => {
    guides ??= readGuides(baseUrl).catch((error) => {
      // They may be built in the meantime; the next request tries again.
      guides = null;
      throw error;
    });
    return guides;
  };
}
