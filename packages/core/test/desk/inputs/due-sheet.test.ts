// A sheet of inputs that are due: printed, filled in and imported as one batch.

import assert from 'node:assert/strict';
import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate, instantText } from '@rf-indicators/core/context/times';
import { readRows } from '@rf-indicators/core/desk/import/file';
import { writeDueSheet } from '@rf-indicators/core/desk/inputs/due-sheet-form';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, type World } from '../../../../../test/support/world.ts';
import { EXAMPLES } from '../../acts/examples.ts';
import { type Story, storyOf } from '../../acts/story.ts';

type Due = AnswerOf<'inputs.due'>['data'];
type SheetRow = Record<string, unknown> & { provider: string; input: string };

function due(story: Story, input: InputOf<'inputs.due'>): Promise<AnswerOf<'inputs.due'>> {
  return performAct(story.services, story.callers.analyst!, 'inputs.due', input);
}

function rowsOf(sheet: string) {
  return readRows(sheet, 'csv') as { place: string; value: SheetRow }[];
}

/** The sheet with what was filled in for some rows. */
function filled(sheet: Due, fill: (row: SheetRow) => Record<string, unknown> | undefined) {
  return rowsOf(writeDueSheet(sheet)).map(({ place, value }) => ({
    place,
    value: { ...value, ...fill(value) },
  }));
}

function propose(story: Story, rows: InputOf<'inputs.propose'>['rows']) {
  return performAct(story.services, story.callers.analyst!, 'inputs.propose', { rows });
}

function evidenceOf({ desk }: World, daysAgo = 0) {
  const evidence_date = civilDate(desk.clock() - daysAgo * DAY);
  return { kind: 'check', title: 'Round 1', evidence_date, grade: 'D' };
}

async function refusal(attempt: Promise<unknown>): Promise<string[]> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof Refusal)
      return error.details.map(({ place, code, message }) => `${place}: ${message} [${code}]`);
    throw error;
  }
  throw new Error('nothing was refused');
}

onEitherStore(
  'a sheet proposes renewals and new values together, each as what it is, and skips rows without a result',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const story = storyOf(world);
    const { data: sheet } = await due(story, { days: 400 });
    const own = [world.slugOf('FX-05'), world.slugOf('FX-01')];
    const evidence = evidenceOf(world);
    const rows = filled(sheet, ({ provider, input, current_value }) => {
      if (!own.includes(provider)) return undefined;
      if (input === 'withdrawal_status') return { result: 'Unchanged', evidence };
      if (input === 'reference_rate') return { result: 'unchanged', evidence };
      if (input !== 'reserve_coverage') return undefined;
      // As a spreadsheet writes a number.
      const asNumber = String(Number(current_value));
      return { result: '140.4', evidence: { ...evidence, title: provider }, current_value: asNumber };
    });
    const filledIn = rows.filter(({ value }) => 'result' in value).length;
    assert.equal(filledIn, 6);
    const proposed = await propose(story, rows);
    assert.deepEqual([proposed.checked, proposed.skipped], [0, rows.length - filledIn]);

    const proposals = await listProposals(world.store.db, { batch: proposed.batch_id });
    const told = proposals.map(({ slug, currency, input, value, renewal }) => [
      ...[slug ?? currency, input, renewal],
      input === 'reserve_coverage' ? value : '',
    ]);
    assert.deepEqual(
      told.sort(),
      [
        ...own.map((slug) => [slug, 'withdrawal_status', true, '']),
        ...own.map((slug) => [slug, 'reserve_coverage', false, '140.40']),
        ['USD', 'reference_rate', true, ''],
      ].sort(),
      'a rate that two providers share is proposed once',
    );
    const [record] = await world.store.db
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', `batch/${proposed.batch_id}`)
      .execute();
    assert.equal(record!.action, 'inputs.proposed');
    assert.deepEqual(JSON.parse(record!.after!), { proposals: 5, renewals: 3 });

    await performAct(story.services, story.callers.reviewer!, 'inputs.approve', { batch: proposed.batch_id });
    world.desk.moveTo(world.desk.clock() + 60 * DAY);
    const { data: after } = await due(story, { days: 0 });
    const dates = after.filter(({ slug, input }) => slug === own[0] && input === 'withdrawal_status');
    assert.equal(dates[0]!.evidence_date, evidence.evidence_date);
  },
);

