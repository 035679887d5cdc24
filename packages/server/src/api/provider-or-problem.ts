// Finds the provider in a path parameter, or returns a problem that suggests similar slugs.

import { findProvider, type Provider } from '@rf-indicators/core/desk/providers/providers';
import { fold } from '@rf-indicators/core/store/fold';
import type { Reading, ReadProblem } from '../rendering/reading.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_SUGGESTIONS = 5;

export async function providerOrProblem(
  { db, names }: Pick<Reading, 'db' | 'names'>,
  idOrSlug: string,
): Promise<Provider | ReadProblem> {
  const provider = await findProvider(db, idOrSlug);
  // No suggestions for an unknown UUID: a similar UUID would belong to an unrelated provider.
  if (provider !== null || UUID.test(idOrSlug)) return provider ?? { problem: 'provider_not_found' };
  const nearest = (await names()).nearest(fold(idOrSlug), MAX_SUGGESTIONS);
  if (nearest.length === 0) return { problem: 'provider_not_found' };
  const slugs = nearest.map(({ slug }) => slug);
  return {
    problem: 'provider_not_found',
    detail: `No provider has the id or slug "${idOrSlug}". The nearest slugs are: ${slugs.join(', ')}.`,
    candidates: nearest.map(({ id, name, slug }) => ({ provider_id: id, name, slug })),
  };
}
