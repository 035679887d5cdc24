// One provider on one day: what the tested version would have decided, and by which rule.

import { useState } from 'react';
import { DateField, SelectField } from '../../ui/field.tsx';
import { utcDate, withDates } from '../../ui/format.ts';
import { ArrowGlyph } from '../../ui/glyphs.tsx';
import { Section } from '../../ui/section.tsx';
import { DecisionChip } from './decision.tsx';
import styles from './policies.module.css';
import type { PolicyTest } from './policy.ts';

export function TryOne({ test }: { test: PolicyTest }) {
  const [provider, setProvider] = useState('');
  const [day, setDay] = useState('');
  const { providers, since, until, rules } = test;
  const tried = providers.find(({ id }) => id === provider) ?? providers[0];
  if (tried === undefined) return null;
  const wanted = day === '' ? until : day;
  const period = tried.periods.find(({ from, to }) => from <= wanted && wanted <= to);
  const rule = rules.findIndex(({ id }) => id === period?.decided_by) + 1;
  return (
    <Section title="Try one">
      <div className={styles.try}>
        <SelectField label="Provider" value={tried.id} onChange={({ target }) => setProvider(target.value)}>
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <DateField label="Day" value={wanted} max={until} onChange={({ target }) => setDay(target.value)} />
      </div>
      <p className={styles.outcome} role="status">
        <ArrowGlyph />
        {period === undefined ? (
          <span>
            {wanted < since || wanted > until
              ? `The test has the days from ${utcDate(since)} to ${utcDate(until)}.`
              : 'It was not scored on this day yet.'}
          </span>
        ) : (
          <>
            <DecisionChip decision={period.decision} />
            <span>
              {rule === 0 ? '' : `rule ${rule}: `}
              {withDates(period.sentence)}
            </span>
          </>
        )}
      </p>
    </Section>
  );
}
