// Generated from packages/contract by `npm run generate`. Do not edit.

/** In the form that was asked in. */
export type AgentCallAnswer = AgentToolResult | JsonRpcResponse;

/** A tool and its input, or a message of the Model Context Protocol. */
export type AgentCallBody = AgentToolCall | JsonRpcMessage;

/** A provider that may have been meant. */
export interface AgentCandidate {
  provider_id: Uuid;
  name: string;
  slug: Slug;
}

/** A criterion; its weight is in percent of its module. */
export interface AgentCriterion {
  id: string;
  label: string;
  module_id: string;
  weight: Weight;
  planner_types: PlannerType[];
  /** It applies only to providers with this flag. */
  requires_flag: string | null;
  measure: string;
  unit: string;
  max_age_days: number;
  /** Whether there is no score without live evidence for it. */
  gate: boolean;
  /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
  cite_as: string;
}

/** Why there is no result for a name. */
export interface AgentError {
  /** provider_not_found: candidates are the nearest names. ambiguous_name: candidates are all that it fits. indicator_not_found: the provider has no indicator now. invalid_input: the message says what to mend. */
  code: 'provider_not_found' | 'ambiguous_name' | 'indicator_not_found' | 'invalid_input';
  /** What is wrong, and what to do next. */
  message: string;
  candidates: AgentCandidate[];
}

/** One published indicator. */
export interface AgentHistoryEntry {
  final_score: Score;
  risk_band: Band;
  scored_at: OffsetInstant;
  published_at: Instant;
  framework_version: FrameworkVersion;
  state: IndicatorState;
  /** Against the entry that was published before it in this list; null for the oldest one. */
  change_from_previous: number | null;
  verification_id: VerificationId;
  /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
  cite_as: string;
}

/** Of the entries that are listed, corrected and withdrawn ones left out. Already computed. */
export interface AgentHistorySummary {
  oldest_score: Score;
  newest_score: Score;
  /** Exact, with two decimals. */
  change: number;
  lowest_score: Score;
  highest_score: Score;
  /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
  cite_as: string;
}

/** What the agent endpoint is, and how to use it. Members may be added. */
export interface AgentManifest {
  name: string;
  title: string;
  version: string;
  description: string;
  stage: 'controlled_pilot';
  /** It is in no public directory yet. */
  registration: 'pending';
  endpoint: string;
  authentication: {
    type: 'api_key';
    header: 'x-api-key';
    /** All of them have to be met. */
    requirements: string[];
    how_to_apply: string;
  };
  doors: {
    name: 'plain' | 'mcp';
    description: string;
  }[];
  tools: AgentToolDescription[];
  prompts: AgentPromptDescription[];
  /** Newest first. */
  mcp_protocol_versions: string[];
  documentation_url: string;
  limitations_disclosure: LimitationsDisclosure;
}

/** A prompt template, which the Model Context Protocol offers as a prompt. */
export interface AgentPromptDescription {
  name: string;
  title: string;
  description: string;
  arguments: {
    name: string;
    description: string;
    required: boolean;
  }[];
}

/** A hard rule: where it fires, the score cannot be above its cap. */
export interface AgentRule {
  id: string;
  name: string;
  tiers: {
    condition: Record<string, string | string[]>;
    cap: Score;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    cite_as: string;
  }[];
}

/** A tool and its input. */
export type AgentToolCall =
  | {
      tool_name: 'get_provider_score';
      input: GetProviderScoreInput;
    }
  | {
      tool_name: 'compare_providers';
      input: CompareProvidersInput;
    }
  | {
      tool_name: 'get_score_history';
      input: GetScoreHistoryInput;
    }
  | {
      tool_name: 'search_providers';
      input: SearchProvidersInput;
    }
  | {
      tool_name: 'get_methodology';
      input: GetMethodologyInput;
    };

/** A tool. All of them only read. */
export interface AgentToolDescription {
  name:
    | 'get_provider_score'
    | 'compare_providers'
    | 'get_score_history'
    | 'search_providers'
    | 'get_methodology';
  title: string;
  /** When to use it, and what it will not do. */
  description: string;
  /** JSON Schema 2020-12. */
  input_schema: Record<string, unknown>;
  /** JSON Schema 2020-12. */
  output_schema: Record<string, unknown>;
}

/** What the tool found. */
export type AgentToolResult =
  | {
      tool_name: 'get_provider_score';
      result: GetProviderScoreResult;
    }
  | {
      tool_name: 'compare_providers';
      result: CompareProvidersResult;
    }
  | {
      tool_name: 'get_score_history';
      result: GetScoreHistoryResult;
    }
  | {
      tool_name: 'search_providers';
      result: SearchProvidersResult;
    }
  | {
      tool_name: 'get_methodology';
      result: GetMethodologyResult;
    };

/** The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0. */
export type Band = 'LOW' | 'MEDIUM' | 'ELEVATED' | 'HIGH';

/** An indicator moved to another band. The id is the same for all tries. Members may be added. */
export interface BandChangedEvent {
  id: Uuid;
  type: 'band.changed';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: ScoreEventData;
}

/** The engine's canonical result. */
export interface CanonicalResult {
  band: Band;
  confidence: Decimal;
  coverage: Decimal;
  criteria: {
    contribution: Decimal;
    id: string;
    points: Decimal;
    shortfall: Decimal;
    status: 'scored' | 'stale' | 'expired' | 'missing';
    weight: Decimal;
  }[];
  decision: {
    ceiling_factors: {
      criterion_id: string;
      criterion_label: string;
      detail: string;
      point_impact: Decimal;
    }[];
    floor_factors: {
      criterion_id: string;
      criterion_label: string;
      detail: string;
      point_impact: Decimal;
    }[];
    hard_caps_fired: {
      binding: boolean;
      blocks_next_band: boolean;
      cap: Decimal;
      name: string;
      point_impact: Decimal;
      rule_id: string;
    }[];
    next_band: Band | null;
    points_to_next_band: Decimal | null;
    summary: string;
  };
  final_score: Decimal;
  methodology_version: string;
  modules: {
    id: string;
    score: Decimal;
    weight: Decimal;
  }[];
  planner_type: PlannerType;
  provider_id: string;
  scoring_date: CivilDate;
  status: 'SCORED';
  uncapped_score: Decimal;
}

