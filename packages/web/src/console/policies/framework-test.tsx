// What the policy would decide under a framework that is announced and not in effect yet, from what was published with it.

import { changedBy, NO_FRAMEWORK } from '@rf-indicators/contract/policy-findings';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { count, plural, utcDate, withDates } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { DecisionChip } from './decision.tsx';
import styles from './policies.module.css';
import type { Announced } from './policy.ts';

interface FrameworkTestProps {
  name: string;
  version: number;
  /** What the document names, with what is not saved yet. */
  frameworks: readonly string[];
  /** Adds a framework to the document; null: it can only be read. */
  onAccept: ((framework: string) => void) | null;
}

export function FrameworkTest({ name, version, frameworks, onAccept }: FrameworkTestProps) {
  const { data, error, refetch } = useRead('policies.test_framework', { name, version });
  const announced = data?.announced ?? null;
  return (
    <Section title={announced === null ? 'Announced framework' : headline(announced)}>
      <ProblemBox error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        <div className={styles.soon} aria-busy={error === null} />
      ) : announced === null ? (
        <p className={styles.note}>{NO_FRAMEWORK}</p>
      ) : (
        <Tested
          announced={announced}
          isNamed={frameworks.includes(announced.framework_version)}
          onAccept={onAccept}
        />
      )}
    </Section>
  );
}

function headline(announced: Announced): string {
  const changed = changedBy(announced).length;
  const what = changed === 0 ? 'no decision changes' : `${plural(changed, 'decision')} would change`;
  return `${announced.framework_version}: ${what}`;
}

interface TestedProps {
  announced: Announced;
  isNamed: boolean;
  onAccept: FrameworkTestProps['onAccept'];
}

function Tested({ announced, isNamed, onAccept }: TestedProps) {
  const { framework_version, effective_from, as_of, is_accepted, if_accepted, untested_rules } = announced;
  const { allowed, reviewed, blocked, not_tested } = if_accepted;
  const changed = changedBy(announced);
  return (
    <>
      <p className={styles.note}>
        In effect from {utcDate(effective_from)}. Tested with the scores and bands that were published with
        it, as of {utcDate(as_of.slice(0, 10))}.{' '}
        {is_accepted
          ? 'This version accepts it.'
          : 'This version does not name it, so every score under it would be at best reviewed.'}
      </p>
      <p className={styles.counts}>
        {is_accepted ? 'Under it' : 'If the policy accepts it'}: {count(allowed)} allow, {count(reviewed)}{' '}
        review, {count(blocked)} block
        {not_tested === 0 ? '' : `, ${count(not_tested)} cannot be tested`}
      </p>
      {changed.length === 0 ? null : (
        <Table
          isSmall
          label="Decisions that would change"
          columns={COLUMNS}
          rows={changed}
          keyOf={({ id }) => id}
          empty=""
        />
      )}
      {untested_rules.length === 0 ? null : (
        <p className={styles.note}>
          Not tested, because what they read is not published:{' '}
          {untested_rules
            .map(({ sentence, providers }) => `“${sentence}” for ${plural(providers, 'provider')}`)
            .join('; ')}
          .
        </p>
      )}
      {is_accepted || onAccept === null ? null : isNamed ? (
        <p className={styles.note}>Save the policy to accept {framework_version}.</p>
      ) : (
        <Button onPress={() => onAccept(framework_version)}>{`Accept ${framework_version}`}</Button>
      )}
    </>
  );
}

const COLUMNS: readonly Column<ReturnType<typeof changedBy>[number]>[] = [
  { head: 'Provider', text: ({ name }) => name },
  {
    head: 'Today',
    isFixed: true,
    cell: ({ today }) => <DecisionChip decision={today.decision} />,
    text: ({ today }) => today.decision,
  },
  {
    head: 'Under it',
    isFixed: true,
    cell: ({ if_accepted }) => <DecisionChip decision={if_accepted.decision} />,
    text: ({ if_accepted }) => if_accepted.decision,
  },
  { head: 'Why', text: ({ if_accepted }) => withDates(if_accepted.sentence) },
];
