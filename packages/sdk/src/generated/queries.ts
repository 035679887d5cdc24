// Generated from packages/contract by `npm run generate`. Do not edit.

/** Parameters of listScores. */
export interface ListScoresQuery {
  /** btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin: stablecoin issuers and yield. */
  planner_type?: 'btc' | 'fiat' | 'stablecoin' | undefined;
  /** The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0. */
  risk_band?: 'LOW' | 'MEDIUM' | 'ELEVATED' | 'HIGH' | undefined;
  /** What to sort by; a minus sign means descending. */
  sort?: 'name' | '-name' | 'final_score' | '-final_score' | 'scored_at' | '-scored_at' | undefined;
  /** Rows on a page; without it, all rows. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** Adds rf_decision_object to each row; needs limit. */
  include?: 'rf_decision_object' | undefined;
  /** The answer as it was served at this instant: RFC 3339 with Z or an offset (write a plus as %2B). A date means the end of that day in UTC. */
  as_of?: string | undefined;
}

/** Parameters of getScore. */
export interface GetScoreQuery {
  /** The answer as it was served at this instant: RFC 3339 with Z or an offset (write a plus as %2B). A date means the end of that day in UTC. */
  as_of?: string | undefined;
}

/** Parameters of getScoreHistory. */
export interface GetScoreHistoryQuery {
  /** Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC. */
  from?: string | undefined;
  /** Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC. */
  to?: string | undefined;
  /** Rows on a page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

/** Parameters of getScoreChanges. */
export interface GetScoreChangesQuery {
  /** The earlier end; by default the indicator before the later end. A verification id, an instant, or a date, which means the end of that day in UTC. */
  from?: string | undefined;
  /** The later end; by default the current indicator. A verification id, an instant, or a date, which means the end of that day in UTC. */
  to?: string | undefined;
}

/** Parameters of listIssuances. */
export interface ListIssuancesQuery {
  /** How far the issuance has come. */
  status?: 'ANNOUNCED' | 'PRICING' | undefined;
  /** What is issued. */
  type?: 'preferred_share' | 'bond' | undefined;
  /** Rows on a page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

/** Parameters of getUsage. */
export interface GetUsageQuery {
  /** Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC. */
  from?: string | undefined;
  /** Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC. */
  to?: string | undefined;
  /** Rows on a page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

/** Parameters of getChangelog. */
export interface GetChangelogQuery {
  /** Rows on a page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC. */
  since?: string | undefined;
  /** Only changes of this provider. */
  provider_id?: string | undefined;
}
