// What the open step asks for: its act, or the page where it is done.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { PathLink } from '../../frame/path-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { downloadInputTemplate, downloadProviderTemplate } from '../entry/templates.ts';
import { useStaff } from '../staff.ts';
import { People } from './people.tsx';
import styles from './setup.module.css';
import type { Setup, Step } from './steps.ts';

interface StepFormProps {
  step: Step;
  setup: Setup;
  /** Whether the reader can do it. */
  mine: boolean;
}

export function StepForm({ step, setup, mine }: StepFormProps) {
  const { subject } = step;
  switch (step.id) {
    case 'people':
      return <People people={setup.people} mine={mine} />;
    case 'framework':
      return mine ? <ChooseFramework /> : null;
    case 'sign_off':
      return <FrameworkLink digest={subject}>Read it, make a key and sign</FrameworkLink>;
    case 'activation':
      return <FrameworkLink digest={subject}>Activate it</FrameworkLink>;
    case 'provider':
      return (
        <div className={styles.acts}>
          <PathLink to="/desk/entry">Add a provider under Entry</PathLink>
          <Button kind="quiet" onPress={() => void downloadProviderTemplate()}>
            Download a file of providers to fill in
          </Button>
        </div>
      );
    case 'values':
      return (
        <div className={styles.acts}>
          <PathLink to="/desk/entry">Enter values</PathLink>
          <PathLink to="/desk/approvals">Approve them</PathLink>
          {subject === null ? null : (
            <Button kind="quiet" onPress={() => void downloadInputTemplate(subject)}>
              Download its sheet to fill in
            </Button>
          )}
        </div>
      );
    case 'run':
      return <PathLink to="/desk/runs">Start a run</PathLink>;
    case 'committee':
    case 'publication':
      return (
        <div className={styles.form}>
          {subject === null ? null : (
            <Link to="/desk/runs/$run" params={{ run: subject }}>
              {step.id === 'committee' ? 'Read the draft and vote' : 'Publish the draft'}
            </Link>
          )}
          <Independence voters={setup.voters} />
        </div>
      );
    default:
      return null;
  }
}

function FrameworkLink({ digest, children }: { digest: string | null; children: string }) {
  return (
    <p>
      <PathLink to={`/desk/frameworks${digest === null ? '' : `?open=${encodeURIComponent(digest)}`}`}>
        {children}
      </PathLink>
    </p>
  );
}

/** The supplied framework comes with the page; a file of one's own is imported under Frameworks. */
function ChooseFramework() {
  const load = useAct('frameworks.import', ['frameworks', 'desk']);
  const [error, setError] = useState<Error | null>(null);
  const use = async () => {
    try {
      const { default: text } = await import('../../../../../methodology/rf-framework-1.0.json?raw');
      load.mutate({ document: JSON.parse(text) });
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <div className={styles.form}>
      <ProblemBox error={error ?? load.error} />
      <div className={styles.acts}>
        <Button kind="primary" busy={load.isPending && 'Importing…'} onPress={() => void use()}>
          Use RF Framework v1.0
        </Button>
        <PathLink to="/desk/frameworks">Import a file of your own</PathLink>
      </div>
    </div>
  );
}

const FEW_VOTERS = 4;
const RULE = 'committee_independence';

/** A small staff cannot keep a vote apart from the values: two people can switch the rule off, and every indicator says so. */
function Independence({ voters }: { voters: number }) {
  const rule = useRead('rules.list', {}).data?.data.find(({ name }) => name === RULE);
  const ask = useAct('rules.set', ['rules', 'requests']);
  const person = useStaff();
  if (voters >= FEW_VOTERS || rule === undefined || rule.value === 0) return null;
  const may = person.roles.some((role) => role === 'operator' || role === 'chief_risk_officer');
  return (
    <>
      <p>
        {voters === 1 ? 'One person can vote' : `${voters} people can vote`}. A first indicator needs a vote for it of
        somebody who proposed and approved none of its values. If you are too few for that, two people can switch this
        rule off, and every indicator then says so.
      </p>
      <ProblemBox error={ask.error} />
      {ask.data === undefined ? (
        <div>
          <Button
            notAllowed={may ? null : 'you need the operator or chief risk officer role'}
            busy={ask.isPending && 'Sending…'}
            onPress={() => ask.mutate({ name: RULE, value: 0 })}
          >
            Request to switch it off
          </Button>
        </div>
      ) : (
        <p role="status">
          Requested. A second person approves it under <PathLink to="/desk/requests">Requests</PathLink>.
        </p>
      )}
    </>
  );
}
