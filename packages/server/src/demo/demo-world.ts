// What every act of the story needs.

import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import type { ListCheck } from '@rf-indicators/core/store/records/list-check';
import type { Queries } from '@rf-indicators/core/store/store';
import type { Methodology } from '@rf-indicators/engine';
import type { DemoPeople } from './founding.ts';
import type { SimulatedDesk } from './simulated-desk.ts';

export const DAY = 24 * 60 * 60 * 1000;
export const WEEK = 7 * DAY;

export interface DemoWorld {
  context: SimulatedDesk;
  people: DemoPeople;
  methodology: Methodology;
  publisher: Publisher;
  /** One for all weeks that are told together: each record is compared with its entry once. */
  check: ListCheck;
  /** By the ids of the samples (FX-01) and the names of the others. */
  providers: Map<string, { id: string; slug: string }>;
}

export async function activeProviders(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
