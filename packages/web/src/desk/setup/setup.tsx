// Set up: the steps from an empty store to a first published score, with a lane for each person. Steps tick themselves off.

import type { CSSProperties } from 'react';
import { useRead } from '../../api/acts.ts';
import { PathLink } from '../../frame/path-link.tsx';
import { Title } from '../../frame/title.tsx';
import { roleName, shortUtcInstant } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { staffId, useStaff } from '../staff.ts';
import { Lanes } from './lanes.tsx';
import styles from './setup.module.css';
import { StepForm } from './step-form.tsx';
import { canDo, doneOf, isOf, lanesOf, openStep, type Setup, STEPS, type Step } from './steps.ts';

export function SetupPage() {
  const person = useStaff();
  const { data: setup, error, refetch } = useRead('desk.setup', {});
  if (error !== null && setup === undefined)
    return <ProblemBox error={error} onRetry={() => void refetch()} />;
  if (setup === undefined) return <Title title="Set up" />;
  if (setup.is_done)
    return (
      <>
        <Title title="Set up" note="done" />
        <p className="plain">
          The first score is published. What waits for you is on <PathLink to="/desk">Home</PathLink>.
        </p>
      </>
    );
  const open = openStep(setup, person.roles);
  const lanes = lanesOf(setup);
  return (
    <>
      <Title
        title="Set up"
        note={`${doneOf(setup)} of ${setup.steps.length} done · from nothing to a first published score`}
      />
      {open === undefined ? null : <p className={styles.next}>{nextWords(setup, open, person)}</p>}
      <ol className={styles.steps} style={{ '--people': setup.people.length } as CSSProperties}>
        <li className={styles.head} aria-hidden="true">
          <span>Step</span>
          <div className={styles.lanes}>
            {setup.people.map(({ id, name, roles }) => (
              <span key={id} className={styles.person}>
                <strong>{id === staffId(person) ? `${name}, you` : name}</strong>
                <span>{roles.map(roleName).join(', ')}</span>
              </span>
            ))}
          </div>
          <span>State</span>
        </li>
        {setup.steps.map((step, at) => (
          <li
            key={step.id}
            className={step.id === open?.id ? `${styles.step} ${styles.open}` : styles.step}
            data-step={step.id}
            data-state={step.state}
            aria-current={step.id === open?.id ? 'step' : undefined}
          >
            <div className={styles.words}>
              <span className={styles.number}>{at + 1}</span>
              <h2>{STEPS[step.id].title}</h2>
              <p>{STEPS[step.id].about}</p>
              {step.id === open?.id || (step.state === 'open' && isOf(step, person)) ? (
                <StepForm step={step} setup={setup} mine={canDo(step, person)} />
              ) : null}
            </div>
            <Lanes
              step={step}
              people={setup.people}
              handover={{
                from: at === 0 ? null : lanes[at - 1]!,
                own: lanes[at]!,
                isLast: at === lanes.length - 1,
              }}
            />
            <span className={styles.state}>{stateWords(setup, step, at)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.foot}>
        Steps tick themselves off and can be left at any time. All but the votes can be done with commands
        too: <a href="/docs/desk/first-score">the same in a shell</a>.
      </p>
    </>
  );
}

function stateWords({ people, steps }: Setup, step: Step, at: number): string {
  if (step.state === 'done')
    return [step.by, step.at === null ? null : shortUtcInstant(step.at)]
      .filter((one) => one !== null)
      .join(', ');
  if (step.id === 'people') return `${step.count} of ${step.of} joined`;
  if (step.state === 'open') return step.of === null ? 'open' : `${step.count} of ${step.of}`;
  const invited = people.find((one) => canDo(step, one) && !one.has_joined);
  if (people.every((one) => !canDo(step, one) || !one.has_joined))
    return invited === undefined ? needWords(step) : `waits for ${invited.name} to join`;
  const before = steps.slice(0, at).findLastIndex(({ id, state }) => id !== 'people' && state !== 'done');
  return before === -1 ? 'waits' : `after ${before + 1}`;
}

function needWords({ roles }: Step): string {
  if (roles.length > 2) return 'needs people who vote';
  return `needs the ${roles.map((role) => roleName(role).toLowerCase()).join(' or ')} role`;
}

function nextWords(
  { people }: Setup,
  step: Step,
  person: { name: string; roles: readonly string[] },
): string {
  const title = STEPS[step.id].title.toLowerCase();
  if (canDo(step, person)) return `Your turn: ${title}.`;
  const who = people.filter((one) => canDo(step, one)).map(({ name }) => name);
  return who.length === 0
    ? `Next: ${title}, which needs the ${step.roles.map((role) => roleName(role).toLowerCase()).join(' or ')} role.`
    : `Next: ${title}, by ${who.join(' or ')}.`;
}
