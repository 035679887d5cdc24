// At the right of what is read: the members with their votes, how far they are from the quorum, and your vote.

import { useState } from 'react';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { count } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { inputName } from '../input-names.ts';
import {
  asSeen,
  CHANGED_BY_VOTES,
  isWithoutIndependence,
  kindWords,
  type Matter,
  stateOf,
  votesCast,
} from './matter.ts';
import styles from './matter-side.module.css';
import { Members } from './members.tsx';
import { QuorumBar } from './quorum-bar.tsx';
import type { Seen } from './use-seen.ts';
import { Vote } from './vote.tsx';

interface SideProps {
  matter: Matter;
  seen: Seen;
  areKeysOn: boolean;
}

export function MatterSide({ matter, seen, areKeysOn }: SideProps) {
  const [isWaiving, setWaiving] = useState(false);
  const isOpen = matter.state === 'open';
  return (
    <aside className={styles.side} aria-label="Committee">
      <Section title={isOpen ? `Members, ${votesCast(matter)}` : 'Members'}>
        <Members matter={matter} />
        <QuorumBar matter={matter} />
      </Section>
      {matter.outcome === null ? null : <Decided matter={matter} />}
      {isOpen ? (
        <Section title="Your vote">
          {seen.hasChanged ? (
            <div className={styles.changed} role="status">
              <p className="plain">This has changed since you opened it.</p>
              <Button onPress={seen.acknowledge}>I have read this</Button>
            </div>
          ) : null}
          <Vote key={matter.matter} matter={matter} seen={seen.seen} areKeysOn={areKeysOn} />
        </Section>
      ) : null}
      {isOpen && matter.missing.length > 0 ? <Missing matter={matter} /> : null}
      {isOpen && matter.may_waive ? (
        <p className={styles.waive}>
          <Button onPress={() => setWaiving(true)}>Do without a reader…</Button>
        </p>
      ) : null}
      {isWaiving ? <Waive matter={matter} seen={seen.seen} onClose={() => setWaiving(false)} /> : null}
    </aside>
  );
}

/** What the matter waits for, whatever the reader votes. */
function Missing({ matter: { missing: all } }: { matter: Matter }) {
  return (
    <section className={styles.missing} aria-label="What is missing">
      <h3>Not decided yet</h3>
      <ul>
        {all.map(({ code, text }) => (
          <li key={code + text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Decided({ matter }: { matter: Matter }) {
  const { outcome, kind } = matter;
  if (outcome === null) return null;
  const { kind: state, words } = stateOf(matter);
  return (
    <Section title="Decision" aside={<State kind={state}>{words}</State>}>
      <p className="plain">
        <strong>
          {kindWords(kind)[outcome.outcome]}, {count(outcome.for)} for and {count(outcome.against)} against
        </strong>
        , <Instant at={outcome.at} />. {outcome.because}
      </p>
      {!isWithoutIndependence(matter) ? null : (
        <p className="plain muted">The rule of independence was switched off.</p>
      )}
    </Section>
  );
}

/** The chair does without a voter in favour who read the evidence, and says why. */
function Waive({ matter, seen, onClose }: { matter: Matter; seen: string; onClose: () => void }) {
  const unread = matter.inputs.filter(({ is_read, waived }) => !is_read && waived === null);
  return (
    <ActDialog
      act="committee.waive"
      changes={CHANGED_BY_VOTES}
      title="Decide without a reader?"
      lead={`Nobody who votes for it has read the evidence of ${unread
        .map(({ input }) => inputName(input))
        .join(', ')}. As the chair you can do without.`}
      submit="Do without"
      busy="Recording…"
      fields={(about) => (
        <AreaField
          name="sentence"
          label="Why this is enough"
          help="One sentence. It is kept on record."
          maxLength={2000}
          error={about('sentence')}
        />
      )}
      check={(form) => missing(form, { sentence: 'Write why it can be decided without a reader.' })}
      inputOf={(form) => ({ matters: asSeen(matter, seen), sentence: textOf(form, 'sentence')! })}
      onClose={onClose}
    />
  );
}

/** For a provider of a run that the committee does not decide. */
export function NotDecidedHere() {
  return (
    <aside className={styles.side} aria-label="Committee">
      <Section title="No vote">
        <p className="type-13 plain muted">
          The committee decides first indicators, band changes, corrections and reinstatements. Everything
          else is published with the run.
        </p>
      </Section>
    </aside>
  );
}
