// Which providers are compared, which lives in the URL: their slugs in the order in which they were added.

export const MOST_COMPARED = 10;

export interface CompareQuery {
  slugs: readonly string[];
  /** A name that the reader typed to add one more. */
  add: string;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 120;

/** What is no slug is ignored, and so is what is named twice. */
export function readCompareQuery({ providers, add }: Readonly<Record<string, unknown>>): CompareQuery {
  const named = typeof providers === 'string' ? providers.split(',') : [];
  return {
    slugs: [...new Set(named.filter((slug) => SLUG.test(slug)))].slice(0, MOST_COMPARED),
    add: typeof add === 'string' ? add.trim().slice(0, LONGEST_NAME) : '',
  };
}

export function compareUrl(slugs: readonly string[], add = ''): string {
  const parameters = [
    ...(slugs.length === 0 ? [] : [`providers=${slugs.join(',')}`]),
    ...(add === '' ? [] : [`add=${encodeURIComponent(add)}`]),
  ];
  return parameters.length === 0 ? '/compare' : `/compare?${parameters.join('&')}`;
}
