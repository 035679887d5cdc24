// Writes a rationale: with the names of the inputs that it can speak about, a live count, and what must not be in it.

import { type FormEvent, useEffect, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { count } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useKept } from './kept.ts';
import styles from './rationale.module.css';

/** What the rationale is about: an item of a draft, or a withdrawal. */
export type About = { run: string } | { withdrawal: string };

/** The check follows the typing after this pause. */
const PAUSE_MS = 400;

interface FormProps {
  about: About;
  slug: string;
  /** The text that was written before. */
  text: string;
  onWritten: () => void;
}

export function RationaleForm({ about, slug, text: before, onWritten }: FormProps) {
  const which = { ...about, ...('run' in about ? { provider: slug } : {}) };
  const offered = useRead('rationales.prepare', which).data;
  const write = useAct('rationales.write', ['rationales', 'runs', 'committee']);
  const [kept, setKept] = useKept(`rationale ${JSON.stringify(which)}`);
  const text = kept === '' ? before : kept;
  const settled = useSettled(text.trim());
  const checked = useRead('rationales.check', { ...which, text: settled }, { enabled: settled !== '' }).data;
  const problems = (checked?.problems ?? []).filter(({ kind }) => kind !== 'length');
  const { shortest = 0, longest = 0 } = offered ?? {};
  const length = [...text.trim()].length;
  const isShort = length < shortest;
  const isLong = length > longest;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isShort || isLong) return;
    write.mutate(
      { ...about, ...('run' in about ? { providers: [slug] } : {}), text: text.trim() },
      {
        onSuccess: () => {
          setKept('');
          onWritten();
        },
      },
    );
  };
  const insert = (name: string) => setKept(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}${name}`);
  return (
    <form className={styles.form} onSubmit={submit}>
      <AreaField
        label="Rationale"
        rows={5}
        value={text}
        help={
          offered === undefined ? undefined : (
            <span className={styles.count}>
              {count(length)} of {count(longest)} characters, at least {count(shortest)}
            </span>
          )
        }
        error={isLong ? 'It is too long.' : null}
        onChange={({ target }) => setKept(target.value)}
      />
      {problems.length === 0 ? null : (
        <ul className={styles.problems} aria-label="What must not be in it">
          {problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {offered === undefined ? null : (
        <div className={styles.offered}>
          <Names title="Moved the score" names={offered.drivers} onPick={insert} />
          <Names title="Would raise it" names={offered.would_raise} onPick={insert} />
          <Names title="Would lower it" names={offered.would_lower} onPick={insert} />
        </div>
      )}
      <ProblemBox error={write.error} />
      <div>
        <Button
          type="submit"
          notAllowed={
            isShort ? `It needs at least ${count(shortest)} characters.` : isLong ? 'It is too long.' : null
          }
          busy={write.isPending && 'Sending…'}
        >
          Send to review
        </Button>
      </div>
    </form>
  );
}

const MOST_NAMES = 4;

interface NamesProps {
  title: string;
  names: readonly { input: string; name: string }[];
  onPick: (name: string) => void;
}

/** A press writes the name at the end of the text. */
function Names({ title, names, onPick }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <p className={styles.names}>
      <span className="muted">{title}:</span>
      {names.slice(0, MOST_NAMES).map(({ input, name }) => (
        <Button key={input} kind="quiet" onPress={() => onPick(name)}>
          {name}
        </Button>
      ))}
    </p>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
