// The columns of spreadsheets that readers were promised: their names and types, in this order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COLUMN_TYPES,
  EXPORT_PAGES,
  SPREADSHEET_FORMATS,
  SPREADSHEET_TYPES,
  SPREADSHEETS,
} from '@rf-indicators/contract';

const COLUMNS = {
  scores: [
    'provider_id text',
    'slug text',
    'name text',
    'planner_type text',
    'provider_subtype text',
    'final_score decimal',
    'risk_band text',
    'confidence decimal',
    'yield_min decimal',
    'yield_max decimal',
    'scored_at instant',
    'score_verified_at instant',
    'next_lapse_at instant',
    'stale boolean',
    'stale_reason text',
    'review text',
    'framework_version text',
    'verification_id text',
    'corrected_by text',
  ],
  criteria: [
    'provider_id text',
    'slug text',
    'name text',
    'verification_id text',
    'scored_at instant',
    'criterion_id text',
    'criterion_label text',
    'module_id text',
    'module_label text',
    'status text',
    'score decimal',
    'weight decimal',
    'contribution decimal',
    'point_impact decimal',
    'confidence decimal',
    'value text',
    'unit text',
    'evidence_date date',
    'source_grade text',
    'evidence_kind text',
    'evidence_title text',
    'evidence_page text',
    'evidence_url text',
    'contested integer',
    'reason text',
  ],
  history: [
    'provider_id text',
    'slug text',
    'name text',
    'verification_id text',
    'kind text',
    'final_score decimal',
    'uncapped_score decimal',
    'risk_band text',
    'scored_at instant',
    'published_at instant',
    'framework_version text',
    'state text',
    'supersedes text',
    'corrects text',
    'corrected_by text',
    'stale boolean',
    'stale_reason text',
    'review text',
  ],
  changes: [
    'change_id text',
    'changed_at instant',
    'kind text',
    'provider_id text',
    'provider_name text',
    'planner_type text',
    'previous_score decimal',
    'new_score decimal',
    'delta decimal',
    'previous_band text',
    'new_band text',
    'reason text',
    'rationale text',
    'review text',
    'framework_version text',
    'verification_id text',
  ],
  decisions: [
    'decision_id text',
    'issued_at instant',
    'valid_until instant',
    'policy text',
    'policy_version integer',
    'policy_digest text',
    'reference text',
    'exposure text',
    'hypothetical boolean',
    'provider_id text',
    'slug text',
    'name text',
    'decision text',
    'decided_by text',
    'verification_id text',
    'shadow_version integer',
    'shadow_decision text',
  ],
};

test('these columns, types and entitlements', () => {
  const columns = Object.entries(SPREADSHEETS).map(([name, sheet]) => [
    name,
    sheet.columns.map((column) => `${column.name} ${column.type}`),
  ]);
  assert.deepEqual(Object.fromEntries(columns), COLUMNS);
  for (const { access } of Object.values(SPREADSHEETS)) assert.equal(access, 'scores');
  assert.deepEqual(
    Object.values(SPREADSHEETS).map(({ title }) => title),
    ['Scores', 'Criteria', 'History', 'Changes', 'Decisions'],
  );
});

test('these bounds of a page', () => {
  assert.deepEqual(EXPORT_PAGES, {
    ...{ criteria: 100, history: 1000, changes: 1000, decisions: 1000, decisionRows: 10_000 },
  });
});

test('these formats and types of cells', () => {
  assert.deepEqual(SPREADSHEET_FORMATS, ['csv', 'xlsx']);
  assert.deepEqual(SPREADSHEET_TYPES, {
    csv: 'text/csv',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
  assert.deepEqual(COLUMN_TYPES, ['text', 'decimal', 'integer', 'boolean', 'date', 'instant']);
});

test('each column says what it means, and its name is unique in its sheet', () => {
  for (const { columns } of Object.values(SPREADSHEETS)) {
    assert.equal(new Set(columns.map(({ name }) => name)).size, columns.length);
    for (const { name, meaning } of columns) {
      assert.match(name, /^[a-z]+(_[a-z]+)*$/);
      assert.match(meaning, /^[A-Za-z].*\.$/, name);
    }
  }
});
