// The spreadsheets under /exports/v1 and their columns. CSV, XLSX and docs follow from this table. Columns may be added at the
// end; none is removed, renamed or changed in type within v1.

import type { Entitlement } from './tiers.ts';

export const SPREADSHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SpreadsheetFormat = (typeof SPREADSHEET_FORMATS)[number];

export const SPREADSHEET_TYPES: Readonly<Record<SpreadsheetFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What a cell holds. An instant is a date with its time in UTC. */
export const COLUMN_TYPES = ['text', 'decimal', 'integer', 'boolean', 'date', 'instant'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface Column {
  name: string;
  type: ColumnType;
  meaning: string;
  /** Where the JSON row has the value, with dots between members; by default under the name. */
  member?: string;
}

export interface Spreadsheet {
  title: string;
  /** The entitlement of the key, from which the lowest tier follows. */
  access: Entitlement;
  columns: readonly Column[];
}

function column(name: string, type: ColumnType, meaning: string, member?: string): Column {
  return { name, type, meaning, ...(member !== undefined && { member }) };
}

const providerId = (member?: string) =>
  column('provider_id', 'text', 'The id of the provider, which never changes.', member);
const slug = column('slug', 'text', 'The name of the provider in addresses.');
const name = column('name', 'text', 'The name of the provider.');
const plannerType = column('planner_type', 'text', 'btc, fiat or stablecoin.');
const finalScore = column('final_score', 'decimal', 'The score from 0 to 100. Higher is safer.');
const riskBand = column('risk_band', 'text', 'LOW, MEDIUM, ELEVATED or HIGH.');
const scoredAt = column('scored_at', 'instant', 'The time as of which the indicator was scored.');
const frameworkVersion = column('framework_version', 'text', 'The framework of the indicator.');
const verificationId = column('verification_id', 'text', 'Names the indicator, for verification.');
const correctedBy = column('corrected_by', 'text', 'The indicator that corrected this one.');
const staleness = [
  column('stale', 'boolean', 'Whether the indicator is stale.'),
  column('stale_reason', 'text', 'Why the indicator is stale.'),
];
const review = (meaning: string) =>
  column('review', 'text', `${meaning}: up, down or developing.`, 'review.direction');

export const SPREADSHEETS = {
  scores: {
    title: 'Scores',
    access: 'scores',
    columns: [
      ...[providerId('id'), slug, name, plannerType],
      column('provider_subtype', 'text', 'A free category label, such as cefi or defi.'),
      ...[finalScore, riskBand],
      column('confidence', 'decimal', 'The evidence quality from 0 to 1.'),
      column('yield_min', 'decimal', 'The lowest yield that the provider offers, in percent a year.'),
      column('yield_max', 'decimal', 'The highest yield that the provider offers, in percent a year.'),
      scoredAt,
      column('score_verified_at', 'instant', 'When the indicator was last confirmed or published.'),
      column('next_lapse_at', 'instant', 'When the next of its evidence lapses.'),
      ...staleness,
      review('The direction of a review of the indicator'),
      ...[frameworkVersion, verificationId, correctedBy],
    ],
  },
  criteria: {
    title: 'Criteria',
    access: 'scores',
    columns: [
      ...[providerId(), slug, name, verificationId, scoredAt],
      column('criterion_id', 'text', 'The id of the criterion in the framework.'),
      column('criterion_label', 'text', 'The name of the criterion.'),
      column('module_id', 'text', 'The id of its module.'),
      column('module_label', 'text', 'The name of its module.'),
      column('status', 'text', 'scored, stale, expired or missing.'),
      column('score', 'decimal', 'The points of the criterion from 0 to 100, after ageing.'),
      column('weight', 'decimal', 'The weight of the criterion in percent.'),
      column('contribution', 'decimal', 'The points that the criterion adds to the score before hard rules.'),
      column('point_impact', 'decimal', 'The points that the criterion costs: zero or negative.'),
      column('confidence', 'decimal', 'The evidence quality of the criterion from 0 to 1.'),
      column('value', 'text', 'The approved value, as it was entered.', 'input.value'),
      column('unit', 'text', 'The unit of a number.', 'input.unit'),
      column('evidence_date', 'date', 'The date of the evidence.', 'input.evidence_date'),
      column('source_grade', 'text', 'The quality of the source, from A (best) to E.', 'input.source_grade'),
      column(
        'evidence_kind',
        'text',
        'The kind of document; derived if it follows from other inputs.',
        'input.evidence_kind',
      ),
      column('evidence_title', 'text', 'The title of the evidence.', 'input.evidence_title'),
      column('evidence_page', 'text', 'Where in the evidence the value is.', 'input.evidence_page'),
      column('evidence_url', 'text', 'Where the evidence is published.', 'input.evidence_url'),
      column('contested', 'integer', 'How many approved values do not count yet.'),
      column('reason', 'text', 'How the criterion was scored, in one sentence.'),
    ],
  },
  history: {
    title: 'History',
    access: 'scores',
    columns: [
      ...[providerId(), slug, name, verificationId],
      column('kind', 'text', 'What the publication was, such as initial, score_change or renewal.'),
      finalScore,
      column('uncapped_score', 'decimal', 'The score before hard rules.'),
      ...[riskBand, scoredAt],
      column('published_at', 'instant', 'When the indicator was published.'),
      frameworkVersion,
      column('state', 'text', 'current, superseded, corrected or withdrawn.'),
      column('supersedes', 'text', 'The indicator that this one replaced.'),
      column('corrects', 'text', 'The indicator that this one corrects.'),
      correctedBy,
      ...staleness,
      review('The direction of a review of the current indicator'),
    ],
  },
  changes: {
    title: 'Changes',
    access: 'scores',
    columns: [
      column('change_id', 'text', 'The id of the change.', 'id'),
      column('changed_at', 'instant', 'When the change was published.'),
      column('kind', 'text', 'What changed, such as band_change, correction or withdrawal.'),
      providerId(),
      column('provider_name', 'text', 'The name of the provider.'),
      plannerType,
      column('previous_score', 'decimal', 'The score before the change.'),
      column('new_score', 'decimal', 'The score after the change.'),
      column('delta', 'decimal', 'The new score minus the previous score.'),
      column('previous_band', 'text', 'The band before the change.'),
      column('new_band', 'text', 'The band after the change.'),
      column('reason', 'text', 'Why the indicator changed.'),
      column('rationale', 'text', 'What drove the change, by an analyst.'),
      review('The direction of the review after the change'),
      ...[frameworkVersion, verificationId],
    ],
  },
  decisions: {
    title: 'Decisions',
    access: 'scores',
    columns: [
      column('decision_id', 'text', 'The id of the call. A call has a row for each provider.'),
      column('issued_at', 'instant', 'When it was decided.'),
      column('valid_until', 'instant', 'Until when the decision could be used.'),
      column('policy', 'text', 'The name of the policy.'),
      column('policy_version', 'integer', 'The version of the policy.'),
      column('policy_digest', 'text', 'The digest of that version.'),
      column('reference', 'text', 'The reference that the caller gave.'),
      column('exposure', 'text', 'new or existing.'),
      column('hypothetical', 'boolean', 'Whether it was decided for another time than the present.'),
      providerId(),
      ...[slug, name],
      column('decision', 'text', 'ALLOW, REVIEW or BLOCK.'),
      column('decided_by', 'text', 'The rule that decided. Empty for ALLOW.'),
      verificationId,
      column('shadow_version', 'integer', 'The version of the draft that ran in shadow.'),
      column('shadow_decision', 'text', 'What that draft would have decided.'),
    ],
  },
} as const satisfies Record<string, Spreadsheet>;

export type SpreadsheetName = keyof typeof SPREADSHEETS;
