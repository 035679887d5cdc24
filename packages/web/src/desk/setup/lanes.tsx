// The lanes of a step: for each person a mark, which is done, theirs now, theirs later, or theirs to approve, and the line that
// shows how the work goes from one person to the next.

import styles from './setup.module.css';
import { markOf, type SetupPerson, type Step } from './steps.ts';

const WORDS = { done: 'done', yours: 'can do it now', later: 'later', approves: 'approves' } as const;

/** As wide as the style sheet has it, with the gap. */
const LANE = 96;
const centre = (lane: number) => lane * LANE + LANE / 2 - 4;
/** How far below the upper edge of a row the line crosses to another lane. */
const CROSSING = 8;

interface LanesProps {
  step: Step;
  people: readonly SetupPerson[];
  /** In which lanes the line comes in and has its mark; null where it ends. */
  handover: { from: number | null; own: number; isLast: boolean };
}

export function Lanes({ step, people, handover }: LanesProps) {
  return (
    <div className={styles.lanes}>
      <Handover count={people.length} isDone={step.state === 'done'} {...handover} />
      {people.map((person) => (
        <Lane key={person.id} step={step} person={person} />
      ))}
    </div>
  );
}

interface HandoverProps {
  count: number;
  isDone: boolean;
  from: number | null;
  own: number;
  isLast: boolean;
}

function Handover({ count, isDone, from, own, isLast }: HandoverProps) {
  const line = isDone ? { stroke: 'var(--ink)' } : { stroke: 'var(--control)', strokeDasharray: '3 3' };
  return (
    <svg aria-hidden="true" className={styles.handover} width={count * LANE - 8} height="100%">
      {Array.from({ length: count }, (_, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane has no other name
        <line key={lane} x1={centre(lane)} x2={centre(lane)} y1="0" y2="100%" stroke="var(--line)" />
      ))}
      {from === null ? null : (
        <>
          <line x1={centre(from)} x2={centre(from)} y1="0" y2={CROSSING} {...line} />
          <line x1={centre(from)} x2={centre(own)} y1={CROSSING} y2={CROSSING} {...line} />
          <line x1={centre(own)} x2={centre(own)} y1={CROSSING} y2="50%" {...line} />
        </>
      )}
      {isLast ? null : <line x1={centre(own)} x2={centre(own)} y1="50%" y2="100%" {...line} />}
    </svg>
  );
}

function Lane({ step, person }: { step: Step; person: SetupPerson }) {
  const mark = markOf(step, person);
  return (
    <span className={styles.lane}>
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
}
