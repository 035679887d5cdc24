// For how many days the evidence of each criterion counts in full.

import type { Entitlement, Methodology } from '@rf-indicators/contract';
import { read } from '../reader.ts';

const NO_AGES: ReadonlyMap<string, number> = new Map();

/** By criterion. Empty for readers without the framework, or if it cannot be read: pages do without. */
export async function maxAgesFor(mayRead: readonly Entitlement[]): Promise<ReadonlyMap<string, number>> {
  if (!mayRead.includes('methodology')) return NO_AGES;
  try {
    const { modules } = await read<Methodology>('/methodology');
    return new Map(
      modules.flatMap(({ criteria }) => criteria.map(({ id, max_age_days }) => [id, max_age_days])),
    );
  } catch {
    return NO_AGES;
  }
}
