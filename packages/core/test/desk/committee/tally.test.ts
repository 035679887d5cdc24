// What follows from the votes, whatever they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MATTER_KINDS } from '@rf-indicators/contract/acts';
import type { Choice } from '@rf-indicators/core/desk/matters/entries';
import { type Ballots, type MatterKind, tally } from '@rf-indicators/core/desk/matters/tally';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';

const PEOPLE = ['ann', 'bo', 'cora', 'dan', 'eve', 'finn'];
const INPUTS = ['key_quorum', 'reserve_coverage'];

const some = (all: readonly string[]) => fc.subarray([...all]).map((list) => new Set(list));
const ballots: fc.Arbitrary<Ballots> = fc.record({
  kind: fc.constantFrom<MatterKind>(...MATTER_KINDS),
  rule: fc.record({
    quorum: fc.integer({ min: 2, max: 4 }),
    independence: fc.boolean(),
    chair: fc.constantFrom('ann', 'bo', null),
    deputy: fc.constantFrom('cora', null),
  }),
  able: some(PEOPLE),
  votes: fc
    .array(fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom<Choice>('for', 'for', 'against')), {
      maxLength: 8,
    })
    .map((cast) => new Map(cast)),
  recused: fc.subarray(PEOPLE, { maxLength: 2 }).map((list) => new Set(list)),
  waived: some(INPUTS),
  hasMinute: fc.constantFrom(true, true, false),
  facts: fc.record({
    touched: some(PEOPLE),
    readers: some(PEOPLE).chain((first) =>
      some(PEOPLE).map(
        (second) =>
          new Map([
            [INPUTS[0]!, first],
            [INPUTS[1]!, second],
          ]),
      ),
    ),
  }),
});

test('what is accepted has everything that the rule asks for, and what has it is accepted', () => {
  let accepted = 0;
  fc.assert(
    fc.property(ballots, (given) => {
      const { kind, rule, able, votes, recused, waived, hasMinute, facts } = given;
      const cast = [...votes].filter(([id]) => able.has(id) && !recused.has(id));
      const of = (choice: Choice) => cast.filter(([, vote]) => vote === choice).map(([id]) => id);
      const [inFavour, opposed] = [of('for'), of('against')];
      const chair = [rule.chair, rule.deputy].find((id) => id !== null && able.has(id) && !recused.has(id));
      const isMinuted = hasMinute || kind === 'review' || kind === 'review_end';
      const byValues = ['initial', 'band_change', 'correction'].includes(kind) && rule.independence;
      const hasAll =
        cast.length >= rule.quorum &&
        inFavour.length > opposed.length &&
        isMinuted &&
        (kind !== 'band_change' || inFavour.includes(chair ?? '')) &&
        (!byValues || inFavour.some((id) => !facts!.touched.has(id))) &&
        INPUTS.every(
          (input) => waived.has(input) || inFavour.some((id) => facts!.readers.get(input)!.has(id)),
        );
      const { outcome, missing } = tally(given);
      assert.equal(outcome === 'accepted', hasAll);
      if (outcome === 'refused') {
        const byChair = kind === 'band_change' && opposed.includes(chair ?? '');
        assert.ok(cast.length >= rule.quorum && isMinuted && (inFavour.length <= opposed.length || byChair));
      }
      assert.equal(outcome === null, missing.length > 0, 'what is open says what it waits for');
      if (outcome === 'accepted') accepted += 1;
    }),
    { numRuns: cases(2000, 20_000), seed: 38 },
  );
  assert.ok(accepted > 20, `${accepted} accepted`);
});

test('nobody who votes twice, is recused or has left is counted', () => {
  fc.assert(
    fc.property(ballots, (given) => {
      const { for: inFavour, against } = tally(given);
      const counted = [...inFavour, ...against];
      assert.equal(new Set(counted).size, counted.length);
      for (const id of counted) assert.ok(given.able.has(id) && !given.recused.has(id));
    }),
    { numRuns: cases(500, 5000), seed: 39 },
  );
});
