// The operations that callers were promised, written by hand and compared with the contract, the OpenAPI document and
// the running service. A new operation is one entry here.

export interface PinnedOperation {
  /** Method and path. */
  call: string;
  /** What a caller needs: nothing, any key, an entitlement, or a key of the agent pilot. */
  access: 'public' | 'key' | 'scores' | 'methodology' | 'computation' | 'pilot';
  /** The names of its query parameters. */
  query?: string;
  /** Every member of a public JSON response; [] is each element of an array. */
  members?: string;
}

export const PINNED_OPERATIONS: Readonly<Record<string, PinnedOperation>> = {
  listScores: {
    call: 'GET /api/v1/scores',
    access: 'scores',
    query: 'planner_type risk_band sort limit cursor include lei isin ticker address domain as_of',
  },
  getScore: { call: 'GET /api/v1/scores/{providerId}', access: 'scores', query: 'as_of' },
  getScoreHistory: {
    call: 'GET /api/v1/scores/{providerId}/history',
    access: 'scores',
    query: 'from to limit cursor',
  },
  getScoreChanges: { call: 'GET /api/v1/scores/{providerId}/changes', access: 'scores', query: 'from to' },
  getScorePeers: { call: 'GET /api/v1/scores/{providerId}/peers', access: 'scores', query: 'limit' },
  getEvidenceOutlook: {
    call: 'GET /api/v1/scores/{providerId}/outlook',
    access: 'scores',
    query: 'days',
  },
  resolve: { call: 'POST /api/v1/resolve', access: 'scores' },
  evaluate: { call: 'POST /api/v1/evaluate', access: 'scores' },
  getDecisions: { call: 'GET /api/v1/decisions/{decision_id}', access: 'scores' },
  getPolicyBundle: { call: 'GET /api/v1/policies/{name}/bundle', access: 'scores' },
  exportScoresCsv: {
    call: 'GET /exports/v1/scores.csv',
    access: 'scores',
    query: 'planner_type risk_band sort as_of',
  },
  exportScoresXlsx: {
    call: 'GET /exports/v1/scores.xlsx',
    access: 'scores',
    query: 'planner_type risk_band sort as_of',
  },
  exportCriteriaCsv: {
    call: 'GET /exports/v1/criteria.csv',
    access: 'scores',
    query: 'provider limit cursor',
  },
  exportCriteriaXlsx: {
    call: 'GET /exports/v1/criteria.xlsx',
    access: 'scores',
    query: 'provider limit cursor',
  },
  exportHistoryCsv: {
    call: 'GET /exports/v1/history.csv',
    access: 'scores',
    query: 'provider from to limit cursor',
  },
  exportHistoryXlsx: {
    call: 'GET /exports/v1/history.xlsx',
    access: 'scores',
    query: 'provider from to limit cursor',
  },
  exportChangesCsv: {
    call: 'GET /exports/v1/changes.csv',
    access: 'scores',
    query: 'since provider_id kinds limit cursor',
  },
  exportChangesXlsx: {
    call: 'GET /exports/v1/changes.xlsx',
    access: 'scores',
    query: 'since provider_id kinds limit cursor',
  },
  exportDecisionsCsv: {
    call: 'GET /exports/v1/decisions.csv',
    access: 'scores',
    query: 'policy reference since until limit cursor',
  },
  exportDecisionsXlsx: {
    call: 'GET /exports/v1/decisions.xlsx',
    access: 'scores',
    query: 'policy reference since until limit cursor',
  },
  getMethodology: { call: 'GET /api/v1/methodology', access: 'methodology' },
  getComputation: { call: 'GET /api/v1/computation/{id}', access: 'computation' },
  listIssuances: { call: 'GET /api/v1/issuances', access: 'key', query: 'status type limit cursor' },
  listEvents: { call: 'GET /api/v1/events', access: 'key', query: 'after types limit cursor' },
  getUsage: { call: 'GET /api/v1/usage', access: 'key', query: 'from to limit cursor' },
  getStatus: {
    call: 'GET /api/v1/status',
    access: 'public',
    members: `
      status uptime.started_at uptime.seconds uptime.ratio_24h uptime.ratio_30d uptime.ratio_90d uptime.days[].date uptime.days[].ratio
      freshness.last_published_at freshness.last_run_at freshness.oldest_score_at freshness.providers
      freshness.stale_providers framework_version components[].name components[].status components[].detail incidents[].started_at
      incidents[].ended_at incidents[].title time`,
  },
  listPublicScores: {
    call: 'GET /api/public/scores',
    access: 'public',
    members: `
      data[].id data[].name data[].planner_type data[].provider_subtype data[].yield_min data[].yield_max
      data[].final_score data[].risk_band data[].scored_at data[].slug data[].verification_id data[].stale
      data[].stale_reason data[].review data[].review.direction data[].review.since data[].review.until data[].review.reason
      limitations_disclosure cached`,
  },
  listPublicHistories: {
    call: 'GET /api/public/history',
    access: 'public',
    query: 'limit cursor',
    members: `
      since data[].provider_id data[].slug data[].name data[].steps[].from data[].steps[].until
      data[].steps[].final_score data[].steps[].risk_band data[].steps[].kind data[].steps[].verification_id
      data[].steps[].stale data[].steps[].stale_reason next_cursor limitations_disclosure`,
  },
  getPublicHistory: {
    call: 'GET /api/public/history/{slug}',
    access: 'public',
    query: 'limit cursor',
    members: `
      provider_id slug name data[].from data[].until data[].final_score data[].risk_band data[].kind
      data[].verification_id data[].stale data[].stale_reason next_cursor limitations_disclosure`,
  },
  getChangelog: {
    call: 'GET /api/public/changelog',
    access: 'public',
    query: 'limit cursor since provider_id kinds',
    members: `
      data[].id data[].provider_id data[].provider_name data[].planner_type data[].kind data[].previous_score
      data[].new_score data[].delta data[].previous_band data[].new_band data[].reason data[].framework_version
      data[].verification_id data[].changed_at data[].rationale data[].disclosures data[].disclosures.responsible_team data[].disclosures.first_committee data[].disclosures.last_committee data[].disclosures.solicited data[].disclosures.paid_by_provider data[].disclosures.conflicts data[].disclosures.conflict_handling data[].disclosures.sources data[].disclosures.framework_version data[].disclosures.framework_limits data[].disclosures.independence_rule
      data[].review data[].review.direction data[].review.since data[].review.until data[].review.reason next_cursor limitations_disclosure`,
  },
  getMethodologyDifferences: {
    call: 'GET /api/public/methodology/{version}/differences',
    access: 'public',
    members: `
      data.as_of data.framework.version data.framework.framework_version data.framework.digest
      data.framework.effective_from data.compared_with.version data.compared_with.framework_version
      data.compared_with.digest data.compared_with.effective_from data.counts.providers data.counts.higher
      data.counts.lower data.counts.unchanged data.counts.not_scored data.counts.band_changed
      data.bands[].old_band data.bands[].new_band data.bands[].providers data.providers[].provider_id
      data.providers[].slug data.providers[].name data.providers[].planner_type data.providers[].old_score
      data.providers[].old_band data.providers[].new_score data.providers[].new_band data.providers[].delta
      data.providers[].reason digest limitations_disclosure`,
  },
  requestScore: {
    call: 'POST /api/public/score-request',
    access: 'public',
    members: 'request_id status received_at',
  },
  getScoreRequest: {
    call: 'GET /api/public/score-request/{request_id}',
    access: 'public',
    members: 'request_id status received_at decided_at provider_id slug',
  },
  verifyIndicator: {
    call: 'GET /api/public/verify/{verification_id}',
    access: 'public',
    members: `
      verification_id state published_at statement.as_of statement.corrects statement.final_score
      statement.framework_version statement.methodology_digest statement.package_hash statement.planner_type
      statement.provider_id statement.provider_name statement.risk_band statement.supersedes
      statement.verification_id signature.algorithm signature.key_id signature.value log.index log.tree_size
      log.inclusion_proof[] log.checkpoint followed_by.superseded_by followed_by.corrected_by
      followed_by.withdrawal followed_by.withdrawal.withdrawn_at followed_by.withdrawal.reason
      followed_by.renewed_by followed_by.current stale stale_since stale_reason rationale
      disclosures disclosures.responsible_team disclosures.first_committee disclosures.last_committee disclosures.solicited disclosures.paid_by_provider disclosures.conflicts disclosures.conflict_handling disclosures.sources disclosures.framework_version disclosures.framework_limits disclosures.independence_rule
      review review.direction review.since review.until review.reason voters voters.for[] voters.against[]
      attachments[].kind attachments[].leaf attachments[].log.index attachments[].log.tree_size
      attachments[].log.inclusion_proof[] attachments[].log.checkpoint verify_url limitations_disclosure`,
  },
  getConfirmation: {
    call: 'GET /api/public/confirmations/{run}',
    access: 'public',
    members: `
      data.record.at data.record.count data.record.leaf data.record.run data.record.verification_ids_sha256
      data.record.version data.signature.algorithm data.signature.key_id data.signature.value
      data.verification_ids[] data.log.index data.log.tree_size data.log.inclusion_proof[] data.log.checkpoint
      limitations_disclosure`,
  },
  listSigningKeys: {
    call: 'GET /api/public/keys',
    access: 'public',
    members: `
      data[].key_id data[].algorithm data[].public_key data[].valid_from data[].valid_until data[].follows_pinned_key
      data[].rotation_log_index next_cursor limitations_disclosure`,
  },
  getHealth: { call: 'GET /api/health', access: 'public', members: 'status time' },
  getReadiness: {
    call: 'GET /readyz',
    access: 'public',
    members: 'status checks[].name checks[].ok checks[].detail',
  },
  getOpenApi: { call: 'GET /api/openapi.json', access: 'public' },
  getOpenApiYaml: { call: 'GET /openapi.yaml', access: 'public' },
  getCheckpoint: { call: 'GET /log/checkpoint', access: 'public' },
  getTile: { call: 'GET /log/tile/{path}', access: 'public' },
  getLogList: { call: 'GET /log/lists/{index}', access: 'public' },
  getBadge: { call: 'GET /badges/{slug}.svg', access: 'public', query: 'theme' },
  getAtomFeed: {
    call: 'GET /feeds/changelog.atom',
    access: 'public',
    query: 'kinds provider_id direction',
  },
  getJsonFeed: {
    call: 'GET /feeds/changelog.json',
    access: 'public',
    query: 'kinds provider_id direction',
    members: `
      version title home_page_url feed_url description language items[].id items[].url items[].title
      items[].content_text items[].date_published items[].tags[] items[].authors[].name authors[].name authors[].url
      items[].date_modified items[].summary
      items[]._analysis items[]._analysis.rationale items[]._analysis.disclosures items[]._analysis.disclosures.responsible_team items[]._analysis.disclosures.first_committee items[]._analysis.disclosures.last_committee items[]._analysis.disclosures.solicited items[]._analysis.disclosures.paid_by_provider items[]._analysis.disclosures.conflicts items[]._analysis.disclosures.conflict_handling items[]._analysis.disclosures.sources items[]._analysis.disclosures.framework_version items[]._analysis.disclosures.framework_limits items[]._analysis.disclosures.independence_rule
      items[]._analysis.review items[]._analysis.review.direction items[]._analysis.review.since items[]._analysis.review.until items[]._analysis.review.reason`,
  },
  getWeeklyAtomFeed: { call: 'GET /feeds/weekly.atom', access: 'public' },
  getWeeklyJsonFeed: {
    call: 'GET /feeds/weekly.json',
    access: 'public',
    members: `
      version title home_page_url feed_url description language items[].id items[].url items[].title
      items[].content_text items[].date_published items[].tags[] items[].authors[].name authors[].name authors[].url
      items[].date_modified items[].summary
      items[]._analysis items[]._analysis.rationale items[]._analysis.disclosures items[]._analysis.disclosures.responsible_team items[]._analysis.disclosures.first_committee items[]._analysis.disclosures.last_committee items[]._analysis.disclosures.solicited items[]._analysis.disclosures.paid_by_provider items[]._analysis.disclosures.conflicts items[]._analysis.disclosures.conflict_handling items[]._analysis.disclosures.sources items[]._analysis.disclosures.framework_version items[]._analysis.disclosures.framework_limits items[]._analysis.disclosures.independence_rule
      items[]._analysis.review items[]._analysis.review.direction items[]._analysis.review.since items[]._analysis.review.until items[]._analysis.review.reason`,
  },
  listDatasets: {
    call: 'GET /datasets/index.json',
    access: 'public',
    members: `
      data[].date data[].framework_version data[].rows data[].bytes data[].sha256 data[].csv_sha256 data[].made_at
      signature.algorithm signature.key_id signature.value next_cursor limitations_disclosure`,
  },
  getDataset: { call: 'GET /datasets/{date}.csv.gz', access: 'public' },
  getHistoryYear: {
    call: 'GET /history/{year}.json',
    access: 'public',
    members: `
      year first_day published_on[] data[].provider_id data[].slug data[].name data[].planner_type
      data[].periods[].from data[].periods[].until data[].periods[].risk_band data[].periods[].stale
      data[].reviews[].from data[].reviews[].until data[].reviews[].direction
      data[].events[].at data[].events[].kind data[].events[].previous_band data[].events[].new_band
      data[].events[].verification_id limitations_disclosure`,
  },
  getHistoryDay: {
    call: 'GET /history/days/{date}.json',
    access: 'public',
    members: `
      date as_of checkpoint dataset data[].rank data[].provider_id data[].slug data[].name data[].planner_type
      data[].final_score data[].risk_band data[].scored_at data[].verification_id data[].stale data[].stale_reason
      data[].review data[].review.direction data[].review.since data[].review.until data[].review.reason
      data[].corrected_by limitations_disclosure`,
  },
  getAgentManifest: { call: 'GET /api/mcp', access: 'public' },
  callAgentTool: { call: 'POST /api/mcp', access: 'pilot' },
};