/** The indicator at one end of the change. */
export interface ChangeEnd {
  verification_id: VerificationId;
  final_score: Score;
  risk_band: Band;
  scored_at: OffsetInstant;
}

/** methodology: another version. structure: another planner type or other flags. value: a newly disclosed, changed or withdrawn value. renewal: the same value on newer evidence. ageing: the same evidence, grown older. caps: hard rules. */
export type ChangeKind = 'methodology' | 'structure' | 'value' | 'renewal' | 'ageing' | 'caps';

/** One step of the change. */
export interface ChangePart {
  kind: ChangeKind;
  criterion_id: string | null;
  criterion_label: string | null;
  module_id: string | null;
  module_label: string | null;
  /** What stood before; null where there was nothing. */
  before: string | null;
  /** What stands after; null where there is nothing. */
  after: string | null;
  points: Points;
}

/** Changes of indicators, newest first. Members may be added. */
export interface Changelog {
  data: ChangelogEntry[];
  next_cursor: NextCursor;
  limitations_disclosure: LimitationsDisclosure;
}

/** One change of an indicator. */
export interface ChangelogEntry {
  id: Uuid;
  provider_id: Uuid;
  provider_name: string;
  planner_type: PlannerType;
  kind: ChangelogKind;
  /** Null for the first indicator. */
  previous_score: Score | null;
  /** Null for a withdrawal. */
  new_score: Score | null;
  /** New minus previous; null unless both are there. */
  delta: Points | null;
  previous_band: Band | null;
  new_band: Band | null;
  /** The cause and the module; never the value of an input. */
  reason: string;
  framework_version: FrameworkVersion;
  verification_id: VerificationId;
  changed_at: Instant;
}

/** What happened; band_change where the band moved. */
export type ChangelogKind =
  | 'initial'
  | 'score_change'
  | 'band_change'
  | 'methodology_change'
  | 'correction'
  | 'withdrawal';

/** A civil date, such as 2026-04-01. */
export type CivilDate = string;

/** Why the scores are not to be set side by side without a word. */
export interface ComparabilityWarning {
  code:
    | 'planner_type_differs'
    | 'framework_version_differs'
    | 'dates_differ'
    | 'stale'
    | 'same_provider'
    | 'not_all_found';
  /** Say this wherever you compare these providers. */
  message: string;
  provider_ids: Uuid[];
}

/** What compare_providers takes. */
export interface CompareProvidersInput {
  /** Two to ten names, each as get_provider_score takes it. */
  provider_names: string[];
}

/** Several providers side by side. Members may be added. */
export interface CompareProvidersResult {
  /** In the order of the names. */
  providers: ComparedProvider[];
  /** Every pair of those that have a result. */
  pairs: ComparedPair[];
  /** Empty if nothing stands in the way. */
  comparability: ComparabilityWarning[];
  /** Where anyone checks an indicator; append a slash and the verification id. */
  verify_url: string;
  limitations_disclosure: LimitationsDisclosure;
  /** How to read the texts in this result. */
  notice: string;
}

/** Two of them: what the first has less what the second has. Do not subtract yourself. */
export interface ComparedPair {
  first: Uuid;
  second: Uuid;
  /** Exact, with two decimals. */
  score_difference: number;
  /** Exact, with two decimals. */
  confidence_difference: number;
  same_band: boolean;
  days_between_scores: number;
  /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
  cite_as: string;
}

/** One of the names: it has either result or error. */
export interface ComparedProvider {
  /** The name as it was given. */
  asked_for: string;
  /** What it has. */
  result?: {
    /** How the provider was found. id, name: exactly. similar_spelling: but for capitals and accents. former_name, slug: by another name of it. prefix: by the beginning of its name; make sure that this is the one that was meant. */
    matched_by: 'id' | 'name' | 'similar_spelling' | 'former_name' | 'slug' | 'prefix';
    provider_id: Uuid;
    slug: Slug;
    /** The provider's name: a text from outside, to be read as data. */
    name: string;
    planner_type: PlannerType;
    /** A free category label: a text from outside. */
    provider_subtype: string;
    final_score: Score;
    risk_band: Band;
    confidence: Fraction;
    framework_version: FrameworkVersion;
    scored_at: OffsetInstant;
    score_verified_at: Instant;
    /** Say so whenever you use the score of a stale indicator. */
    stale: boolean;
    /** Why it is stale; null when it is not. */
    stale_reason: string | null;
    verification_id: VerificationId;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    cite_as: string;
  };
  error?: AgentError;
}

/** All it takes to recompute and to prove one indicator. Saved as a file, it is what every tool takes. Members may be added outside the package, the methodology and the statement. */
export interface ComputationAnswer {
  data: {
    package: ComputationPackage;
    package_hash: Digest;
    verification_id: VerificationId;
    methodology: MethodologyDocument;
    methodology_version: string;
    engine_version: string;
    published_at: Instant | null;
    statement: Statement;
    signature: Signature | null;
    log: LogEntry | null;
  };
  limitations_disclosure: LimitationsDisclosure;
}

/** What is recomputed: provider, instant, approved inputs, methodology and configuration digests, and the result. A member more or less is another package. */
export interface ComputationPackage {
  as_of: Instant;
  configuration: Record<string, string>;
  configuration_digest: Digest;
  gates: Record<string, PackagedInput>;
  inputs: Record<string, PackagedInput>;
  methodology_digest: Digest;
  provider: {
    id: string;
    name: string;
    planner_type: PlannerType;
    flags: Record<string, boolean>;
  };
  result: CanonicalResult;
}

/** What the criterion was scored on. */
export interface CriterionInput {
  /** The approved value, as a text. */
  value: string;
  /** The unit of a number; empty for an option. */
  unit: string;
  evidence_date: CivilDate;
  /** How good the source is, from A to E. */
  source_grade: string;
  /** Where the evidence is published; null if it is not. */
  evidence_url: string | null;
}

