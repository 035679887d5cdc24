// The desk's evidence rules: weaker evidence lifts no cap, a worse value counts at once, and good evidence cures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseByEvidenceRules } from '@rf-indicators/core/desk/facts/evidence-rules';
import { chooseStructure } from '@rf-indicators/core/desk/facts/structure-facts';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';
import { methodology } from '../../../../../test/support/world.ts';

interface Row {
  value: string;
  grade: string;
}

const GRADES = ['E', 'D', 'C', 'B', 'A'];
const rank = (grade: string) => GRADES.indexOf(grade);
const row = (value: string, grade: string): Row => ({ value, grade });
const choose = (input: string, ...rows: Row[]) => chooseByEvidenceRules(methodology, input, rows);

test('a press release does not cure a shortfall that an attestation shows', () => {
  const shortfall = row('97.20', 'B');
  const claim = row('105.00', 'D');
  assert.deepEqual(choose('reserve_coverage', shortfall, claim), {
    current: shortfall,
    contested: { row: claim, needs: 'B' },
    firing: new Map([['HR04', 'B']]),
  });
  const attested = row('105.00', 'B');
  assert.equal(choose('reserve_coverage', shortfall, claim, attested).current, attested);
  assert.equal(choose('reserve_coverage', shortfall, claim, attested).contested, null);
});

test('a worse value counts at once, whoever says it', () => {
  const worse = row('85.00', 'E');
  assert.equal(choose('reserve_coverage', row('105.00', 'A'), worse).current, worse);
});

test('a cure cannot be had by way of a weaker bad value', () => {
  // 97.20 by an attestation; the provider itself says 96, then that it is cured.
  const rows = [row('97.20', 'B'), row('96.00', 'D'), row('105.00', 'D')];
  const { current, contested } = choose('reserve_coverage', ...rows);
  assert.equal(current, rows[1]);
  assert.deepEqual(contested, { row: rows[2], needs: 'B' });
});

test('each tier takes evidence as good as the evidence for it', () => {
  // Below 90 only by an estimate; below 100 by an attestation.
  const rows = [row('97.20', 'B'), row('85.00', 'E')];
  const partly = row('95.00', 'D');
  assert.equal(choose('reserve_coverage', ...rows, partly).current, partly);
  const whole = row('105.00', 'D');
  assert.deepEqual(choose('reserve_coverage', ...rows, whole).contested, { row: whole, needs: 'B' });
});

test('gates and options are treated alike', () => {
  const insolvent = row('insolvent', 'A');
  assert.equal(choose('insolvency_status', insolvent, row('none', 'B')).current, insolvent);
  const undisclosed = row('undisclosed', 'C');
  const disclosed = row('capital_raising_disclosed', 'D');
  assert.equal(choose('yield_source', undisclosed, disclosed).current, undisclosed);
});

test('a change of structure that stops a rule takes evidence as good as that of the firing value', () => {
  const recorded = new Map([['planner_type', 'btc']]);
  const firing = [{ criterion: 'key_quorum', grade: 'B' }];
  const toFiat = (grade: string) => ({ input_id: 'planner_type', value: 'fiat', grade });
  const weak = chooseStructure(methodology, recorded, [toFiat('D')], firing);
  assert.equal(weak.structure.planner_type, 'btc');
  assert.deepEqual(weak.contested, [{ row: toFiat('D'), needs: 'B' }]);
  assert.equal(chooseStructure(methodology, recorded, [toFiat('B')], firing).structure.planner_type, 'fiat');
  assert.equal(
    chooseStructure(methodology, recorded, [toFiat('D')], []).structure.planner_type,
    'fiat',
    'without a firing rule nothing is lifted',
  );
  const first = { input_id: 'planner_type', value: 'fiat', grade: 'E' };
  const none = chooseStructure(methodology, new Map(), [first], firing);
  assert.equal(none.structure.planner_type, 'fiat', 'a first value replaces nothing');
});

/** The caps of the one rule that tests each of these inputs, written down from the framework's text. */
const CAPS: Record<string, { values: string[]; capOf: (value: string) => number }> = {
  reserve_coverage: {
    values: ['80.00', '89.99', '90.00', '97.20', '99.99', '100.00', '105.00', '300.00'],
    capOf: (value) => (Number(value) < 90 ? 19.99 : Number(value) < 100 ? 39.99 : 100),
  },
  insolvency_status: {
    values: ['insolvent', 'distressed', 'none'],
    capOf: (value) => (value === 'insolvent' ? 4.99 : value === 'distressed' ? 39.99 : 100),
  },
  withdrawal_status: {
    values: ['suspended', 'restricted', 'delayed', 'on_terms'],
    capOf: (value) => (value === 'suspended' ? 19.99 : value === 'restricted' ? 39.99 : 100),
  },
  leverage_multiple: {
    values: ['1.00', '2.99', '3.00', '9.00'],
    capOf: (value) => (Number(value) >= 3 ? 39.99 : 100),
  },
};

test('over random histories: no cure by weaker evidence, and worse values and the best evidence always count', () => {
  const history = fc.constantFrom(...Object.keys(CAPS)).chain((input) =>
    fc.record({
      input: fc.constant(input),
      rows: fc.array(
        fc.record({ value: fc.constantFrom(...CAPS[input]!.values), grade: fc.constantFrom(...GRADES) }),
        { minLength: 1, maxLength: 12 },
      ),
    }),
  );
  fc.assert(
    fc.property(history, ({ input, rows }) => {
      const { capOf } = CAPS[input]!;
      let stands: Row | null = null;
      const counted: { row: Row; at: number }[] = [];
      for (const [at, newest] of rows.entries()) {
        const { current, contested } = choose(input, ...rows.slice(0, at + 1));
        if (current === newest) counted.push({ row: newest, at });
        // A value that lifts nothing, and the best evidence, count at once.
        if (stands === null || capOf(newest.value) <= capOf(stands.value) || newest.grade === 'A') {
          assert.equal(current, newest);
        }
        if (current !== newest) assert.equal(contested?.row, newest);
        // Whatever said a stricter cap was contradicted, later, by evidence at least as good.
        for (const { row: strict, at: saidAt } of counted) {
          if (capOf(strict.value) >= capOf(current.value)) continue;
          const answers = rows.slice(saidAt + 1, at + 1);
          assert.ok(
            answers.some(
              (answer) =>
                rank(answer.grade) >= rank(strict.grade) && capOf(answer.value) > capOf(strict.value),
            ),
            `${JSON.stringify(strict)} was lifted by ${JSON.stringify(current)}`,
          );
        }
        stands = current;
      }
    }),
    { seed: 12, numRuns: cases(500, 20_000) },
  );
});
