// The link of a mail: its code, and what is shown if it cannot be used.

import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '../api/problem.ts';
import { ProblemBox } from '../ui/problem-box.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';

/** The code is in the fragment, which browsers do not send, so it is in no log. Empty if the link was cut. */
export function useLinkCode(): string {
  return useLocation({ select: ({ hash }) => hash });
}

interface BrokenLinkProps {
  /** Null if the link has no code. */
  error: unknown;
  /** Where another link comes from. */
  next: ReactNode;
  onRetry: () => void;
}

export function BrokenLink({ error, next, onRetry }: BrokenLinkProps) {
  if (error !== null && !(error instanceof ProblemError && error.problem.status < 500))
    return (
      <SignInFrame title="This link could not be checked">
        <ProblemBox error={error} onRetry={onRetry} />
      </SignInFrame>
    );
  return (
    <SignInFrame title="This link cannot be used">
      <p className={styles.lead}>
        {error === null ? 'A part of it is missing. Open the whole link of the mail.' : error.problem.detail}
      </p>
      <p className="plain">{next}</p>
      <p className="plain">
        <a href="/sign-in">Go to the sign-in page</a>
      </p>
    </SignInFrame>
  );
}