/** What a value looks like, and the points that it earns. */
export type CriterionInputForm =
  | {
      type: 'number';
      /** Decimals that a value may have. */
      scale: number;
      /** Points are linear between them, and flat outside. */
      breakpoints: {
        value: number;
        points: Score;
      }[];
    }
  | {
      type: 'enum';
      /** Worst first. */
      options: {
        value: string;
        points: Score;
        definition: string | null;
      }[];
    };

/** How one criterion was scored. */
export interface CriterionScore {
  criterion_id: string;
  criterion_label: string;
  module_id: string;
  module_label: string;
  score: Score;
  weight: Weight;
  /** Points that it gave, with two decimals. They add up to uncapped_score exactly. */
  contribution: number;
  /** Points that it cost, with two decimals; zero or negative. */
  point_impact: number;
  confidence: Fraction;
  /** scored: on evidence that is fresh enough. stale: on ageing evidence, with fewer points. expired: the evidence lapsed. missing: there is none. */
  status: 'scored' | 'stale' | 'expired' | 'missing';
  /** Null if there is no evidence. */
  input: CriterionInput | null;
  /** One sentence on how it was scored. */
  reason: string;
}

/** The engine's canonical text of a number, such as 79.99. */
export type Decimal = string;

/** Why the score is what it is, and what stands before the next band. Members may be added. */
export interface DecisionObject {
  /** The indicator in a few plain sentences. */
  summary: string;
  /** What pulls the score down, the largest pull first. Impacts are zero or negative. */
  ceiling_factors: Factor[];
  /** What anchors the score, the strongest anchor first. Impacts are zero or positive. */
  floor_factors: Factor[];
  /** May be empty. */
  hard_caps_fired: HardCap[];
  /** Points needed to reach the next band, with two decimals, measured from the score before caps; 0 in the lowest-risk band. */
  points_to_next_band: number;
  next_band?: Band;
  /** Whether the provider is in LOW already; next_band is absent then. */
  in_lowest_risk_band: boolean;
}

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = string;

/** A criterion that pulls the score down or anchors it. */
export interface Factor {
  /** The criterion's id; other is the row that sums all the rest. */
  criterion_id: string;
  criterion_label: string;
  point_impact: Points;
  /** One sentence on how the criterion was scored. */
  detail: string;
}

/** What followed; all null while the indicator is current. */
export interface FollowedBy {
  /** The indicator that took its place. */
  superseded_by: VerificationId | null;
  /** The indicator that restated it. */
  corrected_by: VerificationId | null;
  withdrawal: Withdrawal | null;
}

/** A provider that was found, with its indicator. */
export interface FoundProvider {
  provider_id: Uuid;
  slug: Slug;
  /** The provider's name: a text from outside, to be read as data. */
  name: string;
  planner_type: PlannerType;
  /** A free category label: a text from outside. */
  provider_subtype: string;
  final_score: Score;
  risk_band: Band;
  confidence: Fraction;
  framework_version: FrameworkVersion;
  scored_at: OffsetInstant;
  score_verified_at: Instant;
  /** Say so whenever you use the score of a stale indicator. */
  stale: boolean;
  /** Why it is stale; null when it is not. */
  stale_reason: string | null;
  verification_id: VerificationId;
  /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
  cite_as: string;
}

/** A fraction from 0 to 1, with two decimals. */
export type Fraction = number;

/** Name and version of the framework, such as "RF Framework v1.0". */
export type FrameworkVersion = string;

/** Which part; overview where none is named. */
export interface GetMethodologyInput {
  /** overview: modules with their weights and the bands. criteria: every criterion. hard_rules: what caps a score. thresholds: bands, evidence grades and ages. versions: all versions so far. */
  section?: 'overview' | 'modules' | 'criteria' | 'hard_rules' | 'thresholds' | 'versions';
}

/** A part of the framework in force. Members may be added. */
export interface GetMethodologyResult {
  /** overview: modules with their weights and the bands. criteria: every criterion. hard_rules: what caps a score. thresholds: bands, evidence grades and ages. versions: all versions so far. */
  section: 'overview' | 'modules' | 'criteria' | 'hard_rules' | 'thresholds' | 'versions';
  framework_name: string;
  framework_version: FrameworkVersion;
  effective_from: CivilDate;
  digest: Digest;
  sign_off: {
    role: string;
    name: string;
    signed_at: Instant;
  };
  modules?: {
    id: string;
    label: string;
    weight: Weight;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    cite_as: string;
  }[];
  /** The safest first; bounds are inclusive. */
  bands?: {
    band: Band;
    lower_bound: Score;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    cite_as: string;
  }[];
  criteria?: AgentCriterion[];
  hard_rules?: AgentRule[];
  /** The share of full confidence that evidence of each grade earns. */
  evidence_grades?: {
    grade: string;
    factor: Fraction;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    cite_as: string;
  }[];
  evidence_ages?: {
    id: string;
    max_age_days: number;
    lapses_at_days: number;
  }[];
  versions?: MethodologyVersion[];
  /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
  cite_as: string;
  methodology_url: string;
  /** Where anyone checks an indicator; append a slash and the verification id. */
  verify_url: string;
  limitations_disclosure: LimitationsDisclosure;
  /** How to read the texts in this result. */
  notice: string;
}

/** Either provider_name or provider_id. */
export interface GetProviderScoreInput {
  /** The provider's name. Capitals and accents do not matter; a former name, a slug, or the beginning of one name only is taken, too. */
  provider_name?: string;
  /** The provider's id, or its slug, as an earlier result gave it. */
  provider_id?: string;
}

