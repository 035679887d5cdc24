// Under the document: what the input means, its scale, its hard rules, the evidence so far, and who proposed it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ReactNode } from 'react';
import { inputValue, inWords, plural, utcDate } from '../../ui/format.ts';
import { Ago, Instant } from '../../ui/instant.tsx';
import { documentAddress } from '../document/load.ts';
import styles from './about-input.module.css';
import { type Definition, type Proposal, verdictOf } from './proposal.ts';
import { ruleTiers } from './rules.ts';
import { Options, Scale } from './scale.tsx';

type Shown = AnswerOf<'inputs.show'>;

interface AboutProps {
  proposal: Proposal;
  shown: Shown | undefined;
}

export function AboutInput({ proposal, shown }: AboutProps) {
  return (
    <div className={shown === undefined ? `${styles.about} ${styles.waiting}` : styles.about}>
      <div className={styles.columns}>
        {shown === undefined ? null : (
          <>
            <div>
              <Meaning definition={shown.definition} proposal={proposal} />
            </div>
            <div>
              <Part title="Previous evidence">
                <Previous proposal={proposal} evidence={shown.current_evidence} />
                <Ageing definition={shown.definition} />
              </Part>
              <Rules definition={shown.definition} input={proposal.input} />
            </div>
          </>
        )}
      </div>
      <Foot proposal={proposal} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Meaning({ definition, proposal }: { definition: Definition | null; proposal: Proposal }) {
  if (definition === null)
    return (
      <Part title="Definition">
        <p>The framework in effect does not have this input.</p>
      </Part>
    );
  const { measure, form, options, breakpoints, unit } = definition;
  const old = proposal.current?.value ?? null;
  const { value } = proposal;
  const isOpen = proposal.status === 'open';
  const meaning = options?.find((option) => option.value === value)?.meaning ?? null;
  const marks = { old: isOpen ? old : null, value };
  return (
    <>
      <Part title="Definition">
        <p>
          {sentence(measure ?? form)}
          {meaning === null ? '' : ` ${sentence(`${inputValue(value)}: ${meaning}`)}`}
        </p>
      </Part>
      {breakpoints === null ? null : (
        <Part title={`Scale, ${unit ?? 'value'} and points`}>
          <Scale breakpoints={breakpoints} {...marks} />
        </Part>
      )}
      {options === null ? null : (
        <Part title={options.some(({ points }) => points !== null) ? 'Scale, points' : 'Options'}>
          <Options options={options} {...marks} />
        </Part>
      )}
    </>
  );
}

function Previous({
  proposal: { current, status },
  evidence,
}: {
  proposal: Proposal;
  evidence: Shown['current_evidence'];
}) {
  if (status !== 'open' && current === null) return <p>No value counts now.</p>;
  if (current === null) return <p>There is no evidence for this input yet.</p>;
  if (evidence === null)
    return <p>{inputValue(current.value)}, derived by runs or recorded without evidence.</p>;
  const { title, evidence_date, page, grade, recorded_by_name, sha256 } = evidence;
  return (
    <p>
      {sentence(inputValue(current.value), ':')} {title}, {utcDate(evidence_date)}
      {page === null ? '' : `, page ${page}`}. Grade {grade}, recorded by {recorded_by_name}.{' '}
      {sha256 === null ? null : (
        <a href={documentAddress(sha256)} target="_blank" rel="noreferrer">
          Original
        </a>
      )}
    </p>
  );
}

function Ageing({ definition }: { definition: Definition | null }) {
  const days = definition?.max_age_days ?? null;
  return days === null ? null : <p className="muted">Evidence loses points after {plural(days, 'day')}.</p>;
}

function Rules({ definition, input }: { definition: Definition | null; input: string }) {
  const rules = definition?.hard_rules ?? [];
  return (
    <Part title="Hard rules that depend on it">
      {rules.length === 0 ? <p>None.</p> : null}
      {rules.map((rule) => (
        <p key={rule.id}>
          {sentence(inWords(rule.name), '')}
          <span className="muted"> {ruleTiers(rule, input).join('; ')}</span>
        </p>
      ))}
    </Part>
  );
}

/** Who issued a document, by the sources of the shipped entry checks. */
const ISSUERS: Readonly<Record<string, string>> = {
  authority: 'an authority',
  independent: 'an independent third party',
  desk: 'this service',
  provider: 'the provider',
  other: 'others',
};

function Foot({ proposal }: { proposal: Proposal }) {
  const { evidence, facts, note, proposed_by_name, proposed_at, status } = proposal;
  const { decided_by_name, decided_at, reason } = proposal;
  const checked = Object.entries(facts).map(([fact, value]) => `${inWords(fact)} ${inputValue(value)}`);
  return (
    <div className={styles.foot}>
      {note === null ? null : <span className={styles.note}>Note: {note}</span>}
      <span>
        {sentence(evidence.kind, '')}
        {evidence.source === null ? '' : ` · issued by ${ISSUERS[evidence.source] ?? evidence.source}`}
        {checked.length === 0 ? '' : ` · checked against ${checked.join(', ')}`}
      </span>
      {status === 'open' ? null : (
        <span>
          {sentence(verdictOf(proposal), '')} by {decided_by_name}, <Instant at={decided_at!} />
          {reason === null ? '' : `: ${reason}`}
        </span>
      )}
      <span className={styles.who}>
        Grade {evidence.grade}, by {proposed_by_name}, <Ago at={proposed_at} />
      </span>
    </div>
  );
}

/** With a capital letter and a full stop. */
function sentence(text: string, end = '.'): string {
  const whole = text === '' ? '' : text[0]!.toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : whole + end;
}
