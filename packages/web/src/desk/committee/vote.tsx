// Your vote: what you choose, why, and what follows from it by the rule before you cast it.

import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import radio from '../../ui/radio.module.css';
import { useKept } from './kept.ts';
import {
  asSeen,
  CHANGED_BY_VOTES,
  CHOICES,
  type Choice,
  type Consequence,
  choiceWords,
  consequenceTitle,
  type Matter,
} from './matter.ts';
import styles from './vote.module.css';

interface VoteProps {
  matter: Matter;
  /** What the reader has seen of it. */
  seen: string;
  areKeysOn: boolean;
}

export function Vote({ matter, seen, areKeysOn }: VoteProps) {
  const { if_you: consequences, why_not: whyNot, kind } = matter;
  const form = useVote(matter, seen);
  if (consequences === null) return <p className={styles.why}>{whyNot}</p>;
  const { choice, choose, words, setWords, minute, setMinute, needsMinute, error, isPending } = form;
  const consequence =
    choice === null ? null : withLine(consequenceOf(consequences, choice), choice === 'recuse' ? '' : minute);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.cast();
  };
  return (
    <form className={styles.form} onSubmit={submit} data-vote="">
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Your vote</legend>
        {CHOICES.map((one, at) => (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              className={radio.radio}
              name="vote"
              value={one}
              checked={choice === one}
              onChange={() => choose(one)}
            />
            <span>{choiceWords(kind, one)}</span>
            {areKeysOn ? <kbd>{at + 1}</kbd> : null}
          </label>
        ))}
      </fieldset>
      {choice === null || choice === 'for' ? null : (
        <AreaField
          label="Reason"
          help={
            choice === 'against'
              ? 'Your dissent. It is kept on record.'
              : 'It is kept on record. You cannot take a recusal back.'
          }
          maxLength={4000}
          value={words}
          error={form.isAsked && words.trim() === '' ? 'Write your reason.' : null}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      {choice !== null && choice !== 'recuse' && needsMinute ? (
        <AreaField
          label="Line for the minutes"
          help="It is not decided before somebody writes one. You can leave it to another member."
          maxLength={4000}
          value={minute}
          onChange={({ target }) => setMinute(target.value)}
        />
      ) : null}
      <ConsequenceBlock kind={kind} consequence={consequence} />
      <ProblemBox error={error} />
      <div className={styles.foot}>
        <Button kind="primary" type="submit" notAllowed={form.notAllowed} busy={isPending && 'Casting…'}>
          {choice === 'recuse' ? 'Recuse myself' : 'Cast vote'} {areKeysOn ? <kbd>v</kbd> : null}
        </Button>
        <Unread matter={matter} choice={choice} />
      </div>
    </form>
  );
}

function consequenceOf(consequences: NonNullable<Matter['if_you']>, choice: Choice): Consequence {
  if (choice === 'recuse') return consequences.recuse;
  return choice === 'for' ? consequences.vote_for : consequences.vote_against;
}

/** What follows if the line that is typed is the last thing that is missing: the votes decide, and a tie is a refusal. */
function withLine(consequence: Consequence, minute: string): Consequence {
  const { outcome, missing, for: inFavour, against } = consequence;
  const isLast = missing.length > 0 && missing.every(({ code }) => code === 'minute');
  if (minute.trim() === '' || outcome !== null || !isLast) return consequence;
  return {
    ...consequence,
    outcome: inFavour > against ? 'accepted' : 'refused',
    because: 'With your line for the minutes, nothing else is missing.',
    missing: [],
  };
}

/** The grey block: what the rule makes of the chosen vote. */
function ConsequenceBlock({ kind, consequence }: { kind: Matter['kind']; consequence: Consequence | null }) {
  return (
    <div className={styles.consequence} role="status">
      <p className={styles.label}>With this vote</p>
      {consequence === null ? (
        <p>Choose one to see what follows from it.</p>
      ) : (
        <>
          <p className={styles.outcome}>{consequenceTitle(kind, consequence)}</p>
          {consequence.missing.length === 0 ? (
            <p className={styles.because}>{consequence.because}</p>
          ) : (
            <ul className={styles.because}>
              {consequence.missing.map(({ code, text }) => (
                <li key={code}>{text}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

/** Voting with unread documents is allowed, and minuted. */
function Unread({ matter: { documents }, choice }: { matter: Matter; choice: Choice | null }) {
  const unread = documents.all - documents.read_by_you;
  if (unread === 0 || choice === 'recuse') return null;
  return <span className={styles.hint}>{plural(unread, 'document')} unread; the minutes will say so.</span>;
}

function useVote(matter: Matter, seen: string) {
  const vote = useAct('committee.vote', CHANGED_BY_VOTES);
  const recuse = useAct('committee.recuse', CHANGED_BY_VOTES);
  const [kept, setKept] = useKept(`choice ${matter.matter}`);
  const [words, setWords] = useKept(`words ${matter.matter}`);
  const [minute, setMinute] = useKept(`vote-minute ${matter.matter}`);
  const [isAsked, setAsked] = useState(false);
  const choice = CHOICES.find((one) => one === kept) ?? null;
  const matters = asSeen(matter, seen);
  const reason = words.trim();
  const forget = () => {
    setKept('');
    setWords('');
    setMinute('');
    setAsked(false);
  };
  const cast = () => {
    setAsked(true);
    if (choice === null || (choice !== 'for' && reason === '')) return;
    if (choice === 'recuse') return recuse.mutate({ matters, reason }, { onSuccess: forget });
    vote.mutate(
      {
        matters,
        vote: choice,
        ...(choice === 'against' ? { dissent: reason } : {}),
        ...(minute.trim() === '' ? {} : { minute: minute.trim() }),
      },
      { onSuccess: forget },
    );
  };
  return {
    choice,
    choose: setKept,
    ...{ words, setWords, minute, setMinute, isAsked, cast },
    needsMinute: matter.needs_minute && !matter.minutes.some(({ kind }) => kind === 'minute'),
    error: vote.error ?? recuse.error,
    isPending: vote.isPending || recuse.isPending,
    notAllowed: choice === null ? 'Choose first.' : null,
  };
}