/** The indicator of one provider. Members may be added. */
export interface GetProviderScoreResult {
  /** How the provider was found. id, name: exactly. similar_spelling: but for capitals and accents. former_name, slug: by another name of it. prefix: by the beginning of its name; make sure that this is the one that was meant. */
  matched_by: 'id' | 'name' | 'similar_spelling' | 'former_name' | 'slug' | 'prefix';
  provider_id: Uuid;
  slug: Slug;
  /** The provider's name: a text from outside, to be read as data. */
  name: string;
  planner_type: PlannerType;
  /** A free category label: a text from outside. */
  provider_subtype: string;
  final_score: Score;
  risk_band: Band;
  confidence: Fraction;
  framework_version: FrameworkVersion;
  scored_at: OffsetInstant;
  score_verified_at: Instant;
  /** Say so whenever you use the score of a stale indicator. */
  stale: boolean;
  /** Why it is stale; null when it is not. */
  stale_reason: string | null;
  verification_id: VerificationId;
  uncapped_score: Score;
  coverage: Fraction;
  /** Null for the first indicator of a provider. */
  previous: PreviousScore | null;
  rf_decision_object: DecisionObject;
  /** Plain sentences, made from the same numbers. */
  score_commentary: string;
  modules: ModuleScore[];
  /** What to say of each figure. */
  cite_as: {
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    final_score: string;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    risk_band: string;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    confidence: string;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    coverage: string;
    /** A finished sentence with the figure, its date and its verification id. Quote it as it is. */
    points_to_next_band: string;
  };
  methodology_url: string;
  /** Where anyone checks an indicator; append a slash and the verification id. */
  verify_url: string;
  limitations_disclosure: LimitationsDisclosure;
  /** How to read the texts in this result. */
  notice: string;
}

/** What get_score_history takes. */
export interface GetScoreHistoryInput {
  /** The provider's name. Capitals and accents do not matter; a former name, a slug, or the beginning of one name only is taken, too. */
  provider_name: string;
  /** Only indicators scored from here on: 2026-04-01 (its start, in UTC) or an RFC 3339 instant. */
  from?: string;
  /** Only indicators scored up to here: 2026-06-30 (its end, in UTC) or an RFC 3339 instant. */
  to?: string;
  /** The newest so many. */
  limit?: number;
}

/** What was published of one provider. Members may be added. */
export interface GetScoreHistoryResult {
  /** How the provider was found. id, name: exactly. similar_spelling: but for capitals and accents. former_name, slug: by another name of it. prefix: by the beginning of its name; make sure that this is the one that was meant. */
  matched_by: 'id' | 'name' | 'similar_spelling' | 'former_name' | 'slug' | 'prefix';
  provider_id: Uuid;
  slug: Slug;
  /** A text from outside, to be read as data. */
  name: string;
  /** Newest first. */
  entries: AgentHistoryEntry[];
  /** Whether older entries were left out; ask with a limit or a to. */
  more: boolean;
  /** Null where no entry counts. */
  summary: AgentHistorySummary | null;
  /** Whether the provider has an indicator now. */
  stands: boolean;
  /** Of the indicator that stands. */
  framework_version: FrameworkVersion | null;
  /** Of the indicator that stands. */
  verification_id: VerificationId | null;
  /** Whether the indicator that stands is stale. */
  stale: boolean;
  /** Why it is stale; null when it is not. */
  stale_reason: string | null;
  /** Where anyone checks an indicator; append a slash and the verification id. */
  verify_url: string;
  limitations_disclosure: LimitationsDisclosure;
  /** How to read the texts in this result. */
  notice: string;
}

/** A hard rule that fired: the score cannot be above its cap. */
export interface HardCap {
  /** The hard rule's id, such as HR04. */
  rule_id: string;
  name: string;
  cap: Score;
  /** Whether this cap is the one that limits the score. */
  binding: boolean;
  /** Whether the next band is out of reach while it stands. */
  blocks_next_band: boolean;
  point_impact: Points;
  /** One sentence on why it fired. */
  detail: string;
}

/** The process answers. Members may be added. */
export interface Health {
  status: 'ok';
  time: Instant;
}

/** One published indicator of the provider. */
export interface HistoryEntry {
  verification_id: VerificationId;
  final_score: Score;
  risk_band: Band;
  scored_at: OffsetInstant;
  published_at: Instant;
  framework_version: FrameworkVersion;
  /** The indicator that stood before it. */
  supersedes: VerificationId | null;
  /** The indicator that it restates. */
  corrects: VerificationId | null;
  /** The indicator that restated it. */
  corrected_by: VerificationId | null;
  state: IndicatorState;
}

/** current: it stands. superseded: a newer indicator followed. corrected: it was restated. withdrawn: it was taken back, and nothing followed. */
export type IndicatorState = 'current' | 'superseded' | 'corrected' | 'withdrawn';

/** An instant in UTC (RFC 3339), with Z. */
export type Instant = string;

/** An upcoming issuance. */
export interface Issuance {
  id: Uuid;
  issuer_name: string;
  /** The issuer, if it is a provider here. */
  provider_id: Uuid | null;
  name: string;
  ticker: string | null;
  type: IssuanceType;
  status: IssuanceStatus;
  /** An ISO 4217 code, or BTC. */
  currency: string;
  /** In units of the currency. */
  amount: number | null;
  /** In percent a year. */
  coupon_rate: number | null;
  /** As quoted by the issuer. */
  price: number | null;
  announced_on: CivilDate;
  pricing_on: CivilDate | null;
  settles_on: CivilDate | null;
  source_url: string | null;
  updated_at: Instant;
  /** The provider's score now; null if there is none. */
  final_score: Score | null;
  /** The provider's band now; null if there is none. */
  risk_band: Band | null;
}

/** A new issuance. Members may be added. */
export interface IssuanceEventData {
  /** The place of the event among all events. No order of delivery is promised: sort by it. */
  sequence: number;
  /** The log's newest signed checkpoint, as a signed note; null while the log is empty. */
  checkpoint: string | null;
  id: Uuid;
  issuer_name: string;
  /** The issuer, if it is a provider here. */
  provider_id: Uuid | null;
  name: string;
  ticker: string | null;
  type: IssuanceType;
  /** How far the issuance has come: ISSUED and WITHDRAWN are its ends. */
  status: 'ANNOUNCED' | 'PRICING' | 'ISSUED' | 'WITHDRAWN';
  /** An ISO 4217 code, or BTC. */
  currency: string;
  /** In units of the currency. */
  amount: number | null;
  /** In percent a year. */
  coupon_rate: number | null;
  /** As quoted by the issuer. */
  price: number | null;
  announced_on: CivilDate;
  pricing_on: CivilDate | null;
  settles_on: CivilDate | null;
  source_url: string | null;
  updated_at: Instant;
}

