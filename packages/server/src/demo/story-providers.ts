// Finds the providers that the story tells about: samples by their ids (FX-01), the others by their names.

import { findProviders } from '@rf-indicators/core/desk/providers/providers';
import type { DemoWorld } from './demo-world.ts';
import { sampleProviders, slugOf } from './founding.ts';
import { HISTORIES } from './histories.ts';
import { FIRST_INDICATOR } from './story.ts';

/** Providers that have not come yet are left out. */
export async function findStoryProviders({ context, providers }: DemoWorld): Promise<void> {
  const slugs = new Map([
    ...sampleProviders().map((sample) => [sample.provider_id, slugOf(sample)] as const),
    ...[...HISTORIES, FIRST_INDICATOR].map((one) => [one.name, slugOf(one)] as const),
  ]);
  const found = await findProviders(context.store.db, [...slugs.values()]);
  for (const [key, slug] of slugs) {
    const provider = found.get(slug);
    if (provider !== undefined) providers.set(key, { id: provider.id, slug });
  }
}
