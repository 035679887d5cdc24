// Names, scores and bands of matters, for lists of them.

import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';
import type { Matter } from './matter-items.ts';

interface Named {
  slug: string | null;
  name: string | null;
  previous_score: number | null;
  previous_band: string | null;
  new_score: number | null;
  new_band: string | null;
}

export interface Names {
  of(matter: Matter): Named;
}

export async function namesOf(db: Queries, matters: readonly Matter[]): Promise<Names> {
  const providers = new Map<string, { slug: string; name: string }>();
  for (const portion of inPortions([...new Set(matters.flatMap(({ providerId }) => providerId ?? []))])) {
    const rows = await db
      .selectFrom('providers')
      .select(['id', 'slug', providerName('providers.id').as('name')])
      .where('id', 'in', portion)
      .execute();
    for (const { id, ...row } of rows) providers.set(id, row);
  }
  const indicators = new Map<string, { final_score: number; risk_band: string }>();
  for (const portion of inPortions([...new Set(matters.flatMap((one) => previousOf(one) ?? []))])) {
    const rows = await db
      .selectFrom('indicators')
      .select(['verification_id', 'final_score', 'risk_band'])
      .where('verification_id', 'in', portion)
      .execute();
    for (const { verification_id, ...row } of rows) indicators.set(verification_id, row);
  }
  return {
    of: (matter) => {
      const provider = providers.get(matter.providerId ?? '');
      const previous = indicators.get(previousOf(matter) ?? '');
      return {
        slug: provider?.slug ?? null,
        name: provider?.name ?? null,
        previous_score: previous?.final_score ?? null,
        previous_band: previous?.risk_band ?? null,
        new_score: matter.draft?.row?.final_score ?? null,
        new_band: matter.draft?.row?.risk_band ?? null,
      };
    },
  };
}

function previousOf({ draft, opened }: Matter): string | null {
  return opened?.verification_id ?? draft?.row?.corrects ?? draft?.row?.base_verification_id ?? null;
}