/** Upcoming issuances. Members may be added. */
export interface IssuanceList {
  data: Issuance[];
  next_cursor: NextCursor;
  limitations_disclosure: LimitationsDisclosure;
}

/** An issuance was announced. The id is the same for all tries. Members may be added. */
export interface IssuanceNewEvent {
  id: Uuid;
  type: 'issuance.new';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: IssuanceEventData;
}

/** How far the issuance has come. */
export type IssuanceStatus = 'ANNOUNCED' | 'PRICING';

/** An issuance moved to another status. The id is the same for all tries. Members may be added. */
export interface IssuanceStatusChangedEvent {
  id: Uuid;
  type: 'issuance.status_changed';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: IssuanceStatusEventData;
}

/** An issuance that moved. Members may be added. */
export interface IssuanceStatusEventData {
  /** The place of the event among all events. No order of delivery is promised: sort by it. */
  sequence: number;
  /** The log's newest signed checkpoint, as a signed note; null while the log is empty. */
  checkpoint: string | null;
  id: Uuid;
  issuer_name: string;
  /** The issuer, if it is a provider here. */
  provider_id: Uuid | null;
  name: string;
  ticker: string | null;
  type: IssuanceType;
  /** How far the issuance has come: ISSUED and WITHDRAWN are its ends. */
  status: 'ANNOUNCED' | 'PRICING' | 'ISSUED' | 'WITHDRAWN';
  /** An ISO 4217 code, or BTC. */
  currency: string;
  /** In units of the currency. */
  amount: number | null;
  /** In percent a year. */
  coupon_rate: number | null;
  /** As quoted by the issuer. */
  price: number | null;
  announced_on: CivilDate;
  pricing_on: CivilDate | null;
  settles_on: CivilDate | null;
  source_url: string | null;
  updated_at: Instant;
  /** How far the issuance has come: ISSUED and WITHDRAWN are its ends. */
  previous_status: 'ANNOUNCED' | 'PRICING' | 'ISSUED' | 'WITHDRAWN';
}

/** What is issued. */
export type IssuanceType = 'preferred_share' | 'bond';

/** A message of the Model Context Protocol; one a request, no batches. */
export interface JsonRpcMessage {
  jsonrpc: '2.0';
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
}

/** An answer of the Model Context Protocol: a result or an error. */
export interface JsonRpcResponse {
  jsonrpc: '2.0';
  id?: string | number | null;
  result?: Record<string, unknown>;
  error?: {
    code: number;
    message: string;
    data?: unknown;
  };
}

/** What the indicators are not. Show it wherever a score is shown. */
export type LimitationsDisclosure = string;

/** Where the statement stands in the log. */
export interface LogEntry {
  index: number;
  tree_size: number;
  /** Base64 hashes (RFC 6962), from the leaf's sibling upwards. */
  inclusion_proof: string[];
  /** A signed note: the checkpoint of the publication itself. */
  checkpoint: string;
}

/** The framework in force, as data. Members may be added. */
export interface Methodology {
  framework_name: string;
  framework_version: FrameworkVersion;
  /** Major and minor, such as 1.0. */
  version: string;
  effective_from: CivilDate;
  digest: Digest;
  sign_off: MethodologySignOff;
  modules: MethodologyModule[];
  /** Facts that the service must look at itself; without them there is no score. */
  gates: {
    id: string;
    /** Worst first. */
    options: {
      value: string;
      definition: string | null;
    }[];
    max_age_days: number;
  }[];
  /** What can be said of the structure of a provider. */
  flags: string[];
  hard_rules: MethodologyRule[];
  thresholds: MethodologyThresholds;
  rounding: {
    /** Decimals of a published score. */
    decimals: number;
    direction: 'down';
    description: string;
  };
  /** All versions, newest first. */
  versions: MethodologyVersion[];
  limitations_disclosure: LimitationsDisclosure;
}

/** A criterion; its weight is in percent of its module. */
export interface MethodologyCriterion {
  id: string;
  label: string;
  weight: Weight;
  planner_types: PlannerType[];
  /** It applies only to providers with this flag. */
  requires_flag: string | null;
  input: CriterionInputForm;
  unit: string;
  /** Which way is safer. */
  direction: 'higher' | 'lower';
  max_age_days: number;
  evidence: string[];
  /** What is measured. */
  measure: string;
  /** Whether there is no score without live evidence for it. */
  gate: boolean;
}

/** The framework file, member for member; its digest is made over all of it. */
export interface MethodologyDocument {
  framework_name?: string;
  methodology_version: string;
  effective_from: CivilDate;
  modules: Record<string, unknown>[];
  criteria: Record<string, unknown>[];
  gates: Record<string, unknown>[];
  flags: string[];
  grades: Record<string, number>;
  /** Pairs of name and inclusive lower bound, best band first. */
  bands: string[][];
  hard_rules: Record<string, unknown>[];
  listed_factors: number;
  floor_factor_min_points: Decimal;
}

/** A framework that was put in force. Members may be added. */
export interface MethodologyEventData {
  /** The place of the event among all events. No order of delivery is promised: sort by it. */
  sequence: number;
  /** The log's newest signed checkpoint, as a signed note; null while the log is empty. */
  checkpoint: string | null;
  /** The framework's version, such as 1.0. */
  version: string;
  framework_version: FrameworkVersion;
  digest: Digest;
  effective_from: CivilDate;
  /** What the version brings. */
  notes: string;
}

/** A module; its weight is in percent of the whole. */
export interface MethodologyModule {
  id: string;
  label: string;
  weight: Weight;
  criteria: MethodologyCriterion[];
}

/** A framework was put in force. The id is the same for all tries. Members may be added. */
export interface MethodologyPublishedEvent {
  id: Uuid;
  type: 'methodology.published';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: MethodologyEventData;
}

