// One provider of a run: old and new score, the way from 100 to it, what changed and why, the evidence, open questions.

import type { ChangeKind } from '@rf-indicators/contract';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { findingOf } from '../../charts/waterfall-steps.ts';
import { Button } from '../../ui/button.tsx';
import { CHANGE_KINDS } from '../../ui/change-kinds.ts';
import {
  inputValue,
  instant,
  inWords,
  plural,
  change as signed,
  singular,
  utcDate,
} from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { WaterfallChart } from '../../ui/waterfall.tsx';
import type { Run } from '../runs/run.ts';
import { staffId, useStaff } from '../staff.ts';
import { breakdownOf, hundredthsOf, type Result } from './breakdown.ts';
import { Evidence } from './evidence.tsx';
import type { Detail } from './groups.ts';
import { Headline } from './headline.tsx';
import styles from './item.module.css';

/** A person who stays this long has read it; one who passes by has not. */
const READ_AFTER_MS = 1500;

interface ItemViewProps {
  run: Run;
  open: { provider: string; at?: string } | null;
  /** On phones: back to the list. */
  onBack: (() => void) | null;
}

export function ItemView({ run, open, onBack }: ItemViewProps) {
  const read = useRead(
    'runs.item',
    {
      run: run.id,
      provider: open?.provider ?? '',
      ...(open?.at === undefined ? {} : { as_of: open.at }),
    },
    { enabled: open !== null },
  );
  const item = read.data;
  useMarkRead(run, item);
  return (
    <article
      className={styles.item}
      aria-label="Selected provider"
      aria-busy={open !== null && read.isPending}
    >
      {onBack === null ? null : (
        <Button kind="quiet" onPress={onBack}>
          All providers of the run
        </Button>
      )}
      <ProblemBox error={read.error} onRetry={() => void read.refetch()} />
      {item === undefined ? null : <Item item={item} />}
    </article>
  );
}

function Item({ item }: { item: Detail }) {
  const { result, slug, name, group, change, read_by } = item;
  const fall = result === null ? null : breakdownOf(result);
  return (
    <>
      <h2 className={styles.name}>
        <Link to="/desk/providers/$slug" params={{ slug }}>
          {name}
        </Link>
      </h2>
      <Headline item={item} />
      {read_by.length === 0 ? null : (
        <p className={styles.readers}>
          Read by {read_by.map(({ name: reader, at }) => `${reader}, ${instant(at)}`).join('; ')}
        </p>
      )}
      <Questions item={item} />
      {change === null ? null : (
        <Section title="What changed and why">
          <Changes change={change} result={result} />
        </Section>
      )}
      {fall === null ? null : (
        <Section title={findingOf(fall)} note="Points, from 100.00 to the score; the parts add up exactly">
          <WaterfallChart fall={fall} band={result!.band} />
        </Section>
      )}
      {item.inputs.length === 0 ? null : (
        <Section title={group === 'initial' ? 'Evidence of every input' : 'Evidence of changed inputs'}>
          <Evidence inputs={item.inputs} result={result} />
        </Section>
      )}
      {group === 'initial' && result !== null ? (
        <Section title="All criteria">
          <Criteria result={result} />
        </Section>
      ) : null}
    </>
  );
}

