// Why a score changed: a step for each cause, and the same as a table.

import type { ChangeKind } from '@rf-indicators/contract';
import { changeFall, changeFinding } from '../../charts/change-steps.ts';
import { CHANGE_KINDS } from '../../ui/change-kinds.ts';
import { ChangeWaterfall } from '../../ui/change-waterfall.tsx';
import { inputValue, inWords, change as signed, singular, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { hundredthsOf } from './breakdown.ts';
import type { Detail } from './groups.ts';

type Change = NonNullable<Detail['change']>;
type Part = Change['parts'][number];

/** By their ids. */
export type Labels = ReadonlyMap<string, string>;

export function Changes({ item, labels }: { item: Detail; labels: Labels }) {
  const { change, result, previous_as_of } = item;
  if (change === null) return null;
  const parts = change.parts.map((part) => ({
    label: stepLabel(part, item, labels),
    points: hundredthsOf(part.points),
    isCap: part.kind === 'caps',
  }));
  const uncapped = result === null ? null : hundredthsOf(result.uncapped_score);
  const fall = changeFall(hundredthsOf(change.previous_score), parts, uncapped);
  if (fall.steps.length === 0)
    return (
      <Section title="The score stays the same">
        <p className="plain muted">Nothing that is scored changed.</p>
      </Section>
    );
  const published = previous_as_of === null ? '' : ` ${utcDate(previous_as_of.slice(0, 10))}`;
  return (
    <Section title={changeFinding(fall)}>
      <ChangeWaterfall
        fall={fall}
        beforeLabel={`Published${published}`}
        bandBefore={change.previous_band}
        bandAfter={change.new_band}
        table={<PartsTable change={change} labels={labels} />}
      />
    </Section>
  );
}

/** "Independent approvals, 3 to 1". */
function stepLabel({ kind, criterion_id, before, after }: Part, { result }: Detail, labels: Labels): string {
  if (kind === 'caps') {
    const binding = result?.caps.filter((cap) => cap.binding) ?? [];
    if (binding.length === 0) return 'No hard rule caps it any longer';
    const rules = binding.map(({ rule, name }) => `${rule}, ${inWords(name)}`).join('; ');
    return `Cap: hard ${binding.length === 1 ? 'rule' : 'rules'} ${rules}`;
  }
  if (kind === 'methodology') return `Framework ${before ?? ''} to ${after ?? ''}`;
  if (criterion_id === null) return 'Another type or structure';
  const label = labels.get(criterion_id) ?? inWords(criterion_id);
  if (kind === 'value' && before !== after) return `${label}, ${fromTo(before, after)}`;
  return `${label}, ${CHANGE_KINDS[kind as ChangeKind] ?? ''}`;
}

/** "3 to 1 person": what follows both figures is said once. */
function fromTo(before: string | null, after: string | null): string {
  const [from, to] = [shownValue(before), shownValue(after)];
  const figure = /^[\d.,−-]+(?= )/.exec(from)?.[0];
  const isSameUnit = figure !== undefined && /^[\d.,−-]+ /.test(to);
  return `${isSameUnit ? figure : from} to ${to}`;
}

function shownValue(value: string | null): string {
  return value === null || value === '' ? 'none' : singular(inputValue(value));
}

/** The parts, which add up to the change. */
function PartsTable({ change, labels }: { change: Change; labels: Labels }) {
  const sum: Part = {
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
  return before === after ? shownValue(after) : `${shownValue(before)} to ${shownValue(after)}`;
}
