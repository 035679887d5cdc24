// The marks of a step in the lane of each person: done, theirs now, theirs later, or theirs to approve.

import styles from './setup.module.css';
import { markOf, type SetupPerson, type Step } from './steps.ts';

const WORDS = { done: 'done', yours: 'can do it now', later: 'later', approves: 'approves' } as const;

export function Lanes({ step, people }: { step: Step; people: readonly SetupPerson[] }) {
  return people.map((person) => {
    const mark = markOf(step, person);
    return (
      <span key={person.id} className={styles.lane}>
        {mark === null ? null : (
          <>
            <svg aria-hidden="true" viewBox="0 0 20 20" width="20" height="20">
              {mark === 'done' ? (
                <>
                  <circle cx="10" cy="10" r="8" fill="var(--ink)" />
                  <path d="M6 10.5l2.6 2.6L14 7.5" fill="none" stroke="var(--page)" strokeWidth="1.8" />
                </>
              ) : (
                <>
                  <circle
                    cx="10"
                    cy="10"
                    r={mark === 'approves' ? 5 : 7.5}
                    fill="var(--page)"
                    stroke={mark === 'yours' ? 'var(--ink)' : 'var(--control)'}
                    strokeWidth={mark === 'yours' ? 2 : 1.5}
                    strokeDasharray={mark === 'later' ? '3 2' : undefined}
                  />
                  {mark === 'yours' ? <circle cx="10" cy="10" r="3" fill="var(--ink)" /> : null}
                </>
              )}
            </svg>
            <span className="visually-hidden">{`${person.name}: ${WORDS[mark]}`}</span>
          </>
        )}
      </span>
    );
  });
}
