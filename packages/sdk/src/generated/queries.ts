// Generated from packages/contract by `npm run generate`. Do not edit.

/** Parameters of listScores. */
export interface ListScoresQuery {
  /** btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin: stablecoin issuers and yield. */
  planner_type?: 'btc' | 'fiat' | 'stablecoin' | undefined;
  /** The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0. */
  risk_band?: 'LOW' | 'MEDIUM' | 'ELEVATED' | 'HIGH' | undefined;
  /** The sort order. A minus sign means descending. */
  sort?: 'name' | '-name' | 'final_score' | '-final_score' | 'scored_at' | '-scored_at' | undefined;
  /** The maximum number of rows per page. Without it, all rows are returned. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
  /** Adds rf_decision_object to each row. Requires limit. */
  include?: 'rf_decision_object' | undefined;
  /** Return what the API answered at this time. An RFC 3339 date-time with Z or an offset (encode a plus sign as %2B), or a date, which means the end of that day in UTC. */
  as_of?: string | undefined;
}

/** Parameters of getScore. */
export interface GetScoreQuery {
  /** Return what the API answered at this time. An RFC 3339 date-time with Z or an offset (encode a plus sign as %2B), or a date, which means the end of that day in UTC. */
  as_of?: string | undefined;
}

/** Parameters of getScoreHistory. */
export interface GetScoreHistoryQuery {
  /** Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start of that day in UTC. */
  from?: string | undefined;
  /** Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of that day in UTC. */
  to?: string | undefined;
  /** The maximum number of rows per page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

/** Parameters of getScoreChanges. */
export interface GetScoreChangesQuery {
  /** The earlier indicator; by default the one before the later indicator. A verification id, an RFC 3339 date-time, or a date, which means the end of that day in UTC. */
  from?: string | undefined;
  /** The later indicator; by default the current one. A verification id, an RFC 3339 date-time, or a date, which means the end of that day in UTC. */
  to?: string | undefined;
}

/** Parameters of getScorePeers. */
export interface GetScorePeersQuery {
  /** The maximum number of safer providers, and of riskier ones. From 1 to 25. */
  limit?: number | undefined;
}

/** Parameters of listIssuances. */
export interface ListIssuancesQuery {
  /** The status of the issuance. */
  status?: 'ANNOUNCED' | 'PRICING' | undefined;
  /** The kind of security that is issued. */
  type?: 'preferred_share' | 'bond' | undefined;
  /** The maximum number of rows per page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

/** Parameters of listEvents. */
export interface ListEventsQuery {
  /** Only events with a higher sequence number: the next_after of an earlier response. From 0 to 999999999999999. */
  after?: number | undefined;
  /** Only events of these types, separated by commas: score.published, score.changed, band.changed, score.corrected, score.withdrawn, score.reinstated, score.drifted, score.renewed, score.stale, score.stale_ended, methodology.announced, methodology.published, issuance.new, issuance.status_changed, webhook.endpoint_disabled. Without it, all types that an endpoint gets by default: all but score.drifted and score.renewed. */
  types?: string | undefined;
  /** The maximum number of events per page. From 1 to 100. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

/** Parameters of getUsage. */
export interface GetUsageQuery {
  /** Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start of that day in UTC. */
  from?: string | undefined;
  /** Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of that day in UTC. */
  to?: string | undefined;
  /** The maximum number of rows per page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

/** Parameters of listPublicHistories. */
export interface ListPublicHistoriesQuery {
  /** The maximum number of providers per page. From 1 to 100. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

/** Parameters of getPublicHistory. */
export interface GetPublicHistoryQuery {
  /** The maximum number of rows per page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

/** Parameters of getChangelog. */
export interface GetChangelogQuery {
  /** The maximum number of rows per page. From 1 to 1000. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
  /** Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start of that day in UTC. */
  since?: string | undefined;
  /** Only changes to the indicator of this provider. */
  provider_id?: string | undefined;
  /** Only entries of these kinds, separated by commas: initial, score_change, band_change, methodology_change, correction, reinstatement, drift, withdrawal, stale, stale_ended. All kinds by default. */
  kinds?: string | undefined;
}
