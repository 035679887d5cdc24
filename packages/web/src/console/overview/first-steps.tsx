// The four steps to the first call, each with its one act; the next one is open.

import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { EmptyGlyph, TickGlyph } from '../../ui/glyphs.tsx';
import { useKeyCondition } from '../keys/key.tsx';
import { IfMay, useMay, WhoMay } from '../person.tsx';
import styles from './overview.module.css';
import type { Progress } from './progress.ts';

interface Step {
  isDone: boolean;
  title: string;
  act: ReactNode;
}

interface FirstStepsProps {
  progress: Progress;
  onSkipWebhooks: () => void;
}

export function FirstSteps({ progress, onSkipWebhooks }: FirstStepsProps) {
  const steps = useSteps(progress, onSkipWebhooks);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <p className={styles.lead}>
        {done === 0
          ? 'Four steps to your first score.'
          : `${done} of 4 steps done. They tick themselves off.`}
      </p>
      <ol className={styles.steps}>
        {steps.map(({ isDone, title, act }, at) => (
          <li
            key={title}
            className={at === next ? styles.next : undefined}
            aria-current={at === next ? 'step' : undefined}
          >
            <span className={styles.tick}>{isDone ? <TickGlyph /> : <EmptyGlyph />}</span>
            <div>
              <p className={styles['step-title']}>
                {title}
                <span className="visually-hidden">{isDone ? ', done' : ', open'}</span>
              </p>
              {at === next ? <div className={styles.act}>{act}</div> : null}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function useSteps({ terms, key, call, webhook }: Progress, onSkipWebhooks: () => void): Step[] {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const condition = useKeyCondition();
  const mayAccept = useMay('terms.accept');
  const mayCreate = useMay('keys.create');
  const params = { workspace };
  return [
    {
      isDone: terms,
      title: 'Accept the API terms',
      act: mayAccept ? (
        <Link className="act" to="/console/$workspace/terms" params={params}>
          Read and accept the terms
        </Link>
      ) : (
        condition
      ),
    },
    {
      isDone: key,
      title: 'Create a key',
      act: mayCreate ? (
        <Link className="act" to="/console/$workspace/keys" params={params}>
          Create the first key
        </Link>
      ) : (
        condition
      ),
    },
    {
      isDone: call,
      title: 'Make the first call',
      act: (
        <>
          <p className="plain">Paste your key. This page notices the call within seconds.</p>
          <Code text={`curl -H 'x-api-key: YOUR_KEY' ${location.origin}/api/v1/usage`} what="the line" />
        </>
      ),
    },
    {
      isDone: webhook,
      title: 'Be told when a score changes',
      act: (
        <>
          <IfMay act="webhooks.add">
            <Link className="act" to="/console/$workspace/webhooks" params={params}>
              Add a webhook endpoint
            </Link>
          </IfMay>
          <WhoMay act="webhooks.add" doing="add a webhook endpoint" />
          <Button kind="quiet" onPress={onSkipWebhooks}>
            Go on without webhooks
          </Button>
        </>
      ),
    },
  ];
}
