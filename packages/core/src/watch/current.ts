// What is published about providers now, read once for all rules of an evaluation.

import { withdrawnProviders } from '../desk/served/withdrawn.ts';
import { inPortions } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { lapsesUntil, type ProviderLapse } from './ahead.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The longest span of days that a condition can have. */
const MOST_DAYS = 90;

export interface ProviderNow {
  id: string;
  name: string;
  type: string;
  /** In hundredths; null once it is withdrawn. */
  score: number | null;
  band: string | null;
  staleSince: number | null;
  staleReason: string | null;
  staleFrom: number | null;
  reviewSince: number | null;
  reviewReason: string | null;
  withdrawnAt: number | null;
  withdrawnReason: string | null;
}

/** A score that held until an instant. */
export interface PastScore {
  score: number;
  until: number;
}

export class Current {
  readonly #db: Queries;
  readonly now: number;
  readonly #providers = new Map<string, ProviderNow | null>();
  readonly #scores = new Map<string, PastScore[]>();
  readonly #lapses = new Map<string, ProviderLapse[]>();

  constructor(db: Queries, now: number) {
    this.#db = db;
    this.now = now;
  }

  /** Call it before the others, with all ids that they are asked for. */
  async load(ids: Iterable<string>, { lapses = false }: { lapses?: boolean } = {}): Promise<void> {
    const all = [...new Set(ids)];
    for (const portion of inPortions(all.filter((id) => !this.#providers.has(id)))) await this.#read(portion);
    if (!lapses) return;
    const missing = all.filter((id) => !this.#lapses.has(id));
    for (const id of missing) this.#lapses.set(id, []);
    const until = this.now + MOST_DAYS * DAY;
    for (const lapse of await lapsesUntil(this.#db, missing, this.now, until))
      this.#lapses.get(lapse.provider)!.push(lapse);
  }

  /** Null for a provider that was never scored. */
  provider(id: string): ProviderNow | null {
    return this.#providers.get(id) ?? null;
  }

  /** Within the longest span. */
  pastScores(id: string): readonly PastScore[] {
    return this.#scores.get(id) ?? [];
  }

  lapses(id: string): readonly ProviderLapse[] {
    return this.#lapses.get(id) ?? [];
  }

  async #read(ids: readonly string[]): Promise<void> {
    const rows = await this.#db
      .selectFrom('served_indicators')
      .selectAll()
      .where('provider_id', 'in', ids)
      .execute();
    for (const id of ids) this.#providers.set(id, null);
    for (const row of rows) this.#providers.set(row.provider_id, asNow(row));
    const others = ids.filter((id) => this.#providers.get(id) === null);
    for (const { providerId, name, plannerType, withdrawnAt, reason } of await withdrawnProviders(this.#db, {
      providerIds: others,
    }))
      this.#providers.set(providerId, {
        ...{ id: providerId, name, type: plannerType, score: null, band: null },
        ...{ staleSince: null, staleReason: null, staleFrom: null, reviewSince: null, reviewReason: null },
        ...{ withdrawnAt, withdrawnReason: reason },
      });
    const past = await this.#db
      .selectFrom('changelog')
      .select(['provider_id', 'changed_at', 'previous_score', 'kind'])
      .where('provider_id', 'in', ids)
      .where('changed_at', '>', this.now - MOST_DAYS * DAY)
      .where('changed_at', '<=', this.now)
      .orderBy('seq')
      .execute();
    for (const { provider_id, changed_at, previous_score, kind } of past) {
      const scores = this.#scores.get(provider_id) ?? [];
      this.#scores.set(provider_id, scores);
      // A score before a withdrawal is not one from which the next falls.
      if (kind === 'withdrawal') scores.length = 0;
      else if (previous_score !== null && kind !== 'reinstatement')
        scores.push({ score: previous_score, until: changed_at });
    }
  }
}

function asNow(row: Database['served_indicators']): ProviderNow {
  return {
    ...{ id: row.provider_id, name: row.name, type: row.planner_type },
    ...{ score: row.final_score, band: row.risk_band },
    ...{ staleSince: row.stale_since, staleReason: row.stale_reason, staleFrom: row.stale_from },
    ...{ reviewSince: row.review_since, reviewReason: row.review_reason },
    ...{ withdrawnAt: null, withdrawnReason: null },
  };
}
