// The due board by check: one item for the same input of several providers, with its renewal in one go.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ReactNode } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { count, hundredths, plural, utcDay } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type RowColumn, RowGroup, type RowList, RowTable } from '../../ui/rows.tsx';
import { inputName } from '../input-names.ts';
import styles from './checks.module.css';
import type { filterOf } from './due-filter.ts';

type Check = AnswerOf<'due.checks'>['data'][number];

interface Props {
  filter: ReturnType<typeof filterOf>;
  /** False while the board is being made. */
  isMade: boolean;
  empty: ReactNode;
  /** Why nothing can be renewed; null if it can. */
  whyNot: string | null;
  /** The input whose rows are being read. */
  renewing: string | null;
  onOpen: (input: string) => void;
  onRenew: (input: string) => void;
}

const LOADING_ROWS = 8;

export function Checks({ filter, isMade, empty, whyNot, renewing, onOpen, onRenew }: Props) {
  const { data, error, refetch } = useRead('due.checks', filter, { enabled: isMade });
  const checks = data?.data;
  if (error !== null && checks === undefined)
    return <ProblemBox error={error} onRetry={() => void refetch()} />;
  if (checks?.length === 0) return <p className={styles.empty}>{empty}</p>;
  const list: RowList<Check> = {
    keyOf: ({ input }) => input,
    columns: columnsOf(whyNot, renewing, onRenew),
    press: { isOpen: () => false, onOpen: ({ input }) => onOpen(input) },
  };
  return (
    <RowTable
      label="Checks that are due"
      list={list}
      className={styles.table!}
      isLoading={checks === undefined}
      onKey={(key, input) => {
        if (key === 'Enter') onOpen(input);
        else if (key === 'r' && whyNot === null) onRenew(input);
        return key === 'Enter' || key === 'r';
      }}
      areKeysOn
    >
      <RowGroup list={list} rows={checks} loading={LOADING_ROWS} />
    </RowTable>
  );
}

function columnsOf(
  whyNot: string | null,
  renewing: string | null,
  onRenew: (input: string) => void,
): RowColumn<Check>[] {
  return [
    { head: 'Check', isName: true, cell: ({ input }) => inputName(input) },
    { head: 'Providers', className: styles.names, cell: namesOf },
    { head: 'First', className: styles.first, cell: (check) => <First check={check} /> },
    {
      head: 'Points',
      isFigure: true,
      className: styles.points,
      cell: ({ is_gate, points_at_stake }) => (is_gate ? 'the score' : hundredths(points_at_stake)),
    },
    { head: 'Assignee', className: styles.who, cell: ({ assignees }) => assignees.join(', ') || 'nobody' },
    {
      head: '',
      className: styles.act,
      cell: (check) => {
        const left = check.inputs - check.in_review;
        if (left === 0) return <span className="muted">awaiting approval</span>;
        return (
          <Button
            kind="quiet"
            notAllowed={whyNot}
            busy={renewing === check.input && 'Reading…'}
            onPress={() => onRenew(check.input)}
          >
            Renew {count(left)}
            <span className="visually-hidden">: {inputName(check.input)}</span>
          </Button>
        );
      },
    },
  ];
}

function namesOf({ inputs, in_review, providers }: Check): string {
  const others = inputs - providers.length;
  const waiting = in_review === 0 ? '' : ` · ${count(in_review)} awaiting approval`;
  return `${[...providers, ...(others > 0 ? [`${count(others)} more`] : [])].join(', ')}${waiting}`;
}

/** Of a gate also what a lapse would do. */
function First({ check }: { check: Check }) {
  return (
    <>
      {firstOf(check)}
      {check.stale_from === null ? null : (
        <span className={styles.then}> stale from {utcDay(check.stale_from)}</span>
      )}
    </>
  );
}

function firstOf({ days_left, lapsed }: Check): string {
  if (days_left === null) return 'no evidence';
  if (lapsed > 0) return `${count(lapsed)} lapsed`;
  return plural(days_left, 'day');
}
