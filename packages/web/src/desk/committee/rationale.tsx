// The rationale of news, which is published with the score: its text, its review, and the form in which it is written.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import type { Person } from '../../api/session.ts';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField, CheckField } from '../../ui/field.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State, type StateKind } from '../../ui/state.tsx';
import { staffId, useStaff } from '../staff.ts';
import styles from './rationale.module.css';
import { type About, RationaleForm } from './rationale-form.tsx';

type News = AnswerOf<'rationales.list'>['data'][number];

const CHANGES = ['rationales', 'runs', 'committee'];

const STATES: Readonly<Record<News['status'], { kind: StateKind; words: string }>> = {
  missing: { kind: 'off', words: 'not written' },
  written: { kind: 'waiting', words: 'waits for review' },
  returned: { kind: 'failed', words: 'returned' },
  approved: { kind: 'good', words: 'approved' },
  published: { kind: 'good', words: 'published' },
};

interface RationaleProps {
  about: About;
  slug: string;
  /** Whether it can still be written. */
  isOpen: boolean;
}

export function Rationale({ about, slug, isOpen }: RationaleProps) {
  const person = useStaff();
  const { data, error, refetch } = useRead('rationales.list', about);
  const [isRewriting, setRewriting] = useState(false);
  const news = data?.data.find((one) => one.slug === slug);
  if (error !== null) return <ProblemBox error={error} onRetry={() => void refetch()} />;
  if (news === undefined) return null;
  const { status, rationale } = news;
  const mayWrite =
    isOpen && status !== 'published' && hasRole(person, 'analyst', 'reviewer', 'chief_risk_officer');
  const isWriting = mayWrite && (status === 'missing' || status === 'returned' || isRewriting);
  const { kind, words } = STATES[status];
  return (
    <Section title="Rationale, published with the score" aside={<State kind={kind}>{words}</State>}>
      {rationale === null || isWriting ? null : (
        <>
          <p className={styles.text}>{rationale.text}</p>
          <p className={styles.about}>
            Written by {rationale.author}, <Instant at={rationale.written_at} />
            {rationale.reviewer === null ? '' : `; reviewed by ${rationale.reviewer}`}.
          </p>
        </>
      )}
      {status !== 'returned' || rationale?.returned_because == null ? null : (
        <p className={styles.returned}>
          {rationale.reviewer ?? 'The reviewer'} returned it: {rationale.returned_because}
        </p>
      )}
      {isWriting ? (
        <RationaleForm
          key={rationale?.id ?? 'new'}
          about={about}
          slug={slug}
          text={rationale?.text ?? ''}
          onWritten={() => setRewriting(false)}
        />
      ) : (
        <>
          {status === 'missing' && isOpen ? (
            <p className="plain muted">An analyst, a reviewer or the chief risk officer writes it.</p>
          ) : null}
          {status === 'written' && isOpen && rationale !== null ? (
            <Review rationale={rationale} person={person} />
          ) : null}
          {mayWrite ? (
            <Button kind="quiet" onPress={() => setRewriting(true)}>
              Write another text
            </Button>
          ) : null}
        </>
      )}
    </Section>
  );
}

interface ReviewProps {
  rationale: NonNullable<News['rationale']>;
  person: Person;
}

function Review({ rationale, person }: ReviewProps) {
  const [confirms, setConfirms] = useState(false);
  const [isReturning, setReturning] = useState(false);
  const review = useAct('rationales.review', CHANGES);
  const whyNot =
    rationale.author_id === staffId(person)
      ? 'You wrote it: somebody else reviews it.'
      : hasRole(person, 'reviewer', 'chief_risk_officer')
        ? null
        : 'A reviewer or the chief risk officer reviews it.';
  if (whyNot !== null) return <p className="plain muted">{whyNot}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirms) review.mutate({ rationales: [rationale.id], decision: 'approved', confirms: true });
  };
  return (
    <form className={styles.review} onSubmit={submit}>
      <CheckField checked={confirms} onChange={({ target }) => setConfirms(target.checked)}>
        It names no input value, no points and no hard rule that the page hides.
      </CheckField>
      <ProblemBox error={review.error} />
      <div className={styles.acts}>
        <Button
          type="submit"
          notAllowed={confirms ? null : 'Confirm the sentence above first.'}
          busy={review.isPending && 'Approving…'}
        >
          Approve the rationale
        </Button>
        <Button onPress={() => setReturning(true)}>Return…</Button>
      </div>
      {isReturning ? (
        <ActDialog
          act="rationales.review"
          changes={CHANGES}
          title={`Return the rationale to ${rationale.author}?`}
          submit="Return"
          busy="Returning…"
          fields={(about) => (
            <AreaField
              name="reason"
              label="What should change"
              autoFocus
              maxLength={2000}
              error={about('reason')}
            />
          )}
          check={(form) => missing(form, { reason: 'Write what should change.' })}
          inputOf={(form) => ({
            rationales: [rationale.id],
            decision: 'returned',
            reason: textOf(form, 'reason')!,
          })}
          onClose={() => setReturning(false)}
        />
      ) : null}
    </form>
  );
}

function hasRole({ roles }: Person, ...wanted: string[]): boolean {
  return roles.some((role) => wanted.includes(role));
}
