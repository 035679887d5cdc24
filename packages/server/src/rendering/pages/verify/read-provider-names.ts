// GET /provider-names.json: the names under which each published provider is known. The memo check compares names in the
// reader's browser with it, so that no part of a memo has to be sent.

import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import type { Found, Reading } from '../../reading.ts';

export async function readProviderNames({ db, names }: Reading): Promise<Found> {
  const { providers } = await names();
  const content = JSON.stringify({
    providers: providers.map(({ id, name, slug, formerNames, otherNames, formerSlugs }) => ({
      id,
      names: [name, ...formerNames, ...otherNames, slug, ...formerSlugs],
    })),
  });
  return { content, lastModified: await lastServedChange(db), mediaType: 'application/json' };
}
