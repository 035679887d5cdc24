// The inspector's list: what one person cannot do alone or without evidence, by every path that exists. The short
// form makes each attempt by its act, or by its command if it has no act, by the other paths in turn, and the first of each subject
// over HTTP and in a browser; the full test run makes all on both stores.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Attempt, isExpected, type Path, pathsOf } from '../scripts/inspector/attempt.ts';
import { SUBJECTS } from '../scripts/inspector/attempts.ts';
import { closeBrowser } from '../scripts/inspector/in-browser.ts';
import { type Finding, inspect } from '../scripts/inspector/inspect.ts';
import { cases } from './support/counts.ts';
import { locationFrom, STORE_KINDS } from './support/stores.ts';

after(closeBrowser);

const ALL = Object.values(SUBJECTS).flat();
const TURNS = 8;
const IN_TURN: readonly Path[] = ['two processes', 'old token', 'command'];

test('every attempt has its own title, and a refusal that says something', () => {
  const titles = ALL.map(({ title }) => title);
  assert.deepEqual(titles, [...new Set(titles)]);
  assert.deepEqual(
    ALL.filter(({ refusal }) => refusal.replaceAll('…', '').trim().length < 20).map(({ title }) => title),
    [],
  );
  assert.ok(ALL.length >= 40);
});

test('a refusal with another text is not the expected one', () => {
  const expected = 'Run … is discarded.';
  assert.ok(isExpected(expected, 'Run 1 is discarded.'));
  assert.ok(!isExpected(expected, 'Run 1 is discarded. Or so.'));
  assert.ok(!isExpected(expected, 'Run 1 is published.'));
});

/** The first attempt of each subject that is an act. */
const FIRSTS = Object.values(SUBJECTS).map((attempts) => attempts.find(({ act }) => act));

/** Each attempt takes its turn with each of the expensive paths. */
function pathsInTurn(attempt: Attempt): Path[] {
  const turn = ALL.indexOf(attempt) % TURNS;
  const isInTurn = (path: Path) =>
    IN_TURN.includes(path) && (path !== 'command' || attempt.act !== undefined);
  const paths = pathsOf(attempt);
  // Some attempts are made in one way only, such as with a session that was edited.
  const [only] = paths;
  if (paths.length === 1 || only === 'HTTP') return [only!];
  return paths.filter((path) => {
    if (path === 'HTTP' || path === 'browser') return FIRSTS.includes(attempt);
    return !isInTurn(path) || IN_TURN.indexOf(path) === turn;
  });
}

test('every attempt that is an act is also made over HTTP and in the browser', () => {
  for (const attempt of ALL)
    for (const path of ['HTTP', 'browser'] as const)
      assert.equal(
        pathsOf(attempt).includes(path) || attempt.skips?.includes(path) === true,
        attempt.act !== undefined,
      );
});

for (const kind of cases(STORE_KINDS.slice(0, 1), STORE_KINDS)) {
  for (const [subject, attempts] of Object.entries(SUBJECTS)) {
    test(`the inspector's list: ${subject} (${kind})`, async (t) => {
      const faults: (Finding & { title: string })[] = [];
      for (const attempt of attempts) {
        const paths = cases(pathsInTurn, pathsOf)(attempt);
        const findings = await inspect(attempt, paths, (template) => locationFrom(template, kind, t));
        for (const finding of findings) {
          if (finding.fault !== null) faults.push({ title: attempt.title, ...finding });
        }
      }
      assert.deepEqual(faults, []);
    });
  }
}
