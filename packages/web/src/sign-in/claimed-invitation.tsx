// After a claim: the check number, for whom it is, and what happens next.

import { SignInFrame } from './page.tsx';
import { anyOf, type ShownInvitation } from './shown-invitation.ts';
import styles from './sign-in.module.css';

export interface Claimed {
  email: string;
  /** Null if the claim takes effect at once. */
  check: string | null;
  active: boolean;
}

export interface ClaimedInvitationProps {
  invitation: ShownInvitation;
  claimed: Claimed;
}

export function ClaimedInvitation({ invitation, claimed: { email, check } }: ClaimedInvitationProps) {
  const { confirmed_by } = invitation;
  if (check === null)
    return (
      <SignInFrame title="You can sign in now">
        <p className={styles.lead}>Sign in as {email}, with the password that you chose.</p>
        <p className="plain">
          <a href="/sign-in">Sign in</a>
        </p>
      </SignInFrame>
    );
  const names = anyOf(confirmed_by);
  return (
    <SignInFrame title={`Tell this number to ${names === '' ? 'a member of our staff' : names}`}>
      <p className={styles.code}>{check}</p>
      <p className={styles.lead}>
        Tell it in person or by telephone, not by mail.{' '}
        {names === ''
          ? 'It must be somebody other than the person who invited you: ask them whom to call.'
          : 'With it they confirm that it was you who opened the link.'}
      </p>
      <p className="plain">
        Nothing is active before that. Afterwards you <a href="/sign-in">sign in</a> as {email}. The number is
        not shown again: write it down, or leave this page open.
      </p>
    </SignInFrame>
  );
}
