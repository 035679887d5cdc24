// What others show with a link to a provider, and what search engines may know of its page.

import { type CardState, indicatorCardPath, type PageCard } from '../../cards/card.ts';
import { bandInWords, nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import { breadcrumbs, dataset, type LinkedData, webPage } from '../linked-data.ts';
import { shortDay } from '../page-words.ts';
import type { Site } from '../site.ts';
import type { KnownProvider } from './known.ts';

interface Preview {
  card: PageCard;
  data: readonly LinkedData[];
  oembed: string;
}

export function previewOf(site: Site, provider: KnownProvider, description: string): Preview {
  const { slug, steps } = provider;
  const name = nameInLine(provider.name);
  const path = `/providers/${slug}`;
  const card = cardOf(provider);
  const changedAt = steps.reduce((latest, { from, until }) => Math.max(latest, from, until ?? 0), 0);
  return {
    card,
    data: [
      webPage(site, { name, description, path, about: name, image: card.path, changedAt }),
      breadcrumbs(site, [
        ['/', 'Scores'],
        [path, name],
      ]),
      dataset(site, {
        name: `Risk scores of ${name}`,
        description: `Every risk score of ${name} that ${site.name} published, from 0 to 100, higher is safer, with its band, its period and its verification id.`,
        path,
        files: [{ format: 'application/json', path: `/api/public/history/${slug}` }],
        changedAt,
      }),
    ],
    oembed: `${site.baseUrl}/oembed?url=${encodeURIComponent(site.baseUrl + path)}&format=json`,
  };
}

export function cardOf({ name, current, steps }: KnownProvider): PageCard {
  const line = nameInLine(name);
  const last = steps.at(-1)!;
  if (current === null) {
    const path = indicatorCardPath(last.verificationId, 'withdrawn');
    return { path, alt: `${line}: the score was withdrawn. It was ${bandInWords(last.riskBand)}.` };
  }
  const { band, score, asOf, verificationId, stale } = current;
  const state: CardState = stale === null ? 'current' : 'stale';
  const when = stale === null ? `scored ${shortDay(asOf)}` : `stale since ${shortDay(stale.since)}`;
  return {
    path: indicatorCardPath(verificationId, state),
    alt: `${line}: ${scoreInWords(band, score)} of 100, higher is safer, ${when}.`,
  };
}
