// At the right: who approved the draft, and the record of the committee: votes, dissent and minutes.

import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useStaff } from '../staff.ts';
import type { Overview } from './groups.ts';
import { whyNotApprove, whyNotPublish } from './may.ts';
import styles from './record.module.css';

interface RecordProps {
  overview: Overview;
  seen: string;
}

export function CommitteeRecord({ overview, seen }: RecordProps) {
  const { approvals, run } = overview;
  return (
    <aside className={styles.record} aria-label="Approvals">
      <h2 className={styles.title}>Approvals</h2>
      {approvals.length === 0 ? <p className={styles.none}>Nobody has approved it.</p> : null}
      {approvals.map((approval) => (
        <article key={approval.staff_id} className={styles.approval}>
          <p>
            <strong>{approval.name}</strong>, <Instant at={approval.at} />
            {approval.counts ? '' : '. It no longer counts: this person has left or lost the role.'}
          </p>
          {approval.votes.length === 0 ? null : (
            <ul className={styles.votes}>
              {approval.votes.map(({ person, vote }) => (
                <li key={person}>
                  {person}: {VOTE_WORDS[vote]}
                </li>
              ))}
            </ul>
          )}
          {approval.dissent === null ? null : <Said title="Dissent" text={approval.dissent} />}
          {approval.minutes === null ? null : <Said title="Minutes" text={approval.minutes} />}
        </article>
      ))}
      {run.status === 'draft' ? <Approve overview={overview} seen={seen} /> : null}
    </aside>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className={styles.label}>{title}</h3>
      <p className={styles.said}>{text}</p>
    </>
  );
}

function Approve({ overview, seen }: RecordProps) {
  const person = useStaff();
  const { run } = overview;
  const approve = useAct('runs.approve', ['runs']);
  const [votes, setVotes] = useKept<Vote[]>(`votes ${run.id}`, []);
  const [dissent, setDissent] = useKept(`dissent ${run.id}`, '');
  const [minutes, setMinutes] = useKept(`minutes ${run.id}`, '');
  const [isAsked, setAsked] = useState(false);
  const why = whyNotApprove(overview, person);
  const named = votes.filter(({ person: name }) => name.trim() !== '');
  const hasUnnamed = named.length < votes.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (why !== null || hasUnnamed) return;
    approve.mutate(
      {
        run: run.id,
        seen,
        ...(named.length === 0 ? {} : { votes: named }),
        ...(dissent.trim() === '' ? {} : { dissent: dissent.trim() }),
        ...(minutes.trim() === '' ? {} : { minutes: minutes.trim() }),
      },
      { onSuccess: () => clearKept(`votes ${run.id}`, `dissent ${run.id}`, `minutes ${run.id}`) },
    );
  };
  if (why !== null) return <p className={styles.why}>{why}</p>;
  return (
    <form className={styles.form} onSubmit={submit}>
      <VoteFields votes={votes} hasError={isAsked && hasUnnamed} onChange={setVotes} />
      <AreaField
        label="Dissent"
        help="What those who were against it said."
        maxLength={10_000}
        value={dissent}
        onChange={({ target }) => setDissent(target.value)}
      />
      <AreaField
        label="Minutes"
        maxLength={10_000}
        value={minutes}
        onChange={({ target }) => setMinutes(target.value)}
      />
      {person.roles.includes('operator') ? (
        <p className={styles.why}>If you approve it, another operator must publish it.</p>
      ) : null}
      <ProblemBox error={approve.error} />
      <div>
        <Button
          // One primary button in a view: the person who can publish has that one.
          kind={whyNotPublish(overview, person) === null ? 'secondary' : 'primary'}
          type="submit"
          busy={approve.isPending && 'Approving…'}
        >
          Approve as second person
        </Button>
      </div>
    </form>
  );
}

const PREFIX = 'committee ';

/** What is typed into the record of a committee is kept in the tab, so that a reload loses nothing. */
function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name) ?? initial);
  return [
    value,
    (next) => {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(next));
      setValue(next);
    },
  ];
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

function clearKept(...names: readonly string[]): void {
  for (const name of names) sessionStorage.removeItem(PREFIX + name);
}

export interface Vote {
  person: string;
  vote: 'for' | 'against' | 'abstain';
}

const VOTE_WORDS: Readonly<Record<Vote['vote'], string>> = {
  for: 'for',
  against: 'against',
  abstain: 'abstained',
};

interface VoteFieldsProps {
  votes: readonly Vote[];
  hasError: boolean;
  onChange: (votes: Vote[]) => void;
}

/** The votes of a committee: a name and a vote in each line. */
function VoteFields({ votes, hasError, onChange }: VoteFieldsProps) {
  const set = (at: number, change: Partial<Vote>) =>
    onChange(votes.map((vote, index) => (index === at ? { ...vote, ...change } : vote)));
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Votes</legend>
      {votes.map((vote, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
        <div key={at} className={styles.vote}>
          <input
            type="text"
            aria-label={`Person ${at + 1}`}
            maxLength={200}
            value={vote.person}
            onChange={({ target }) => set(at, { person: target.value })}
          />
          <select
            aria-label={`Vote ${at + 1}`}
            value={vote.vote}
            onChange={({ target }) => set(at, { vote: target.value as Vote['vote'] })}
          >
            <option value="for">for</option>
            <option value="against">against</option>
            <option value="abstain">abstains</option>
          </select>
          <Button
            kind="quiet"
            label={`Remove vote ${at + 1}`}
            onPress={() => onChange(votes.filter((_, index) => index !== at))}
          >
            <CrossGlyph />
          </Button>
        </div>
      ))}
      {hasError ? (
        <p className={styles.error} role="alert">
          <CrossGlyph /> Every vote needs a name.
        </p>
      ) : null}
      <Button kind="quiet" onPress={() => onChange([...votes, { person: '', vote: 'for' }])}>
        Add a vote
      </Button>
    </fieldset>
  );
}
