import { findProvider, type Provider } from '@rf-indicators/core/desk/providers/providers';
import type { Queries } from '@rf-indicators/core/store/store';
import type { Fault } from '../rendering/reading.ts';

export async function providerOrFault(db: Queries, idOrSlug: string): Promise<Provider | Fault> {
  const provider = await findProvider(db, idOrSlug);
  return provider ?? { problem: 'provider_not_found' };
}
