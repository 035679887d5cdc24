// What changes are called, and how their published reasons are shortened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headlineOf } from '../../src/rendering/pages/changelog/headline.ts';
import {
  causesInSentence,
  causesOf,
  ownReason,
  shortReason,
} from '../../src/rendering/pages/changelog/short-reason.ts';
import { sharedRows } from '../../src/rendering/pages/changelog/states.ts';
import { wasThereBefore } from '../../src/rendering/pages/changelog/stories.ts';
import type { Change } from '../../src/rendering/pages/provider/known.ts';

const change = (members: Partial<Change>) =>
  ({
    ...{ provider_name: 'Northgate', kind: 'band_change', previous_score: 8100, new_score: 7600 },
    ...{ previous_band: 'LOW', new_band: 'MEDIUM', changed_at: 1000 },
    ...members,
  }) as Change;

test('a headline says what happened to whom', () => {
  for (const [members, headline] of [
    [{}, 'falls to Medium risk'],
    [{ previous_band: 'ELEVATED', previous_score: 5900 }, 'rises to Medium risk'],
    [{ kind: 'withdrawal', new_score: null, new_band: null }, 'is withdrawn'],
    [{ kind: 'stale' }, 'becomes stale'],
    [{ kind: 'stale_ended' }, 'is no longer stale'],
    [{ kind: 'correction' }, 'is corrected to Medium risk · 76.00'],
    [{ kind: 'correction', previous_score: 7600 }, 'is corrected, with the same score'],
    [{ kind: 'reinstatement', previous_score: null }, 'is reinstated with Medium risk · 76.00'],
    [
      { kind: 'initial', previous_score: null, previous_band: null },
      'has its first score: Medium risk · 76.00',
    ],
    [{ kind: 'drift', previous_band: 'MEDIUM' }, 'drifts to 76.00'],
    [{ kind: 'score_change', previous_band: 'MEDIUM', previous_score: 7000 }, 'rises to 76.00'],
    [{ kind: 'methodology_change', previous_band: 'MEDIUM', previous_score: 7600 }, 'stays at 76.00'],
  ] as [Partial<Change>, string][])
    assert.equal(headlineOf(change(members)), `Northgate ${headline}`);
  assert.equal(headlineOf(change({}), true), 'Northgate is Medium risk again');
});

test('a provider is in a band again if it was there in the weeks before', () => {
  const step = (from: number, riskBand: string) => ({ from, riskBand }) as never;
  assert.equal(
    wasThereBefore(change({}), [step(100, 'MEDIUM'), step(500, 'LOW'), step(1000, 'MEDIUM')]),
    true,
  );
  assert.equal(wasThereBefore(change({}), [step(100, 'LOW'), step(1000, 'MEDIUM')]), false);
});

const MANY =
  'Evidence not renewed in Yield source and counterparties, Governance, law and regulation, Technology, operations and track record; a cap changed.';

test('modules whose labels have commas are counted and named right', () => {
  assert.deepEqual(causesOf(MANY), [
    {
      words: 'evidence not renewed',
      modules: [
        'Yield source and counterparties',
        'Governance, law and regulation',
        'Technology, operations and track record',
      ],
    },
    { words: 'a cap changed', modules: [] },
  ]);
  assert.equal(shortReason(MANY), 'evidence aged in 3 modules; a cap changed');
  assert.equal(
    causesInSentence(MANY),
    'Evidence not renewed in yield source, governance and technology; a cap changed.',
  );
  assert.equal(
    shortReason('New facts in Custody and asset protection.'),
    'new facts in custody and asset protection',
  );
  assert.equal(
    shortReason('Renewed evidence in Solvency and leverage, Backing and collateral.'),
    'evidence renewed in solvency and backing',
  );
});

test('reasons that people wrote stay as they are, without the word that the kind says', () => {
  assert.equal(ownReason('Correction: the cash cover was misread'), 'The cash cover was misread.');
  assert.equal(ownReason('Withdrawn: gone; see note.'), 'Gone; see note.');
});

test('corrections of a provider, a day and a cause share a row; nothing else does', () => {
  const day = Date.parse('2026-08-05T06:00:00Z');
  const entry = (id: string, members: Partial<Change> = {}) =>
    change({
      id,
      kind: 'correction',
      provider_id: 'a',
      changed_at: day,
      reason: 'Correction: misread.',
      ...members,
    });
  const rows = sharedRows([
    entry('6', { changed_at: day + 24 * 60 * 60 * 1000 }),
    entry('5'),
    entry('4', { reason: 'Correction: another cause.' }),
    entry('3', { provider_id: 'b' }),
    entry('2'),
    entry('1', { kind: 'stale' }),
    entry('0', { kind: 'stale' }),
  ]);
  assert.deepEqual(
    rows.map((row) => row.map(({ id }) => id).join('')),
    ['6', '52', '4', '3', '1', '0'],
  );
});
