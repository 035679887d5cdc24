// Parameters, by their names on the wire. Instants are texts (RFC 3339), or dates where the docs say so.

import type { Band, IssuanceStatus, IssuanceType, PlannerType } from './wire.ts';

export interface PageQuery {
  /** Rows on a page, from 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

export interface AsOfQuery {
  /** The answer as it was served at this instant; a date means the end of that day in UTC. */
  as_of?: string | undefined;
}

export interface PeriodQuery extends PageQuery {
  /** Only from this instant on; a date means the start of that day in UTC. */
  from?: string | undefined;
  /** Only up to this instant; a date means the end of that day in UTC. */
  to?: string | undefined;
}

export interface ScoresQuery extends PageQuery, AsOfQuery {
  planner_type?: PlannerType | undefined;
  risk_band?: Band | undefined;
  /** What to sort by; a minus sign means descending. */
  sort?: 'name' | '-name' | 'final_score' | '-final_score' | 'scored_at' | '-scored_at' | undefined;
  /** Adds rf_decision_object to each row; needs limit. */
  include?: 'rf_decision_object' | undefined;
}

export interface ChangesQuery {
  /** The earlier end: a verification id, an instant or a date; by default the indicator before the later end. */
  from?: string | undefined;
  /** The later end; by default the current indicator. */
  to?: string | undefined;
}

export interface IssuancesQuery extends PageQuery {
  status?: IssuanceStatus | undefined;
  type?: IssuanceType | undefined;
}

export interface ChangelogQuery extends PageQuery {
  /** Only after this instant; a date means the start of that day in UTC. */
  since?: string | undefined;
  /** Only changes of this provider. */
  provider_id?: string | undefined;
}
