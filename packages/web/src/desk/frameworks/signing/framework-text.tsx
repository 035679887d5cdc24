// A framework as text, for the person who signs it: everything that the digest covers, in the order in which it is applied.

import type { MethodologyDocument } from '@rf-indicators/engine';
import { Facts } from '../../../ui/facts.tsx';
import { inWords, plural } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

type Criterion = MethodologyDocument['criteria'][number];

const CRITERIA: Column<Criterion>[] = [
  { head: 'Criterion', cell: ({ label }) => label },
  { head: 'Weight', isFixed: true, cell: ({ weight }) => `${weight} %` },
  { head: 'Points', isMinor: true, cell: pointsOf },
  { head: 'Evidence', isFixed: true, isMinor: true, cell: ({ max_age_days }) => plural(max_age_days, 'day') },
];

export function FrameworkText({ document }: { document: MethodologyDocument }) {
  const { modules, criteria, gates, hard_rules, bands, grades } = document;
  return (
    <>
      <Section title={`The text of version ${document.methodology_version}`}>
        <p className="plain">
          The criteria of a module divide its share of the 100 points. Hard rules then cap the score. The
          digest covers all of this and the definitions in the file at the end.
        </p>
        <Facts
          facts={{
            Bands: bands.map(([band, lower]) => `${inWords(band)} from ${lower}`).join(' · '),
            'Grades of evidence': Object.entries(grades)
              .map(([grade, percent]) => `${grade} counts ${percent} %`)
              .join(' · '),
            ...Object.fromEntries(
              gates.map(({ id, options, max_age_days }) => [
                inWords(id),
                `must be on record, ${plural(max_age_days, 'day')}: ${options.map(inWords).join(', ')}`,
              ]),
            ),
          }}
        />
      </Section>
      {modules.map(({ id, label, weight }) => (
        <Section key={id} title={`${label}: ${weight} of 100`}>
          <Table
            label={`Criteria of ${label}`}
            columns={CRITERIA}
            rows={criteria.filter(({ module }) => module === id)}
            keyOf={(one) => one.id}
            empty="It has no criteria."
          />
        </Section>
      ))}
      <Section title={plural(hard_rules.length, 'hard rule')}>
        <Table
          label="Hard rules"
          columns={[
            { head: 'Rule', cell: ({ name }) => inWords(name) },
            {
              head: 'Caps the score',
              isMinor: true,
              cell: ({ tiers }) =>
                tiers.map(([condition, cap]) => `at ${cap} if ${conditionOf(condition)}`).join('; '),
            },
          ]}
          rows={hard_rules}
          keyOf={({ id }) => id}
          empty="There are none."
        />
      </Section>
      <details>
        <summary>The file</summary>
        <pre className="mono">{JSON.stringify(document, null, 2)}</pre>
      </details>
    </>
  );
}

function pointsOf({ input }: Criterion): string {
  return input.type === 'number'
    ? input.breakpoints.map(([value, points]) => `${value}: ${points}`).join(' · ')
    : input.options.map(([value, points]) => `${inWords(value)}: ${points}`).join(' · ');
}

const OPERATORS = {
  lt: 'is below',
  le: 'is at most',
  gt: 'is above',
  ge: 'is at least',
  eq: 'is',
  in: 'is one of',
} as const;

/** "reserve coverage is below 100" */
function conditionOf(condition: MethodologyDocument['hard_rules'][number]['tiers'][number][0]): string {
  if ('any_missing' in condition)
    return `any of ${condition.any_missing.map(inWords).join(', ')} is not on record`;
  const { input, op, value } = condition;
  const values = Array.isArray(value) ? value.map(inWords).join(', ') : inWords(value);
  return `${inWords(input)} ${OPERATORS[op]} ${values}`;
}
