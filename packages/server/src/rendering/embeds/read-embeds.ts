// Reads what pages of others show of a provider, on the reading thread.

import { CARD_SIZE, indicatorCardPath } from '../cards/card.ts';
import { isDemo } from '../pages/site.ts';
import type { Answer, Parameters, Reading } from '../reading.ts';
import { nameInLine, scoreInWords } from '../wire/one-line-texts.ts';
import { scoreChart } from './chart.ts';
import { type Embedded, readEmbedded } from './embedded.ts';
import { EMBED_SIZE, embedFrame } from './frame.ts';
import { embedPage } from './page.ts';
import { themeOf } from './theme.ts';

export async function readEmbedPage(reading: Reading, { slug, theme }: Parameters): Promise<Answer> {
  const embedded = await readEmbedded(reading, String(slug));
  if ('problem' in embedded) return embedded;
  const { text } = embedPage(reading.site, embedded, themeOf(theme));
  return { content: text, lastModified: Math.floor(reading.clock()), mediaType: 'text/html; charset=utf-8' };
}

export async function readEmbedChart(reading: Reading, { slug, theme }: Parameters): Promise<Answer> {
  const embedded = await readEmbedded(reading, String(slug));
  if ('problem' in embedded) return embedded;
  const { site } = reading;
  const on = { siteName: site.name, isDemo: isDemo(site), theme: themeOf(theme) };
  return {
    content: scoreChart(embedded, on),
    lastModified: Math.floor(reading.clock()),
    mediaType: 'image/svg+xml',
  };
}

const DAY_IN_SECONDS = 24 * 60 * 60;

/** The description of an embedded page, as oEmbed 1.0 has it. `width` and `height` are the most that there is room for. */
export async function readOembed(reading: Reading, parameters: Parameters): Promise<Answer> {
  const embedded = await readEmbedded(reading, String(parameters.slug));
  if ('problem' in embedded) return embedded;
  const { baseUrl, name: siteName } = reading.site;
  const room = {
    width: Number(parameters.width ?? Number.POSITIVE_INFINITY),
    height: Number(parameters.height ?? Number.POSITIVE_INFINITY),
  };
  const width = Math.min(EMBED_SIZE.width, room.width);
  const height = Math.min(EMBED_SIZE.height, room.height);
  const title = titleOf(embedded);
  const { current, slug } = embedded;
  const hasRoom = CARD_SIZE.width <= room.width && CARD_SIZE.height <= room.height;
  const thumbnail = current !== null &&
    hasRoom && {
      thumbnail_url: `${baseUrl}${indicatorCardPath(current.verificationId, current.staleSince === null ? 'current' : 'stale')}`,
      thumbnail_width: CARD_SIZE.width,
      thumbnail_height: CARD_SIZE.height,
    };
  const description = {
    ...{ version: '1.0', type: 'rich', title },
    ...{ provider_name: siteName, provider_url: `${baseUrl}/` },
    cache_age: DAY_IN_SECONDS,
    ...thumbnail,
    html: embedFrame({ baseUrl, slug, title, width, height }),
    ...{ width, height },
  };
  return { content: JSON.stringify(description), lastModified: Math.floor(reading.clock()) };
}

function titleOf({ name, current }: Embedded): string {
  const says = current === null ? 'withdrawn' : scoreInWords(current.band, current.score);
  return `${nameInLine(name)}: ${says}`;
}
