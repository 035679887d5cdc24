// The element with which a page of others shows a score.

import { escapeHtml } from '../pages/html.ts';

/** Shows everything, also a long name on two lines. */
export const EMBED_SIZE = { width: 480, height: 280 } as const;

interface EmbeddedFrame {
  baseUrl: string;
  slug: string;
  title: string;
  width: number;
  height: number;
}

export function embedFrame({ baseUrl, slug, title, width, height }: EmbeddedFrame): string {
  return `<iframe src="${escapeHtml(`${baseUrl}/embed/${slug}`)}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" frameborder="0"></iframe>`;
}
