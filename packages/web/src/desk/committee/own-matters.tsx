// The matters without a draft in the list: withdrawals and reviews. The reader can propose a review.

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { type RowColumn, RowGroup, type RowList, RowTable } from '../../ui/rows.tsx';
import { useStaff } from '../staff.ts';
import styles from './item-list.module.css';
import { isVoter, kindWords, type ListedMatter, rowState } from './matter.ts';
import { ProposeReview } from './propose-review.tsx';

interface MattersProps {
  matters: readonly ListedMatter[];
  /** The id of the open one. */
  open: string | undefined;
  onSelect: (matter: string) => void;
}

export function OwnMatters({ matters, open, onSelect }: MattersProps) {
  const person = useStaff();
  const [isProposing, setProposing] = useState(false);
  const list: RowList<ListedMatter> = {
    keyOf: ({ matter }) => matter,
    columns: COLUMNS,
    press: { isOpen: ({ matter }) => matter === open, onOpen: ({ matter }) => onSelect(matter) },
  };
  const groups = Map.groupBy(matters, ({ kind }) => kind);
  return (
    <>
      {groups.size === 0 ? null : (
        <RowTable label="Other matters" list={list} className={styles.table!} onKey={() => false}>
          {[...groups].map(([kind, rows]) => (
            <RowGroup
              key={kind}
              list={list}
              rows={rows}
              head={
                <span className={styles.kind}>
                  {kindWords(kind).title} {count(rows.length)}
                </span>
              }
            />
          ))}
        </RowTable>
      )}
      {isVoter(person) ? (
        <p className={styles.propose}>
          <Button kind="quiet" onPress={() => setProposing(true)}>
            Propose a review…
          </Button>
        </p>
      ) : null}
      {isProposing ? <ProposeReview onProposed={onSelect} onClose={() => setProposing(false)} /> : null}
    </>
  );
}

const COLUMNS: RowColumn<ListedMatter>[] = [
  { className: 'muted', cell: () => null },
  {
    isName: true,
    className: styles.name,
    cell: (matter) => {
      const state = rowState(matter);
      return (
        <>
          {matter.name}
          {state === null ? null : <span className={styles.state}>{state}</span>}
        </>
      );
    },
  },
  { isFigure: true, className: styles.score, cell: () => null },
];