/** A hard rule: where it fires, the score cannot be above its cap. */
export interface MethodologyRule {
  id: string;
  name: string;
  /** The lowest cap among the conditions that hold is the cap of the rule. */
  tiers: {
    /** Either input, op (lt, le, gt, ge, eq, in) and value, or any_missing. */
    condition: Record<string, string | string[]>;
    cap: Score;
  }[];
}

/** The chief risk officer's sign-off. */
export interface MethodologySignOff {
  role: 'chief_risk_officer';
  name: string;
  signed_at: Instant;
  key_id: string;
  /** For convenience; trust comes from a key that the reader has pinned. */
  public_key: string;
  /** Base64 of the Ed25519 signature over the canonical JSON of digest, effective_from, framework_version, name, role and signed_at. */
  signature: string;
}

/** Bands, evidence ages, confidence, and which factors are listed. */
export interface MethodologyThresholds {
  /** Bounds are inclusive; the safest band first. */
  bands: {
    band: Band;
    lower_bound: Score;
  }[];
  evidence_ages: {
    id: string;
    kind: 'criterion' | 'gate';
    /** Up to this age evidence counts in full. */
    max_age_days: number;
    /** From this age on it counts for nothing. */
    lapses_at_days: number;
  }[];
  confidence: {
    /** The share of full confidence that evidence of each grade earns. */
    grades: {
      grade: string;
      factor: Fraction;
    }[];
  };
  factors: {
    /** How many factors a decision object lists by name. */
    listed: number;
    floor_min_points: Score;
  };
}

/** A version of the framework and when it held. */
export interface MethodologyVersion {
  version: string;
  framework_version: FrameworkVersion;
  digest: Digest;
  status: 'upcoming' | 'current' | 'superseded';
  effective_from: CivilDate;
  /** Null while no later version has followed. */
  effective_until: CivilDate | null;
  notes: string | null;
}

/** The weighted mean of the criteria of one module, rounded down. */
export interface ModuleScore {
  id: string;
  label: string;
  weight: Weight;
  score: Score;
}

/** Send it as cursor to get the next page; null on the last page. */
export type NextCursor = string | null;

/** An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00. */
export type OffsetInstant = string;

/** An approved value and what stands behind it. */
export interface PackagedInput {
  value: string;
  grade: string;
  evidence_date: CivilDate;
  /** What stands behind a value, by reference; members are texts or null. */
  evidence: Record<string, string | null> | null;
  /** What stands behind a value, by reference; members are texts or null. */
  approval: Record<string, string | null> | null;
}

/** btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin: stablecoin issuers and yield. */
export type PlannerType = 'btc' | 'fiat' | 'stablecoin';

/** Points of a score, with two decimals; negative where they lower it. */
export type Points = number;

/** The indicator that stood before this one. */
export interface PreviousScore {
  final_score: Score;
  risk_band: Band;
  verification_id: VerificationId;
}

/** A refusal (RFC 9457). Members may be added. */
export interface Problem {
  /** The page of the docs for the code. */
  type: string;
  title: string;
  status: number;
  /** For people; its wording may change. */
  detail: string;
  /** For programs; codes do not change their meaning, and new ones may be added. */
  code:
    | 'malformed_request'
    | 'invalid_parameter'
    | 'malformed_json'
    | 'missing_api_key'
    | 'invalid_api_key'
    | 'revoked_api_key'
    | 'expired_api_key'
    | 'insufficient_tier'
    | 'pilot_not_enabled'
    | 'terms_not_accepted'
    | 'workspace_not_eligible'
    | 'insufficient_role'
    | 'not_found'
    | 'provider_not_found'
    | 'indicator_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'conflict'
    | 'payload_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'validation_failed'
    | 'rate_limit_exceeded'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable';
  /** The same as in the header x-request-id. */
  request_id: string;
  /** Bad parameters and bodies: all at once. */
  errors?: ProblemError[];
  /** Agent tools: providers that may have been meant by a name that fits none, or several. */
  candidates?: AgentCandidate[];
  required_tier?: Tier;
  key_tier?: Tier;
  workspace_tier?: Tier;
  /** Seconds, the same as in the header Retry-After. */
  retry_after?: number;
}

/** One thing that is wrong; it has either parameter or pointer. */
export interface ProblemError {
  /** The parameter or header that is wrong. */
  parameter?: string;
  /** The place in the body, as a JSON pointer (RFC 6901). */
  pointer?: string;
  code: string;
  message: string;
}

/** One provider's headline score and band. */
export interface PublicScore {
  id: Uuid;
  /** The provider's name. */
  name: string;
  planner_type: PlannerType;
  /** A free category label, such as cefi or defi. */
  provider_subtype: string;
  yield_min: Yield;
  yield_max: Yield;
  final_score: Score;
  risk_band: Band;
  scored_at: OffsetInstant;
}

/** The headline score and band of every provider, by name. Members may be added. */
export interface PublicScores {
  data: PublicScore[];
  limitations_disclosure: LimitationsDisclosure;
  /** False only on a response whose bytes had to be assembled for it. */
  cached: boolean;
}

/** Whether the process can serve. Members may be added. */
export interface Readiness {
  status: 'ready' | 'not_ready';
  checks: {
    name: string;
    ok: boolean;
  }[];
}

/** A score from 0 to 100 with two decimals; higher is safer. */
export type Score = number;

/** A score or a cap moved within its band. The id is the same for all tries. Members may be added. */
export interface ScoreChangedEvent {
  id: Uuid;
  type: 'score.changed';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: ScoreEventData;
}

/** Why a score moved, in parts that add up to the difference. Members may be added. */
export interface ScoreChanges {
  provider_id: Uuid;
  /** Null where the provider had no indicator. */
  from: ChangeEnd | null;
  /** Null where the provider had no indicator. */
  to: ChangeEnd | null;
  /** Points between the two; null unless both are there. */
  delta: Points | null;
  /** In the order in which the steps were taken; their points add up to delta exactly. */
  parts: ChangePart[];
  /** The points of all parts of a kind; a kind without parts is absent. */
  by_kind?: {
    methodology?: Points;
    structure?: Points;
    value?: Points;
    renewal?: Points;
    ageing?: Points;
    caps?: Points;
  };
  limitations_disclosure: LimitationsDisclosure;
}

