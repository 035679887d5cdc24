// The words of one condition that are chosen beside its kind: figures, a direction, a policy, a limit.

import { useRead } from '../../api/acts.ts';
import type { DraftCondition } from './rule-draft.ts';
import styles from './rule-form.module.css';
import type { Kind } from './watch-words.ts';
import { Word } from './word.tsx';

export const KIND_OPTIONS: readonly (readonly [Kind, string])[] = [
  ['below_score', 'scores below'],
  ['fell', 'falls by'],
  ['band_change', 'moves to'],
  ['stale', 'becomes stale'],
  ['withdrawn', 'is withdrawn'],
  ['under_review', 'comes under review'],
  ['decision_changed', 'gets another decision of'],
  ['limit_breached', 'breaches'],
  ['evidence_lapses', 'has evidence that lapses within'],
];

interface ConditionWordsProps {
  condition: DraftCondition;
  book: string;
  onChange: (condition: DraftCondition) => void;
}

export function ConditionWords({ condition, book, onChange }: ConditionWordsProps) {
  const set = (change: Partial<DraftCondition>) => onChange({ ...condition, ...change });
  const figure = (label: string, name: 'score' | 'points' | 'days') => (
    <input
      type="text"
      inputMode="decimal"
      className={name === 'days' ? styles.days : styles.figure}
      aria-label={label}
      value={condition[name]}
      onChange={({ target }) => set({ [name]: target.value.trim() })}
    />
  );
  switch (condition.kind) {
    case 'below_score':
      return figure('Score', 'score');
    case 'fell':
      return (
        <>
          {figure('Points', 'points')}
          <span>points or more within</span>
          {figure('Days', 'days')}
          <span>days</span>
        </>
      );
    case 'band_change':
      return (
        <Word
          label="Which band"
          value={condition.direction}
          options={[
            ['riskier', 'a riskier band'],
            ['any', 'another band'],
          ]}
          onChange={(direction) => set({ direction: direction as DraftCondition['direction'] })}
        />
      );
    case 'decision_changed':
      return <PolicyWord policy={condition.policy} onChange={(policy) => set({ policy })} />;
    case 'limit_breached':
      return <LimitWord book={book} limit={condition.limit} onChange={(limit) => set({ limit })} />;
    case 'evidence_lapses':
      return (
        <>
          {figure('Days', 'days')}
          <span>days</span>
        </>
      );
    default:
      return null;
  }
}

function PolicyWord({ policy, onChange }: { policy: string; onChange: (policy: string) => void }) {
  const policies = useRead('policies.list', {}).data?.data ?? [];
  const names = new Set([...policies.map(({ name }) => name), ...(policy === '' ? [] : [policy])]);
  return (
    <Word
      label="Which policy"
      value={policy}
      options={[['', 'any active policy'], ...[...names].map((name) => [name, name] as const)]}
      onChange={onChange}
    />
  );
}

interface LimitWordProps {
  book: string;
  limit: string;
  onChange: (limit: string) => void;
}

function LimitWord({ book, limit, onChange }: LimitWordProps) {
  const limits = useRead('books.limits', { book }, { enabled: book !== '' }).data?.active?.limits ?? [];
  return (
    <Word
      label="Which limit"
      value={limits.some(({ id }) => id === limit) ? limit : ''}
      options={[['', 'any limit'], ...limits.map(({ id }) => [id, `the limit ${id}`] as const)]}
      onChange={onChange}
    />
  );
}
