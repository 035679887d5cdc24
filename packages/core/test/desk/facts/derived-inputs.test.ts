// Inputs that follow from others: what was entered for them does not count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApprovedRow, assembleFacts } from '@rf-indicators/core/desk/facts/assemble-facts';
import { NO_CHECKS } from '@rf-indicators/core/desk/facts/plausibility/document';
import { methodology } from '../../../../../test/support/world.ts';

const DAY = '2026-07-01';
const decidedAt = Date.parse(`${DAY}T12:00:00Z`);

function approved(input: string, value: string, currency: string | null = null): ApprovedRow {
  return {
    ...{ proposal_id: `${input} ${value}`, provider_id: 'a provider', currency, input_id: input, value },
    ...{ renewal: 0, facts: '{}', evidence_id: 'a document', evidence_date: DAY, grade: 'B', sha256: null },
    ...{ proposed_by: 'an analyst', decided_by: 'a reviewer', decided_at: decidedAt },
  };
}

test('a spread follows from the yield and the rate, and an absorption from the coverage, whatever was entered', () => {
  const rows = [
    ...[approved('payout_currency', 'USD'), approved('yield_max', '9.00'), approved('yield_spread', '0.10')],
    ...[approved('reserve_coverage', '150.00'), approved('btc_shock_absorption', '99.00')],
  ];
  const rates = [approved('reference_rate', '4.25', 'USD')];
  const { inputs } = assembleFacts(
    methodology,
    { rows, rates, recorded: new Map(), checks: NO_CHECKS },
    decidedAt,
  );
  assert.equal(inputs.yield_spread?.value, '4.75');
  assert.equal(inputs.btc_shock_absorption?.value, '33.33');
  const withoutRate = assembleFacts(
    methodology,
    { rows, rates: [], recorded: new Map(), checks: NO_CHECKS },
    decidedAt,
  );
  assert.equal(withoutRate.inputs.yield_spread, undefined, 'nor while a figure that it needs is missing');
});