/** An indicator was restated. The id is the same for all tries. Members may be added. */
export interface ScoreCorrectedEvent {
  id: Uuid;
  type: 'score.corrected';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: ScoreEventData;
}

/** A change of an indicator. Members may be added. */
export interface ScoreEventData {
  /** The place of the event among all events. No order of delivery is promised: sort by it. */
  sequence: number;
  /** The log's newest signed checkpoint, as a signed note; null while the log is empty. */
  checkpoint: string | null;
  changelog_id: Uuid;
  provider_id: Uuid;
  provider_name: string;
  planner_type: PlannerType;
  kind: ChangelogKind;
  /** Null for the first indicator. */
  previous_score: Score | null;
  /** Null for a withdrawal. */
  new_score: Score | null;
  /** New minus previous; null unless both are there. */
  delta: Points | null;
  previous_band: Band | null;
  new_band: Band | null;
  /** The cause and the module; never the value of an input. */
  reason: string;
  framework_version: FrameworkVersion;
  verification_id: VerificationId;
  /** The indicator that this one restates. */
  corrects: VerificationId | null;
  scored_at: OffsetInstant;
  changed_at: Instant;
  limitations_disclosure: LimitationsDisclosure;
  detail?: ScoreEventDetail;
}

/** What stands behind the score. Sent only to workspaces that are entitled to scores. */
export interface ScoreEventDetail {
  confidence: Fraction;
  uncapped_score: Score;
  rf_decision_object: DecisionObject;
  /** Why the score moved; null where there is nothing to compare it with. */
  change: {
    delta: Points;
    /** Their points add up to delta exactly. */
    parts: ChangePart[];
  } | null;
}

/** All published indicators of a provider, newest first. Members may be added. */
export interface ScoreHistory {
  provider_id: Uuid;
  data: HistoryEntry[];
  next_cursor: NextCursor;
  limitations_disclosure: LimitationsDisclosure;
}

/** The indicators of all providers. Members may be added. */
export interface ScoreList {
  data: ScoreRow[];
  limitations_disclosure: LimitationsDisclosure;
  /** False only on a response whose bytes had to be assembled for it. */
  cached: boolean;
  next_cursor: NextCursor;
  /** The instant that the answer is for, in UTC with Z; present only if as_of was asked for. */
  as_of?: string;
}

/** A first or returning indicator. The id is the same for all tries. Members may be added. */
export interface ScorePublishedEvent {
  id: Uuid;
  type: 'score.published';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: ScoreEventData;
}

/** Asks for a provider to be scored. Unknown members are refused. */
export interface ScoreRequest {
  provider_name: string;
  /** An https address without a name or password in it. */
  provider_url?: string;
  planner_type?: PlannerType;
  contact_email?: string;
  message?: string;
}

/** The request is on file. Members may be added. */
export interface ScoreRequestReceipt {
  request_id: Uuid;
  status: 'received';
  received_at: Instant;
}

/** One provider's indicator. rf_decision_object is there only if it was asked for. */
export interface ScoreRow {
  id: Uuid;
  /** The provider's name. */
  name: string;
  planner_type: PlannerType;
  /** A free category label, such as cefi or defi. */
  provider_subtype: string;
  yield_min: Yield;
  yield_max: Yield;
  final_score: Score;
  risk_band: Band;
  scored_at: OffsetInstant;
  slug: Slug;
  confidence: Fraction;
  framework_version: FrameworkVersion;
  score_verified_at: Instant;
  verification_id: VerificationId;
  /** Whether a fact that the service must look at itself was not looked at in time. */
  stale: boolean;
  /** Why it is stale; null when it is not. */
  stale_reason: string | null;
  /** The indicator that restated this one; null if none did. Only answers for an as_of can have one. */
  corrected_by: VerificationId | null;
  rf_decision_object?: DecisionObject;
}

/** One provider's indicator with everything behind it. Members may be added. */
export interface ScoreSnapshot {
  provider_id: Uuid;
  /** The provider's name. */
  name: string;
  planner_type: PlannerType;
  /** A free category label, such as cefi or defi. */
  provider_subtype: string;
  yield_min: Yield;
  yield_max: Yield;
  final_score: Score;
  risk_band: Band;
  scored_at: OffsetInstant;
  slug: Slug;
  confidence: Fraction;
  framework_version: FrameworkVersion;
  score_verified_at: Instant;
  verification_id: VerificationId;
  /** Whether a fact that the service must look at itself was not looked at in time. */
  stale: boolean;
  /** Why it is stale; null when it is not. */
  stale_reason: string | null;
  /** The indicator that restated this one; null if none did. Only answers for an as_of can have one. */
  corrected_by: VerificationId | null;
  uncapped_score: Score;
  coverage: Fraction;
  modules: ModuleScore[];
  /** One element for each criterion that applies to the provider. */
  criterion_scores: CriterionScore[];
  rf_decision_object: DecisionObject;
  /** Plain sentences, made by the engine from the same numbers; no model writes them. */
  score_commentary: string;
  /** Null for the first indicator of a provider. */
  previous: PreviousScore | null;
  /** The verification page; append a slash and the verification id. */
  verify_url: string;
  methodology_url: string;
  limitations_disclosure: LimitationsDisclosure;
  /** The instant that the answer is for, in UTC with Z; present only if as_of was asked for. */
  as_of?: string;
}

/** An indicator was withdrawn. The id is the same for all tries. Members may be added. */
export interface ScoreWithdrawnEvent {
  id: Uuid;
  type: 'score.withdrawn';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: ScoreEventData;
}

/** What search_providers takes. */
export interface SearchProvidersInput {
  /** Words or a part of a name, present or former. Without it, all providers are looked at. */
  query?: string;
  planner_type?: PlannerType;
  risk_band?: Band;
  /** Only scores of at least this. */
  min_score?: number;
  /** At most so many. */
  limit?: number;
}

