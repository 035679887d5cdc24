// What an approval would change, above the document: value, points, caps and score.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ReactNode } from 'react';
import { BandChip, bandWord, compareBands } from '../../ui/band.tsx';
import { change, count, hundredths, inputValue } from '../../ui/format.ts';
import { ArrowGlyph, DownGlyph, UpGlyph } from '../../ui/glyphs.tsx';
import { inputName, withInputNames } from '../input-names.ts';
import styles from './figures.module.css';
import type { Definition, Proposal } from './proposal.ts';
import { ruleName } from './rules.ts';

type CapRules = AnswerOf<'inputs.show'>['cap_rules'];

interface FiguresProps {
  proposal: Proposal;
  definition: Definition | null | undefined;
  capRules: CapRules;
}

export function Figures({ proposal, definition, capRules }: FiguresProps) {
  const { effect, rate_effect } = proposal;
  const reason = effect?.reason ?? rate_effect?.reason ?? null;
  return (
    <>
      <dl className={styles.figures}>
        <Value proposal={proposal} unit={definition?.unit ?? null} />
        {effect === null ? null : <Effect effect={effect} capRules={capRules} />}
        {rate_effect === null ? null : <RateEffect effect={rate_effect} />}
      </dl>
      {reason === null ? null : <p className={styles.reason}>{withInputNames(reason)}</p>}
      {effect === null || effect.through.length === 0 ? null : (
        <p className={styles.reason}>{throughWords(effect)}</p>
      )}
      <Marks proposal={proposal} />
    </>
  );
}

/** "Costs 0.17 through bitcoin price fall absorbed": what the value moves besides its own criterion. */
function throughWords({ through }: NonNullable<Proposal['effect']>): string {
  const parts = through.map(
    ({ input, points }) =>
      `${points < 0 ? 'costs' : 'gives'} ${hundredths(Math.abs(points))} through ${inputName(input).toLowerCase()}`,
  );
  const words = parts.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** What is unusual, what the proposer says to it, and whose evidence it is. */
function Marks({ proposal }: { proposal: Proposal }) {
  const { unusual, confirmation, decided_confirmation, shared_reason, evidence } = proposal;
  const { proposed_by_name, decided_by_name } = proposal;
  const owners = evidence.belongs_to.providers.map(({ name }) => name).join(', ');
  return (
    <>
      {unusual.map(({ message }) => (
        <p key={message} className={styles.mark}>
          <b>Unusual:</b> {withInputNames(message)}.
        </p>
      ))}
      {confirmation === null ? null : (
        <p className={styles.mark}>
          {proposed_by_name} confirms: {confirmation}
        </p>
      )}
      {decided_confirmation === null ? null : (
        <p className={styles.mark}>
          {decided_by_name} confirmed: {decided_confirmation}
        </p>
      )}
      {shared_reason === null ? null : (
        <p className={styles.mark}>
          <b>Evidence of {owners === '' ? 'another provider' : owners}:</b> {shared_reason}
        </p>
      )}
      {evidence.belongs_to.group === null ? null : (
        <p className={styles.reason}>Shared evidence: {evidence.belongs_to.group}.</p>
      )}
      {evidence.grade_reason === null ? null : (
        <p className={styles.mark}>
          <b>Grade {evidence.grade}, raised:</b> {evidence.grade_reason}
        </p>
      )}
    </>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Value({ proposal, unit }: { proposal: Proposal; unit: string | null }) {
  const { current, value, renewal, status } = proposal;
  return (
    <Figure label={unit === null ? 'Value' : `Value, ${unit}`}>
      {status !== 'open' || renewal ? null : (
        <>
          <span>{current === null ? 'no evidence' : inputValue(current.value)}</span>
          <ArrowGlyph size={16} />
        </>
      )}
      <span>{inputValue(value)}</span>
      {renewal ? <span className={styles.aside}>unchanged</span> : null}
    </Figure>
  );
}

function Effect({ effect, capRules }: { effect: NonNullable<Proposal['effect']>; capRules: CapRules }) {
  const { points, caps, score_before, score_after, band_before, band_after } = effect;
  return (
    <>
      <Figure label="Points">{points === null ? '·' : change(points)}</Figure>
      <Caps caps={caps} capRules={capRules} />
      {score_before === null && score_after === null ? (
        <Figure label="Score">no score</Figure>
      ) : (
        <Figure label={<ScoreLabel before={band_before} after={band_after} />}>
          {score_before === null ? 'none' : hundredths(score_before)}
          <ArrowGlyph size={16} />
          {score_after === null ? 'none' : hundredths(score_after)}
          {band_after === null ? null : (
            <span className={styles.chip}>
              <BandChip band={band_after} />
            </span>
          )}
        </Figure>
      )}
    </>
  );
}

function ScoreLabel({ before, after }: { before: string | null; after: string | null }) {
  if (before === null || after === null) return <>Score</>;
  const moved = compareBands(before, after);
  if (moved === 0) return <>Score, same band</>;
  return (
    <>
      Score, {bandWord(before)} to {bandWord(after)} risk {moved > 0 ? <UpGlyph /> : <DownGlyph />}{' '}
      {moved > 0 ? 'safer' : 'riskier'}
    </>
  );
}

type CapChanges = NonNullable<Proposal['effect']>['caps'];

const CAP_LABELS = { added: 'Cap added', removed: 'Cap lifted', changed: 'Cap changed' } as const;

function Caps({ caps, capRules }: { caps: CapChanges; capRules: CapRules }) {
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => caps[kind].length > 0);
  if (kinds.length === 0) return <Figure label="Cap">same</Figure>;
  return kinds.map((kind) => (
    <Figure key={kind} label={CAP_LABELS[kind]}>
      {caps[kind].map((id) => ruleName(id, capRules)).join(', ')}
    </Figure>
  ));
}

function RateEffect({
  effect: { providers, changed, band_changes, largest },
}: {
  effect: NonNullable<Proposal['rate_effect']>;
}) {
  return (
    <>
      <Figure label="Scores that change">
        {count(changed)} <span className={styles.aside}>of {count(providers)}</span>
      </Figure>
      <Figure label="Bands that change">{count(band_changes)}</Figure>
      {largest === null ? null : <Figure label={`Largest, ${largest.name}`}>{change(largest.points)}</Figure>}
    </>
  );
}
