// A refusal or a failure, in the place of what it concerns: what happened, what to do, and the id to ask about.

import { ConnectionError, ProblemError } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { plural } from './format.ts';
import { CrossGlyph } from './glyphs.tsx';
import styles from './problem-box.module.css';

/** Nothing if there is no error. */
export function ProblemBox({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error === null) return null;
  const { title, detail, requestId } = described(error);
  return (
    <div className={styles.problem} role="alert">
      <p className={styles.title}>
        <CrossGlyph /> {title}
      </p>
      <p className={styles.detail}>{detail}</p>
      {requestId === null && onRetry === undefined ? null : (
        <div className={styles.foot}>
          {requestId === null ? null : (
            <span>
              Request <span className="mono">{requestId}</span>{' '}
              <Copy text={requestId} what="the request id" />
            </span>
          )}
          {onRetry === undefined ? null : (
            <Button kind="quiet" onPress={onRetry}>
              Retry
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function waitFor(seconds: number): string {
  return `Try again in ${plural(seconds, 'second')}. What you typed is kept.`;
}

function described(error: unknown): { title: string; detail: string; requestId: string | null } {
  if (error instanceof ProblemError) {
    const { title, detail, request_id, status, code, retry_after } = error.problem;
    if (code === 'rate_limit_exceeded' && retry_after !== undefined)
      return { title: 'Too many requests', detail: waitFor(retry_after), requestId: null };
    // A refusal says why; only a failure is worth a question to support.
    return { title, detail, requestId: status >= 500 ? request_id : null };
  }
  if (error instanceof ConnectionError)
    return {
      title: 'No connection',
      detail: 'The server did not answer. What you typed is kept.',
      requestId: null,
    };
  return {
    title: 'This page failed',
    detail: 'Reload it. If it fails again, tell the operator.',
    requestId: null,
  };
}