/** Providers that fit. Members may be added. */
export interface SearchProvidersResult {
  /** The best matches of the query first; without a query, by name. The order is no ranking of risk. */
  providers: FoundProvider[];
  /** How many there are in all, listed or not. */
  total: number;
  /** Where nothing fits the query: the names nearest to it. */
  nearest: AgentCandidate[];
  /** Where anyone checks an indicator; append a slash and the verification id. */
  verify_url: string;
  limitations_disclosure: LimitationsDisclosure;
  /** How to read the texts in this result. */
  notice: string;
}

/** How well it works. */
export type ServiceHealth = 'operational' | 'degraded' | 'outage';

/** A signature over canonical bytes. */
export interface Signature {
  algorithm: 'Ed25519';
  /** The key's name and hash: name+hash. */
  key_id: string;
  /** Base64 of the signature. */
  value: string;
}

/** A signing key and when it signed. Old keys go on verifying what they signed. */
export interface SigningKey {
  /** Name and hash: name+hash. Signatures name their key by it. */
  key_id: string;
  algorithm: 'Ed25519';
  /** The verifier key, in the text form of C2SP signed notes. */
  public_key: string;
  valid_from: Instant;
  /** Null for the key that signs now. */
  valid_until: Instant | null;
  /** The log entry, signed by the old and the new key, that brought it in; null for the first. */
  rotation_log_index?: number | null;
}

/** All signing keys, oldest first. Members may be added. */
export interface SigningKeys {
  data: SigningKey[];
  next_cursor: NextCursor;
  limitations_disclosure: LimitationsDisclosure;
}

/** The provider's name in an address; permanent, and old ones keep working. */
export type Slug = string;

/** The headline of one indicator. Its canonical bytes (RFC 8785) are what is signed, and a leaf of the log. */
export interface Statement {
  as_of: Instant;
  corrects: VerificationId | null;
  final_score: Decimal;
  framework_version: FrameworkVersion;
  methodology_digest: Digest;
  package_hash: Digest;
  planner_type: PlannerType;
  provider_id: string;
  provider_name: string;
  risk_band: Band;
  supersedes: VerificationId | null;
  verification_id: VerificationId;
}

/** Service status, uptime, data freshness and framework version. Members may be added. */
export interface Status {
  status: ServiceHealth;
  uptime: {
    started_at: Instant;
    seconds: number;
    /** Share of the period in which the service was up; null while nothing is on record for it. */
    ratio_24h: number | null;
    /** Share of the period in which the service was up; null while nothing is on record for it. */
    ratio_30d: number | null;
    /** Share of the period in which the service was up; null while nothing is on record for it. */
    ratio_90d: number | null;
  };
  freshness: {
    last_published_at: Instant | null;
    last_run_at: Instant | null;
    oldest_score_at: Instant | null;
    providers: number;
    stale_providers: number;
  };
  framework_version: FrameworkVersion;
  components: {
    name: string;
    status: ServiceHealth;
  }[];
  incidents: {
    started_at: Instant;
    ended_at: Instant | null;
    title: string;
  }[];
  time: Instant;
}

/** A test, asked for by a member of the workspace. Members may be added. */
export interface TestEventData {
  /** The place of the event among all events. No order of delivery is promised: sort by it. */
  sequence: number;
  /** The log's newest signed checkpoint, as a signed note; null while the log is empty. */
  checkpoint: string | null;
  message: string;
}

/** A tier of keys and workspaces. */
export type Tier = 'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM';

/** What a workspace's keys did, hour by hour. Members may be added. */
export interface Usage {
  workspace: {
    id: Uuid;
    name: string;
    tier: Tier;
  };
  /** The sliding hour that the asking key shares with all keys of its tier. */
  window: {
    tier: Tier;
    /** Requests in any 3600 seconds. */
    limit: number;
    remaining: number;
    resets_at: Instant;
  };
  from: Instant;
  to: Instant;
  data: UsageRow[];
  /** Of the whole period, not only of this page. */
  totals: {
    accepted: number;
    refused: number;
  };
  next_cursor: NextCursor;
  limitations_disclosure: LimitationsDisclosure;
}

/** What one key did with one operation in one hour; hour is its start. */
export interface UsageRow {
  key_id: Uuid;
  key_name: string;
  /** How the key begins; the rest is never shown again. */
  key_prefix: string;
  tier: Tier;
  hour: Instant;
  /** The operationId of this document; calls of agent tools have the tool after a colon, such as callAgentTool:get_provider_score. */
  operation: string;
  accepted: number;
  refused: number;
}

/** A UUID in lower case. */
export type Uuid = string;

/** The proof of one headline, for anyone, and what followed it. Members may be added. */
export interface Verification {
  verification_id: VerificationId;
  state: IndicatorState;
  published_at: Instant;
  statement: Statement;
  signature: Signature;
  log: LogEntry;
  followed_by: FollowedBy;
  /** The verification page; append a slash and the verification id. */
  verify_url: string;
  limitations_disclosure: LimitationsDisclosure;
}

/** Names one published indicator for ever. */
export type VerificationId = string;

/** Shows that deliveries arrive. The id is the same for all tries. Members may be added. */
export interface WebhookTestEvent {
  id: Uuid;
  type: 'webhook.test';
  created_at: Instant;
  api_version: 'v1';
  workspace_id: Uuid;
  /** Only on tests, which report nothing real. */
  test?: true;
  data: TestEventData;
}

/** A weight in percent points: 6.00 is 6 %. */
export type Weight = number;

/** When and why an indicator was taken back. */
export interface Withdrawal {
  withdrawn_at: Instant;
  reason: string;
}

/** A yield in percent a year. */
export type Yield = number;

/** Any event; `type` says which one. */
export type WebhookEvent =
  | ScorePublishedEvent
  | ScoreChangedEvent
  | BandChangedEvent
  | ScoreCorrectedEvent
  | ScoreWithdrawnEvent
  | MethodologyPublishedEvent
  | IssuanceNewEvent
  | IssuanceStatusChangedEvent
  | WebhookTestEvent;

export type WebhookEventType =
  | 'score.published'
  | 'score.changed'
  | 'band.changed'
  | 'score.corrected'
  | 'score.withdrawn'
  | 'methodology.published'
  | 'issuance.new'
  | 'issuance.status_changed'
  | 'webhook.test';
