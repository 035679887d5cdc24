// What is read about an indicator after it was renewed, confirmed, marked as stale, withdrawn or contested.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  Confirmation,
  type OperationId,
  PublicScores,
  ScoreHistory,
  ScoreList,
  ScoreSnapshot,
  Verification,
} from '@rf-indicators/contract';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { parseVerifierKey, verifyConfirmation } from '@rf-indicators/engine';
import type { Static, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { morning, PROVIDER_ID, PublishedRows } from '../../../../test/support/published-rows.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { getScoreHistory as historyTool } from '../../src/agent/tools/get-score-history.ts';
import { READS, type ReadId } from '../../src/api/reads.ts';
import { namesOf } from '../../src/rendering/names/read-names.ts';
import { NO_BRANDING, type Site } from '../../src/rendering/pages/site.ts';
import type { Parameters, Reading } from '../../src/rendering/reading.ts';

const SITE: Site = { ...NO_BRANDING, baseUrl: 'https://rf.example', disclosure: 'The disclosure.' };

const CONTESTED = {
  input: 'equity_ratio',
  value: '12.00',
  grade: 'D',
  evidence_date: '2026-04-02',
  needs: 'B',
};

async function readingOf({ db }: PublishedRows): Promise<Reading> {
  return {
    db,
    ...SITE,
    site: SITE,
    clock: () => morning(400),
    snapshots: snapshotReader(db),
    names: namesOf(db),
  };
}

async function read<Schema extends TSchema>(
  rows: PublishedRows,
  schema: Schema,
  operation: ReadId & OperationId,
  parameters: Parameters = {},
): Promise<Static<Schema> & { modified: number }> {
  const answer = await READS[operation](await readingOf(rows), parameters);
  assert.ok('content' in answer, JSON.stringify(answer));
  const value = JSON.parse(String(answer.content));
  assert.ok(Check(schema, value), JSON.stringify([...Errors(schema, value)].slice(0, 3)));
  return { ...(value as object), modified: answer.lastModified } as Static<Schema> & { modified: number };
}

const snapshotOf = (rows: PublishedRows, parameters: Parameters = {}) =>
  read(rows, ScoreSnapshot, 'getScore', { providerId: PROVIDER_ID, ...parameters });
const verify = (rows: PublishedRows, id: string) =>
  read(rows, Verification, 'verifyIndicator', { verification_id: id });

/** An indicator, a change of it, and two renewals of the change. */
async function renewedTwice(kind: StoreKind, t: TestContext) {
  const rows = await PublishedRows.create(kind, t);
  const yields = ['4.00', '6.50'] as const;
  const first = await rows.publish({ at: morning(0), kind: 'initial', yields });
  const values = { equity_ratio: '9.00' };
  const second = await rows.publish({
    at: morning(1),
    kind: 'score_change',
    supersedes: first,
    values,
    yields,
    contested: [CONTESTED],
  });
  const renewal = { kind: 'renewal', renews: second, values, yields: ['4.10', '6.50'] } as const;
  const third = await rows.publish({ ...renewal, at: morning(2), supersedes: second });
  const fourth = await rows.publish({ ...renewal, at: morning(3), supersedes: third });
  return { rows, first, second, third, fourth };
}

onEitherStore('the previous indicator of a snapshot is never a renewal', async (kind, t) => {
  const { rows, first, second, third, fourth } = await renewedTwice(kind, t);
  const now = await snapshotOf(rows);
  assert.equal(now.verification_id, fourth);
  assert.equal(now.previous?.verification_id, first);
  const fifth = await rows.publish({
    at: morning(4),
    kind: 'score_change',
    supersedes: fourth,
    yields: ['4.10', '6.50'],
  });
  const later = await snapshotOf(rows);
  assert.deepEqual([later.verification_id, later.previous?.verification_id], [fifth, second]);
  for (const [day, id] of [
    [0, null],
    [1, first],
    [2, first],
  ] as const) {
    const past = await snapshotOf(rows, { as_of: new Date(morning(day)).toISOString() });
    assert.equal(past.previous?.verification_id ?? null, id);
  }
  const changes = await READS.getScoreChanges(await readingOf(rows), { providerId: PROVIDER_ID });
  assert.ok('content' in changes);
  const { from, to } = JSON.parse(String(changes.content));
  assert.deepEqual([from.verification_id, to.verification_id], [second, fifth]);
  const history = await read(rows, ScoreHistory, 'getScoreHistory', { providerId: PROVIDER_ID });
  assert.deepEqual(
    history.data.map((entry) => [entry.verification_id, entry.kind]),
    [
      [fifth, 'score_change'],
      [fourth, 'renewal'],
      [third, 'renewal'],
      [second, 'score_change'],
      [first, 'initial'],
    ],
  );
});

onEitherStore('yields change only with a publication', async (kind, t) => {
  const { rows } = await renewedTwice(kind, t);
  const { data } = await read(rows, PublicScores, 'listPublicScores');
  assert.deepEqual([data[0]!.yield_min, data[0]!.yield_max], [4.1, 6.5]);
  await rows.recordFact('yield_min', '9.99', morning(5));
  const again = await read(rows, PublicScores, 'listPublicScores');
  assert.equal(again.data[0]!.yield_min, 4.1);
  const past = await snapshotOf(rows, { as_of: new Date(morning(1)).toISOString() });
  assert.equal(past.yield_min, 4);
});

onEitherStore(
  'older packages have the yields that were recorded by the time that is asked for',
  async (kind, t) => {
    const rows = await PublishedRows.create(kind, t);
    for (const [min, max, day] of [
      ['1.00', '2.00', -1],
      ['3.00', '4.00', 2],
    ] as const) {
      await rows.recordFact('yield_min', min, morning(day));
      await rows.recordFact('yield_max', max, morning(day));
    }
    await rows.publish({ at: morning(0), kind: 'initial' });
    const now = await snapshotOf(rows);
    assert.deepEqual([now.yield_min, now.yield_max], [3, 4]);
    const past = await snapshotOf(rows, { as_of: new Date(morning(1)).toISOString() });
    assert.deepEqual([past.yield_min, past.yield_max], [1, 2]);
  },
);

onEitherStore(
  'a public row says whose indicator it is and whether it is stale, and nothing more',
  async (kind, t) => {
    const { rows, fourth } = await renewedTwice(kind, t);
    const fields = [
      ...[
        'id',
        'name',
        'planner_type',
        'provider_subtype',
        'yield_min',
        'yield_max',
        'final_score',
        'risk_band',
      ],
      ...['scored_at', 'slug', 'verification_id', 'stale', 'stale_reason', 'review'],
    ];
    const fresh = await read(rows, PublicScores, 'listPublicScores');
    assert.deepEqual(Object.keys(fresh.data[0]!), fields);
    assert.deepEqual([fresh.data[0]!.stale, fresh.data[0]!.stale_reason], [false, null]);
    await rows.markStale(fourth, morning(5), 'The legal status was last checked on 1 April 2026');
    const stale = await read(rows, PublicScores, 'listPublicScores');
    assert.equal(stale.data[0]!.stale, true);
    assert.match(stale.data[0]!.stale_reason!, /last checked/);
    assert.equal(stale.modified, morning(5));
    const keyed = await read(rows, ScoreList, 'listScores');
    assert.deepEqual(Object.keys(keyed.data[0]!).slice(0, fields.length), fields);
  },
);

onEitherStore('only the current indicator of a history can be stale', async (kind, t) => {
  const { rows, fourth } = await renewedTwice(kind, t);
  await rows.markStale(fourth, morning(5), 'Overdue');
  const history = await read(rows, ScoreHistory, 'getScoreHistory', { providerId: PROVIDER_ID });
  assert.deepEqual(
    history.data.map(({ stale, stale_reason }) => [stale, stale_reason]),
    [
      [true, 'Overdue'],
      [false, null],
      [false, null],
      [false, null],
    ],
  );
  assert.equal(history.modified, morning(5));
});

onEitherStore('verification tells a renewed indicator from a superseded one', async (kind, t) => {
  const { rows, first, second, third, fourth } = await renewedTwice(kind, t);
  const current = await verify(rows, fourth);
  assert.equal(current.state, 'current');
  assert.deepEqual(current.followed_by, {
    superseded_by: null,
    corrected_by: null,
    withdrawal: null,
    renewed_by: null,
    current: fourth,
  });
  for (const [id, next, renewedBy] of [
    [third, fourth, fourth],
    [second, third, fourth],
    [first, second, null],
  ] as const) {
    const { state, followed_by, modified } = await verify(rows, id);
    assert.equal(state, 'superseded');
    assert.deepEqual(
      [followed_by.superseded_by, followed_by.renewed_by, followed_by.current],
      [next, renewedBy, fourth],
    );
    assert.equal(modified, morning(3), 'what is current changed then');
  }
});

onEitherStore('an indicator is stale while the one that renews it is', async (kind, t) => {
  const { rows, first, second, fourth } = await renewedTwice(kind, t);
  await rows.markStale(fourth, morning(5), 'Overdue');
  for (const [id, stale] of [
    [fourth, true],
    [second, true],
    [first, false],
  ] as const) {
    const proof = await verify(rows, id);
    assert.equal(proof.stale, stale);
    assert.equal(proof.stale_since, stale ? new Date(morning(5)).toISOString().replace('.000Z', 'Z') : null);
    assert.equal(proof.stale_reason, stale ? 'Overdue' : null);
    assert.equal(proof.modified, morning(5));
  }
  await rows.markStale(fourth, morning(6), null);
  assert.equal((await verify(rows, second)).stale, false);
});

onEitherStore('nothing is current after a withdrawal, and what was reinstated is', async (kind, t) => {
  const { rows, second, fourth } = await renewedTwice(kind, t);
  await rows.withdraw(fourth, morning(5));
  for (const id of [second, fourth]) {
    const { followed_by, stale } = await verify(rows, id);
    assert.deepEqual([followed_by.renewed_by, followed_by.current, stale], [null, null, false]);
  }
  const back = await rows.publish({ at: morning(6), kind: 'reinstatement', yields: ['4.00', '6.50'] });
  const { state, followed_by } = await verify(rows, fourth);
  assert.deepEqual([state, followed_by.renewed_by, followed_by.current], ['withdrawn', null, back]);
});

onEitherStore(
  'a snapshot names the run that confirmed it last, whose record can be verified',
  async (kind, t) => {
    const { rows, fourth } = await renewedTwice(kind, t);
    assert.equal((await snapshotOf(rows)).confirmed_by, null);
    const runs = [await rows.confirm(fourth, morning(4)), await rows.confirm(fourth, morning(5))];
    for (const [index, asOf] of [
      [1, undefined],
      [0, morning(4)],
    ] as const) {
      const parameters = asOf === undefined ? {} : { as_of: new Date(asOf).toISOString() };
      const { confirmed_by, score_verified_at } = await snapshotOf(rows, parameters as Parameters);
      const at = new Date(morning(4 + index)).toISOString().replace('.000Z', 'Z');
      assert.deepEqual(confirmed_by, {
        run: runs[index],
        confirmed_at: at,
        url: `https://rf.example/api/public/confirmations/${runs[index]}`,
      });
      assert.equal(score_verified_at, at);
    }
    const { modified, ...confirmation } = await read(rows, Confirmation, 'getConfirmation', {
      run: runs[0]!,
    });
    assert.equal(modified, morning(4));
    assert.deepEqual(confirmation.data.verification_ids, [fourth]);
    const key = await parseVerifierKey(rows.founded.founded.publicKey);
    const report = await verifyConfirmation(confirmation as never, [key], fourth);
    assert.ok(report.ok, JSON.stringify(report));
    const unknown = await READS.getConfirmation(await readingOf(rows), { run: PROVIDER_ID });
    assert.equal('problem' in unknown && unknown.problem, 'not_found');
  },
);

onEitherStore(
  'contested values stand with their criterion, and others beside the criteria',
  async (kind, t) => {
    const { rows, second, fourth } = await renewedTwice(kind, t);
    const gate = { ...CONTESTED, input: 'legal_status', value: 'licensed' };
    await rows.confirm(fourth, morning(4), [CONTESTED, gate]);
    const now = await snapshotOf(rows);
    const wire = { value: '12.00', evidence_date: '2026-04-02', source_grade: 'D', needed_grade: 'B' };
    for (const { criterion_id, contested } of now.criterion_scores) {
      assert.deepEqual(contested, criterion_id === 'equity_ratio' ? [wire] : []);
    }
    assert.deepEqual(now.contested_inputs, [{ input_id: 'legal_status', ...wire, value: 'licensed' }]);
    const contestedAt = async (day: number) =>
      (await snapshotOf(rows, { as_of: new Date(morning(day)).toISOString() })).criterion_scores.find(
        ({ criterion_id }) => criterion_id === 'equity_ratio',
      )!.contested.length;
    assert.deepEqual([await contestedAt(1), await contestedAt(2), await contestedAt(4)], [1, 0, 1]);
    assert.ok(second);
  },
);

onEitherStore('an input names its evidence, or what it was derived from', async (kind, t) => {
  const rows = await PublishedRows.create(kind, t);
  await rows.publish({
    at: morning(0),
    kind: 'initial',
    yields: ['4.00', '6.50'],
    derived: ['yield_spread'],
  });
  const { criterion_scores, commentary_version } = await snapshotOf(rows);
  assert.match(commentary_version, /^[0-9]+$/);
  for (const { criterion_id, input } of criterion_scores) {
    if (input === null) continue;
    const { evidence_kind, evidence_title, evidence_page, evidence_url } = input;
    assert.deepEqual(
      [evidence_kind, evidence_title, evidence_page, evidence_url],
      criterion_id === 'yield_spread'
        ? ['derived', 'Derived from yield max and reference rate', null, null]
        : ['attestation', 'Reserve attestation', 'p. 4', 'https://example.org/a.pdf'],
    );
  }
});

onEitherStore('the history tool leaves renewals out unless it is asked for them', async (kind, t) => {
  const { rows, first, second, third, fourth } = await renewedTwice(kind, t);
  await rows.markStale(fourth, morning(5), 'Overdue');
  const reading = await readingOf(rows);
  const [provider_name] = (await currentIndicators(rows.db)).map(({ name }) => name);
  // biome-ignore lint/suspicious/noExplicitAny: the tests of the tools check results against their schemas.
  const ask = async (input: object): Promise<any> =>
    JSON.parse(JSON.stringify(await historyTool(reading, { provider_name, ...input } as never)));
  const { entries } = await ask({});
  assert.deepEqual(
    entries.map((entry: Record<string, unknown>) => [
      entry.verification_id,
      entry.kind,
      entry.renewed_by,
      entry.stale,
    ]),
    [
      [second, 'score_change', fourth, true],
      [first, 'initial', null, false],
    ],
  );
  assert.match(entries[0].cite_as, /has a risk score of .* The indicator is stale\. It was renewed since/);
  assert.match(entries[1].cite_as, /had a risk score of .* That indicator is superseded\./);
  const all = await ask({ include_renewals: true });
  assert.deepEqual(
    all.entries.map((entry: Record<string, unknown>) => entry.verification_id),
    [fourth, third, second, first],
  );
  assert.deepEqual([all.entries[0].renewed_by, all.entries[0].stale], [null, true]);
});
