import { findProvider, type Provider } from '../publishing/providers/providers.ts';
import type { Queries } from '../store/store.ts';
import type { Fault } from './reading.ts';

export async function providerOrFault(db: Queries, idOrSlug: string): Promise<Provider | Fault> {
  const provider = await findProvider(db, idOrSlug);
  return provider ?? { problem: 'provider_not_found' };
}
