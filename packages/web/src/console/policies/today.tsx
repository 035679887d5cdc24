// What a version decides today, as a bar of shares, with the providers in a table behind it.

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { count, withDates } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { DECISIONS, DecisionChip, DRAWN } from './decision.tsx';
import styles from './policies.module.css';
import type { PolicyTest } from './policy.ts';

export function Today({ test }: { test: PolicyTest | undefined }) {
  const [isTable, setTable] = useState(false);
  const numbers = DECISIONS.map((decision) => ({
    decision,
    number: test?.providers.filter(({ today }) => today.decision === decision).length ?? 0,
  }));
  const words = numbers
    .map(({ decision, number }) => `${count(number)} ${decision.toLowerCase()}`)
    .join(', ');
  return (
    <Section
      title={test === undefined ? 'Today' : `Today: ${words}`}
      aside={
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'As a bar' : 'As a table'}
        </Button>
      }
    >
      {test === undefined ? (
        <div className={styles.soon} aria-busy="true" />
      ) : isTable ? (
        <Table
          isSmall
          label="Decisions today"
          columns={COLUMNS}
          rows={test.providers}
          keyOf={({ id }) => id}
          empty="No provider of its scope was ever scored."
        />
      ) : (
        <Shares numbers={numbers} all={test.providers.length} />
      )}
    </Section>
  );
}

interface SharesProps {
  numbers: readonly { decision: (typeof DECISIONS)[number]; number: number }[];
  all: number;
}

function Shares({ numbers, all }: SharesProps) {
  const widthOf = (number: number) => (all === 0 ? 0 : (number / all) * 100);
  const before = (at: number) => numbers.slice(0, at).reduce((sum, { number }) => sum + widthOf(number), 0);
  return (
    <>
      <svg aria-hidden="true" className={styles.shares} height="16">
        <rect width="100%" height="16" fill="none" />
        {numbers.map(({ decision, number }, at) => (
          <rect
            key={decision}
            x={`${before(at)}%`}
            width={`${widthOf(number)}%`}
            height="16"
            {...DRAWN[decision]}
          />
        ))}
      </svg>
      <ul className={styles.numbers}>
        {numbers.map(({ decision, number }) => (
          <li key={decision}>
            <DecisionChip decision={decision} /> {count(number)}
          </li>
        ))}
      </ul>
    </>
  );
}

const COLUMNS: readonly Column<PolicyTest['providers'][number]>[] = [
  { head: 'Provider', text: ({ name }) => name },
  {
    head: 'Decision',
    isFixed: true,
    cell: ({ today }) => <DecisionChip decision={today.decision} />,
    text: ({ today }) => today.decision,
  },
  { head: 'Why', text: ({ today }) => withDates(today.sentence) },
];