function useMarkRead(run: Run, item: Detail | undefined): void {
  const me = staffId(useStaff());
  const markRead = useAct('runs.mark_read', ['runs']);
  const isUnread =
    run.status === 'draft' && item !== undefined && !item.read_by.some(({ staff_id }) => staff_id === me);
  const provider = item?.slug;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each provider
  useEffect(() => {
    if (!isUnread || provider === undefined) return;
    const timer = setTimeout(() => markRead.mutate({ run: run.id, provider }), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isUnread, provider]);
}

type Change = NonNullable<Detail['change']>;
type Part = Change['parts'][number];

/** Why the score changed, in parts that add up to the change. */
function Changes({ change, result }: { change: Change; result: Result | null }) {
  if (change.parts.length === 0) return <p className="plain muted">Nothing that is scored changed.</p>;
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  const sum = {
    kind: 'sum',
    criterion_id: null,
    module_id: null,
    before: null,
    after: null,
    points: change.delta,
  };
  return (
    <Table
      label="Parts of the change"
      isSmall
      rows={[...change.parts, sum]}
      keyOf={({ kind, criterion_id }) => `${kind} ${criterion_id ?? ''}`}
      empty="Nothing that is scored changed."
      columns={[
        {
          head: 'What',
          cell: ({ kind, criterion_id }: Part) =>
            kind === 'sum'
              ? 'Change of the score'
              : criterion_id === null
                ? 'The whole score'
                : (labels.get(criterion_id) ?? inWords(criterion_id)),
        },
        { head: 'Why', cell: ({ kind }: Part) => CHANGE_KINDS[kind as ChangeKind] ?? '' },
        { head: 'From and to', isExtra: true, cell: valuesOf },
        { head: 'Points', isFigure: true, cell: ({ points }: Part) => signed(hundredthsOf(points)) },
      ]}
    />
  );
}

function valuesOf({ kind, before, after }: Part): string {
  if (kind === 'sum') return '';
  const shown = (value: string | null) =>
    value === null || value === '' ? 'none' : singular(inputValue(value));
  return before === after ? shown(after) : `${shown(before)} to ${shown(after)}`;
}

const STATUS: Readonly<Record<Result['criteria'][number]['status'], string>> = {
  scored: 'current',
  stale: 'ageing, counts in part',
  expired: 'too old to count',
  missing: 'no evidence',
};

/** Every criterion of a result, for an indicator that has no earlier one to compare with. */
export function Criteria({ result }: { result: Result }) {
  return (
    <Table
      label="All criteria"
      rows={result.criteria}
      keyOf={({ id }) => id}
      empty="No criterion applies."
      columns={[
        { head: 'Criterion', cell: ({ label }) => label },
        {
          head: 'Value',
          isMinor: true,
          cell: ({ value }) => (value === null ? 'no evidence' : inputValue(value)),
        },
        { head: 'Evidence', isMinor: 'plain', isExtra: true, cell: ({ status }) => STATUS[status] },
        { head: 'Grade', isMinor: true, isExtra: true, cell: ({ grade }) => grade ?? '·' },
        {
          head: 'Evidence date',
          isFixed: true,
          isMinor: true,
          isExtra: true,
          cell: ({ evidence_date }) => (evidence_date === null ? '·' : utcDate(evidence_date)),
        },
        { head: 'Weight', isFigure: true, isMinor: true, cell: ({ weight }) => weight },
        { head: 'Points', isFigure: true, cell: ({ contribution }) => contribution },
      ]}
    />
  );
}

/** What is open about a provider: contested values, missing evidence, and documents that the reader has not opened. */
export function Questions({ item }: { item: Detail }) {
  const questions = questionsOf(item);
  if (questions.length === 0) return null;
  return (
    <section className={styles.questions} aria-label="Open questions">
      <h3>Open questions</h3>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  );
}

function questionsOf({ contested, result, inputs }: Detail): string[] {
  const unopened = inputs.filter(({ proposal }) => proposal?.evidence.opened === false).length;
  const undocumented = inputs.filter(
    ({ proposal }) => proposal !== null && proposal.evidence.sha256 === null,
  ).length;
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  const missing = (result?.missing ?? []).map((id) => labels.get(id) ?? inWords(id));
  return [
    ...contested.map(
      ({ input, value, grade, needs }) =>
        `${labels.get(input) ?? inWords(input)}: ${inputValue(value)} (grade ${grade}) is approved and does not count, because better evidence contradicts it. It needs grade ${needs}.`,
    ),
    ...(missing.length === 0 ? [] : [`No evidence that counts for ${missing.join(', ')}.`]),
    ...(undocumented === 0 ? [] : [`${plural(undocumented, 'changed input')} without a stored document.`]),
    ...(unopened === 0 ? [] : [`${plural(unopened, 'document')} that you have not opened.`]),
  ];
}
