// Where the OIDC provider leads a member of staff whose account there is not linked yet: the check number for a colleague.

import { BrokenLink, useLinkCode } from './link.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';

export function Linked() {
  const check = useLinkCode();
  if (!/^\d{4}-\d{4}$/.test(check))
    return (
      <BrokenLink
        error={null}
        next="Sign in again, with your organisation's account."
        onRetry={() => undefined}
      />
    );
  return (
    <CheckNumber check={check}>
      A colleague confirms once that this account of your organisation is yours. Then you sign in with it.
      Until then use another way, if you have one.
    </CheckNumber>
  );
}

interface CheckNumberProps {
  check: string;
  /** What happens next. */
  children: string;
}

/** The number that a member of staff tells a colleague, who confirms it at the desk. */
export function CheckNumber({ check, children }: CheckNumberProps) {
  return (
    <SignInFrame title="Tell this number to a colleague on the staff">
      <p className={styles.code}>{check}</p>
      <p className={styles.lead}>
        Tell it in person or by telephone, not by mail. An operator, reviewer or chief risk officer enters it
        at the desk, under Staff, within 2 days.
      </p>
      <p className="plain">{children}</p>
      <p className="plain">
        The number is not shown again: write it down, or leave this page open.{' '}
        <a href="/sign-in">Back to sign-in</a>
      </p>
    </SignInFrame>
  );
}
