// How two versions of a policy differ, in words.

import type { Policy, Rule } from '@rf-indicators/engine';
import { useRead } from '../../api/acts.ts';
import { inWords } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './policies.module.css';
import { conditionWords } from './rule-words.ts';

interface CompareProps {
  name: string;
  /** The version to compare with. */
  version: number;
  document: Policy;
}

export function Compare({ name, version, document }: CompareProps) {
  const read = useRead('policies.read', { name, version });
  if (read.data === undefined) return <ProblemBox error={read.error} />;
  const differences = differencesOf(read.data.shown.document as unknown as Policy, document);
  return (
    <ul className={styles.differences} aria-label={`Differences from version ${version}`}>
      {differences.length === 0 ? <li>Nothing differs from version {version}.</li> : null}
      {differences.map((difference) => (
        <li key={difference}>{difference}</li>
      ))}
    </ul>
  );
}

const MEMBERS = ['scope', 'frameworks', 'verified_within_hours', 'valid_minutes', 'exceptions'] as const;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function differencesOf(before: Policy, after: Policy): string[] {
  const [old, now] = [before.existing, after.existing];
  return [
    ...rulesThatDiffer(before.rules, after.rules, ''),
    ...rulesThatDiffer(old?.rules ?? [], now?.rules ?? [], ' of existing exposure'),
    ...(old?.cure_days === now?.cure_days ? [] : ['The days to cure differ.']),
    ...MEMBERS.filter((member) => !same(before[member], after[member])).map(
      (member) => `Changed: ${inWords(member)}.`,
    ),
  ];
}

function rulesThatDiffer(before: readonly Rule[], after: readonly Rule[], of: string): string[] {
  const orderOf = (rules: readonly Rule[], others: readonly Rule[]) =>
    rules.filter(({ id }) => others.some((one) => one.id === id)).map(({ id }) => id);
  return [
    ...after.flatMap((rule) => {
      const known = before.find(({ id }) => id === rule.id);
      if (known === undefined) return [`Added${of}: ${ruleWords(rule)}.`];
      return same(known, rule) ? [] : [`Changed${of}: ${ruleWords(known)}; now ${ruleWords(rule)}.`];
    }),
    ...before
      .filter(({ id }) => !after.some((one) => one.id === id))
      .map((rule) => `Removed${of}: ${ruleWords(rule)}.`),
    ...(same(orderOf(before, after), orderOf(after, before)) ? [] : [`The order of the rules${of} changed.`]),
  ];
}

function ruleWords({ decision, when }: Rule): string {
  return `${decision} if ${conditionWords(when)}`;
}
