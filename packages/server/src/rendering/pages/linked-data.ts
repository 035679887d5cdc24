// What search engines may know of a page, as JSON-LD in the vocabulary of schema.org. There is no Rating, Review or AggregateRating:
// those are opinions of customers and reviewers, and search engines punish other uses.

import { Html } from './html.ts';
import type { Site } from './site.ts';

export interface LinkedData {
  '@context': 'https://schema.org';
  '@type': string;
  [member: string]: unknown;
}

/** A block of data, which browsers do not run, so the policy for scripts does not apply to it. */
export function linkedData(data: LinkedData): Html {
  // No text in it can end the block, or begin a comment.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return new Html(`<script type="application/ld+json">${text}</script>\n`);
}

function publisher({ name, baseUrl }: Site) {
  return { '@type': 'Organization', name, url: `${baseUrl}/` };
}

export function webSite(site: Site): LinkedData {
  const { name, baseUrl } = site;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${baseUrl}/`,
    publisher: publisher(site),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

interface DataFile {
  format: string;
  path: string;
}

interface DescribedData {
  name: string;
  /** Search engines want 50 characters or more. */
  description: string;
  path: string;
  files: readonly DataFile[];
  /** Epoch milliseconds; null while there is no data. */
  changedAt?: number | null;
}

export function dataset(
  site: Site,
  { name, description, path, files, changedAt }: DescribedData,
): LinkedData {
  const { baseUrl } = site;
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name,
    description,
    url: baseUrl + path,
    creator: publisher(site),
    isAccessibleForFree: true,
    measurementTechnique: `${baseUrl}/methodology`,
    ...(changedAt == null ? {} : { dateModified: new Date(changedAt).toISOString() }),
    distribution: files.map(({ format, path: file }) => ({
      '@type': 'DataDownload',
      encodingFormat: format,
      contentUrl: baseUrl + file,
    })),
  };
}

/** From the first page of the site to this one. */
export function breadcrumbs(
  { baseUrl }: Site,
  trail: readonly (readonly [path: string, name: string])[],
): LinkedData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([path, name], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: baseUrl + path,
    })),
  };
}

interface DescribedPage {
  name: string;
  description: string;
  path: string;
  about: string;
  /** The path of a picture. */
  image: string;
  changedAt: number;
}

export function webPage(site: Site, { path, about, image, changedAt, ...page }: DescribedPage): LinkedData {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    ...page,
    url: site.baseUrl + path,
    // Who is scored can be a company, a fund or a protocol, so it is nothing more particular.
    about: { '@type': 'Thing', name: about },
    primaryImageOfPage: { '@type': 'ImageObject', contentUrl: site.baseUrl + image },
    dateModified: new Date(changedAt).toISOString(),
    publisher: publisher(site),
  };
}
