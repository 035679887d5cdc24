// The verification page of indicators that were renewed, became stale or were reinstated.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { SigningKeys, Verification } from '@rf-indicators/contract';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { morning, PublishedRows } from '../../../../test/support/published-rows.ts';
import { READS } from '../../src/api/reads.ts';
import { NameIndex } from '../../src/rendering/names/name-index.ts';
import { NO_BRANDING, type Site } from '../../src/rendering/pages/site.ts';
import { performChecks } from '../../src/rendering/pages/verify/checks.ts';
import { neighbourIds } from '../../src/rendering/pages/verify/history.ts';
import { verifyPage } from '../../src/rendering/pages/verify/page.ts';
import type { Answer, Reading } from '../../src/rendering/reading.ts';

const SITE: Site = { ...NO_BRANDING, baseUrl: 'https://rf.example', disclosure: 'The disclosure.' };

function readingOf({ db }: PublishedRows): Reading {
  return {
    db,
    ...SITE,
    site: SITE,
    clock: () => morning(9),
    snapshots: snapshotReader(db),
    names: async () => new NameIndex([]),
  };
}

async function pageOf(rows: PublishedRows, id: string): Promise<string> {
  const reading = readingOf(rows);
  const proofOf = async (verification_id: string) =>
    parsed<Verification>(await READS.verifyIndicator(reading, { verification_id }));
  const proof = await proofOf(id);
  const keys = parsed<SigningKeys>(await READS.listSigningKeys(reading));
  const neighbours = new Map<string, Verification>();
  for (const neighbour of neighbourIds(proof)) neighbours.set(neighbour, await proofOf(neighbour));
  const checks = await performChecks(proof, keys);
  assert.ok(checks.every(({ passed }) => passed !== false));
  return verifyPage({
    proof,
    checks,
    neighbours,
    history: [],
    bands: null,
    checkedAt: morning(9),
    site: SITE,
  }).text;
}

function parsed<T>(answer: Answer): T {
  assert.ok('content' in answer, JSON.stringify(answer));
  return JSON.parse(String(answer.content)) as T;
}

const headingOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)![1];

async function renewed(t: TestContext) {
  const rows = await PublishedRows.create('sqlite', t);
  const yields = ['4.00', '6.50'] as const;
  const first = await rows.publish({ at: morning(0), kind: 'initial', yields });
  const values = { equity_ratio: '9.00' };
  const change = { at: morning(1), kind: 'score_change', supersedes: first, values, yields } as const;
  const second = await rows.publish(change);
  const renewal = { at: morning(2), kind: 'renewal', supersedes: second, renews: second, values } as const;
  const third = await rows.publish({ ...renewal, yields: ['4.10', '6.50'] });
  return { rows, first, second, third };
}

test('a renewed indicator is genuine and still says its score; a superseded one points to the current one', async (t) => {
  const { rows, first, second, third } = await renewed(t);
  assert.equal(headingOf(await pageOf(rows, third)), 'Genuine and current');
  const page = await pageOf(rows, second);
  assert.equal(headingOf(page), 'Genuine, renewed since, same score');
  assert.match(page, />What it says</);
  assert.match(page, new RegExp(`<strong>Renewed by</strong><a href="/verify/${third}">`));
  assert.doesNotMatch(page, /Superseded by|Use this indicator instead/);
  const old = await pageOf(rows, first);
  assert.match(headingOf(old)!, /^Genuine, the score is now (Low|Medium|Elevated|High) risk · \d+\.\d\d$/);
  assert.match(old, new RegExp(`Use this indicator instead: <a href="/verify/${third}">`));
  assert.match(old, new RegExp(`<strong>Superseded by</strong><a href="/verify/${second}">`));
  assert.match(old, new RegExp(`<strong>Current now</strong><a href="/verify/${third}">`));
});

test('a stale indicator is never called current, and the page says since when and why', async (t) => {
  const { rows, first, second, third } = await renewed(t);
  await rows.markStale(
    third,
    Date.parse('2026-10-26T00:00:00Z'),
    'Legal status was last checked on 2026-04-01.',
  );
  for (const id of [second, third]) {
    const page = await pageOf(rows, id);
    assert.equal(headingOf(page), 'Genuine, stale since 26 Oct 2026');
    assert.match(page, /it is stale\. Legal status was last checked on 1 Apr 2026\.<?/);
    assert.match(page, /<strong>Stale since 26 Oct 2026\.<\/strong>/);
  }
  const old = await pageOf(rows, first);
  assert.match(headingOf(old)!, /^Genuine, the score is now (Low|Medium|Elevated|High) risk · \d+\.\d\d$/);
  assert.match(old, /, as of 3 Apr 2026, stale since 26 Oct 2026<\/a>/);
});

test('the page of a withdrawn indicator points to the one that was published after a reinstatement', async (t) => {
  const { rows, third } = await renewed(t);
  await rows.withdraw(third, morning(3));
  const withdrawn = 'Genuine, withdrawn on 4 Apr 2026';
  assert.equal(headingOf(await pageOf(rows, third)), withdrawn);
  const back = await rows.publish({ at: morning(4), kind: 'reinstatement', yields: ['4.00', '6.50'] });
  const page = await pageOf(rows, third);
  assert.equal(headingOf(page), withdrawn);
  assert.match(page, new RegExp(`<strong>Current now</strong><a href="/verify/${back}">`));
});
