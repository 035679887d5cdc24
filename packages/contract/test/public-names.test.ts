import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '@rf-indicators/contract';

test('the contract exports its named schemas, these other names, and nothing else', () => {
  const others = Object.keys(contract).filter((name) => !(name in contract.SCHEMAS));
  assert.deepEqual(others.sort(), [
    'AGENT_ERROR_CODES',
    'AGENT_TOOLS',
    'AGENT_TOOL_SCHEMAS',
    'CACHE_CONTROL',
    'CHANGELOG_KINDS',
    'CHANGE_DIRECTIONS',
    'CHANGE_KINDS',
    'COLUMN_TYPES',
    'CONNECTION_PROBLEMS',
    'DEFAULT_EVENT_TYPES',
    'ENTITLEMENTS',
    'EVENT_DEFINITIONS',
    'EXPORT_PAGES',
    'LIMITATIONS_DISCLOSURE',
    'METHODOLOGY_SECTIONS',
    'MOST_CANDIDATES',
    'NAMES_PER_CALL',
    'NAMES_PER_PLACE',
    'OPERATIONS',
    'OUTLOOK_DAYS',
    'OUTLOOK_MEANING',
    'PLANNER_TYPES',
    'PROBLEMS',
    'PROBLEM_CODES',
    'PROVIDERS_PER_CALL',
    'PROVIDERS_PER_PLACE',
    'PUBLIC_LIMITS',
    'RATIONALE_LENGTH',
    'REVIEW_DIRECTIONS',
    'RISK_BANDS',
    'SCHEMAS',
    'SPREADSHEETS',
    'SPREADSHEET_FORMATS',
    'SPREADSHEET_TYPES',
    'SUBSCRIBABLE_EVENT_TYPES',
    'TAGS',
    'TIERS',
    'TIER_TERMS',
    'WEBHOOK_API_VERSION',
    'WEBHOOK_EVENTS',
    'WEBHOOK_EVENT_TYPES',
    'WEBHOOK_HEADERS',
    'effectiveTier',
    'entitlementsOf',
    'isKeyed',
    'isScoreEvent',
    'mayIssue',
    'openApiDocument',
    'problemExample',
    'problemType',
    'problemsOf',
    'refusesUnknownParameters',
    'requiredTier',
  ]);
});

test('every named schema is exported under its name, but for event bodies, which are listed by event type', () => {
  const hidden = Object.keys(contract.SCHEMAS).filter((name) => !(name in contract));
  const hiddenSchemas = new Set<unknown>(hidden.map((name) => contract.SCHEMAS[name]));
  const bodies = Object.values(contract.WEBHOOK_EVENTS);
  assert.equal(hidden.length, bodies.length);
  for (const body of bodies) assert.ok(hiddenSchemas.has(body), body.properties.type.const);
});
