// The minutes of a matter: they write themselves, and members add lines.

import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { count } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { useStaff } from '../staff.ts';
import { useKept } from './kept.ts';
import { asSeen, CHANGED_BY_VOTES, isVoter, type Matter, type MinuteLine } from './matter.ts';
import { Time } from './members.tsx';
import styles from './minutes.module.css';

/** The newest that are shown at first. */
const FIRST = 5;

interface MinutesProps {
  matter: Matter;
  seen: string;
  /** Whether the field for a line is open. */
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

export function Minutes({ matter, seen, isAdding, onAdding }: MinutesProps) {
  const person = useStaff();
  const [areAll, setAll] = useState(false);
  const { minutes, state } = matter;
  const shown = areAll ? minutes : minutes.slice(0, FIRST);
  const mayAdd = state === 'open' && isVoter(person);
  return (
    <Section
      title="Minutes"
      aside={
        <>
          {mayAdd && !isAdding ? (
            <Button kind="quiet" onPress={() => onAdding(true)}>
              Add a line
            </Button>
          ) : null}
          {minutes.length <= FIRST ? null : (
            <Button kind="quiet" onPress={() => setAll(!areAll)}>
              {areAll ? 'Newest' : `All ${count(minutes.length)}`}
            </Button>
          )}
        </>
      }
    >
      {mayAdd && isAdding ? <AddLine matter={matter} seen={seen} onDone={() => onAdding(false)} /> : null}
      {minutes.length === 0 ? <p className="plain muted">Nothing is on record yet.</p> : null}
      <ol className={styles.lines}>
        {shown.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and are never changed
          <Line key={minutes.length - at} line={line} />
        ))}
      </ol>
    </Section>
  );
}

function Line({ line: { at, kind, name, text } }: { line: MinuteLine }) {
  return (
    <li className={styles.line}>
      <span className={styles.at}>
        <Time at={at} />
      </span>
      <span className={styles.text}>
        {kind === 'minute' ? (
          <>
            <strong>{name}:</strong> {text}
          </>
        ) : (
          text
        )}
      </span>
    </li>
  );
}

function AddLine({ matter, seen, onDone }: { matter: Matter; seen: string; onDone: () => void }) {
  const [text, setText] = useKept(`minute ${matter.matter}`);
  const [isAsked, setAsked] = useState(false);
  const add = useAct('committee.minute', CHANGED_BY_VOTES);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (text.trim() === '') return;
    add.mutate(
      { matters: asSeen(matter, seen), text: text.trim() },
      {
        onSuccess: () => {
          setText('');
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <AreaField
        label="Line for the minutes"
        help="What was discussed. Lines cannot be changed or deleted."
        maxLength={4000}
        autoFocus
        value={text}
        error={isAsked && text.trim() === '' ? 'Write the line first.' : null}
        onChange={({ target }) => setText(target.value)}
      />
      <ProblemBox error={add.error} />
      <div className={styles.acts}>
        <Button type="submit" busy={add.isPending && 'Adding…'}>
          Add the line
        </Button>
        <Button kind="quiet" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