onEitherStore(
  'what is wrong with a sheet is told with line, provider and input, and nothing is saved',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const story = storyOf(world);
    const { data: sheet } = await due(story, { days: 400 });
    const slug = world.slugOf('FX-05');
    const evidence = evidenceOf(world);
    const linesOf = (...inputs: string[]) =>
      inputs.map((input) => {
        const { place } = rowsOf(writeDueSheet(sheet)).find(
          ({ value }) => value.provider === slug && value.input === input,
        )!;
        return `${place} (${slug} ${input})`;
      });
    const fillOwn = (fill: Record<string, Record<string, unknown>>) =>
      filled(sheet, ({ provider, input }) => (provider === slug ? fill[input] : undefined));
    const [gate, coverage] = linesOf('withdrawal_status', 'reserve_coverage');

    const unchanged = { result: 'unchanged', evidence };
    assert.deepEqual(
      await refusal(
        propose(
          story,
          fillOwn({
            withdrawal_status: { result: 'unchanged', evidence: evidenceOf(world, 300) },
            reserve_coverage: { result: 'lots', evidence },
          }),
        ),
      ).then((details) => details.map((detail) => detail.replace(/: .*\[/, ' ['))),
      [`${coverage}, value [number_malformed]`, `${gate}, evidence [older_evidence]`],
    );
    assert.deepEqual(await refusal(propose(story, fillOwn({ withdrawal_status: { result: 'unchanged' } }))), [
      `${gate}, evidence: is missing [missing]`,
    ]);
    assert.match(
      (await refusal(propose(story, fillOwn({ withdrawal_status: { ...unchanged, value: 'normal' } }))))[0]!,
      /give either a value or a result \[value_and_result\]$/,
    );
    assert.match(
      (await refusal(propose(story, fillOwn({ withdrawal_status: { ...unchanged, remark: 'x' } }))))[0]!,
      /remark: is not a known member/,
    );
    const twice = fillOwn({ withdrawal_status: unchanged });
    const [first] = twice.filter(({ value }) => 'result' in value);
    assert.deepEqual(await refusal(propose(story, [...twice, { ...first!, place: 'line 900' }])), [
      `line 900 (${slug} withdrawal_status): ${first!.place} has the same provider and input [duplicate_row]`,
    ]);
    const derived = { provider: slug, input: 'yield_spread', result: 'unchanged', evidence };
    assert.deepEqual(await refusal(propose(story, [{ place: 'line 2', value: derived }])), [
      `line 2 (${slug} yield_spread), result: derives "yield_spread" in each run; renew yield_max and reference_rate instead [derived]`,
    ]);
    await assert.rejects(propose(story, fillOwn({})), /No row has a result/);

    world.desk.moveTo(world.desk.clock() + DAY);
    await enter(world, 'FX-05', 'reserve_coverage', '101.00');
    assert.deepEqual(
      await refusal(propose(story, fillOwn({ reserve_coverage: unchanged, withdrawal_status: unchanged }))),
      [
        `${coverage}, current_value: is out of date: the value on record is 101.00; write the sheet again [out_of_date]`,
      ],
    );
    const open = await listProposals(world.store.db, { status: 'open' });
    assert.deepEqual(open, []);
  },
);

onEitherStore('what will lapse is seen in advance, by what is known now', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const now = (await due(story, { days: 0 })).data;
  const later = (await due(story, { days: 0, as_of: instantText(world.desk.clock() + 300 * DAY) })).data;
  assert.ok(later.length > now.length + 50);
  assert.ok(later.every(({ days_left }) => days_left! <= 0));

  const assign = (input: InputOf<'due.assign'>) =>
    performAct(story.services, story.callers.reviewer!, 'due.assign', input);
  const { slug, input } = later[0]!;
  const { analyst, operator } = world.people;
  await assign({ provider: slug, input, assignee: analyst.name, note: 'Ask.' });
  await assign({ provider: slug, input, assignee: operator.id });
  const mine = await due(story, {
    days: 0,
    as_of: instantText(world.desk.clock() + 300 * DAY),
    assignee: operator.name,
  });
  assert.deepEqual(
    mine.data.map((one) => [one.slug, one.input, one.assignee, one.note]),
    [[slug, input, operator.name, 'Ask.']],
  );
  await assign({ provider: slug, input, assignee: null, note: '' });
  const [record] = (
    await performAct(story.services, story.callers.officer!, 'audit.list', { action: 'due.assigned' })
  ).data.slice(-1);
  assert.deepEqual(
    [record!.subject_name, record!.before, record!.after],
    [slug, { assignee: operator.name, note: 'Ask.' }, { assignee: null, note: null }],
  );
  await assert.rejects(assign({ provider: slug, input: 'luck', assignee: null }), /"luck" is neither/);
  await assert.rejects(assign({ provider: slug, input, assignee: 'Nobody' }), /Nobody on the staff/);
  await assert.rejects(due(story, { days: 0, assignee: 'Nobody' }), /No member of staff/);
});

onEitherStore('inputs are due by the framework in effect today, whatever the day', async (kind, t) => {
  const story = storyOf(await foundedWorld(kind, t));
  // The next framework, from 2027 on, wants this gate checked more often.
  for (const { name, by, before, input, after } of EXAMPLES) {
    if (!/^(frameworks|officer_keys)\./.test(name)) continue;
    story.world.desk.moveTo(story.world.desk.clock() + 1000);
    await before?.(story);
    const answer = await performAct(story.services, story.callers[by]!, name, input(story));
    await after?.(story, answer as never);
  }
  const dueOn = async (date: string) => {
    const { data } = await due(story, { days: 0, as_of: `${date}T00:00:00Z` });
    const { evidence_date, loses_from } = data.find(({ input }) => input === 'insolvency_status')!;
    return (Date.parse(loses_from!) - Date.parse(evidence_date!)) / DAY;
  };
  assert.deepEqual([await dueOn('2026-12-31'), await dueOn('2027-01-01')], [8, 8]);
});
