// The yields of providers, as the packages of their indicators have them: they change only with a publication.

import type { ComputationPackage } from '@rf-indicators/engine';
import type { Queries } from '../../store/store.ts';

/** In percent per year, as decimal text. */
export interface Yields {
  min: string;
  max: string;
}

const FACT_IDS = ['yield_min', 'yield_max'] as const;

/** null if the package is from before yields had evidence. */
export function packagedYields({ facts }: ComputationPackage): Yields | null {
  const [min, max] = FACT_IDS.map((fact) => facts?.[fact]?.value);
  return min === undefined || max === undefined ? null : { min, max };
}

/** Packages from before yields had evidence have no facts; their yields were recorded on their own. */
export async function readYields(
  db: Queries,
  packages: readonly ComputationPackage[],
  askedAsOf?: number,
): Promise<Map<ComputationPackage, Yields>> {
  const older = packages
    .filter(({ facts }) => FACT_IDS.some((fact) => facts?.[fact] === undefined))
    .map(({ provider }) => provider.id);
  const recorded =
    older.length === 0 ? new Map<string, string>() : await recordedYields(db, older, askedAsOf);
  return new Map(
    packages.map((content) => {
      const value = (fact: (typeof FACT_IDS)[number]) => {
        const found = content.facts?.[fact]?.value ?? recorded.get(`${content.provider.id} ${fact}`);
        if (found === undefined) throw new Error(`The provider ${content.provider.id} has no ${fact}.`);
        return found;
      };
      return [content, { min: value('yield_min'), max: value('yield_max') }];
    }),
  );
}

/** By provider id and fact id: the newest value by the given time, or the first one if there was none yet. */
async function recordedYields(
  db: Queries,
  providerIds: readonly string[],
  askedAsOf = Number.MAX_SAFE_INTEGER,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('recorded_facts')
    .select(['provider_id', 'fact_id', 'value', 'recorded_at'])
    .where('provider_id', 'in', providerIds)
    .where('fact_id', 'in', FACT_IDS)
    .orderBy('recorded_at')
    .execute();
  const found = new Map<string, string>();
  for (const { provider_id, fact_id, value, recorded_at } of rows) {
    const key = `${provider_id} ${fact_id}`;
    if (recorded_at <= askedAsOf || !found.has(key)) found.set(key, value);
  }
  return found;
}
