// The page of an invitation's link: it says for whom the invitation is, and takes a password.

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { send } from '../api/send.ts';
import { SITE_NAME } from '../frame/site-name.ts';
import { Button } from '../ui/button.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { BrokenLink } from './broken-link.tsx';
import { useLinkCode } from './link-code.ts';
import { NewPassword, passwordProblem, refusedPassword } from './new-password.tsx';
import { SignInFrame } from './page.tsx';
import { anyOf, type ShownInvitation } from './shown-invitation.ts';
import styles from './sign-in.module.css';
import { useWays } from './ways.ts';

export function InvitationPage() {
  const code = useLinkCode();
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => send<ShownInvitation>('POST', '/api/auth/invitations/show', { code }),
    enabled: code !== '' && claimed === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.data !== undefined && claimed !== null)
    return <ClaimedInvitation invitation={invitation.data} claimed={claimed} />;
  if (code === '' || invitation.error !== null)
    return (
      <BrokenLink
        error={invitation.error}
        next="If you cannot sign in yet, ask the person who invited you for a new link."
        onRetry={() => void invitation.refetch()}
      />
    );
  if (invitation.data === undefined) return null;
  return <Claim invitation={invitation.data} code={code} onClaimed={setClaimed} />;
}

interface ClaimProps {
  invitation: ShownInvitation;
  code: string;
  onClaimed: (claimed: Claimed) => void;
}

function Claim({ invitation, code, onClaimed }: ClaimProps) {
  const { name, email, workspace, is_recovery, needs_password } = invitation;
  const ways = useWays();
  const [busy, setBusy] = useState<'password' | 'none' | null>(null);
  const [weak, setWeak] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);

  const claim = async (password: string | null) => {
    setBusy(password === null ? 'none' : 'password');
    setError(null);
    try {
      const body = password === null ? { code } : { code, password };
      onClaimed(await send<Claimed>('POST', '/api/auth/invitations/claim', body));
    } catch (failure) {
      setWeak(refusedPassword(failure));
      setError(refusedPassword(failure) === null ? failure : null);
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const problem = passwordProblem(password);
    setWeak(problem);
    if (problem === null) void claim(password);
  };

  const place = workspace ?? SITE_NAME;
  return (
    <SignInFrame title={is_recovery ? `Come back to ${place}` : `Join ${place}`}>
      <p className={styles.lead}>
        {is_recovery
          ? `A new link for ${name}, ${email}. It replaces all your ways to sign in: password, authenticator app and passkeys.`
          : `You are invited as ${name}, and sign in as ${email}.`}
      </p>
      {needs_password ? (
        <form className={styles.form} onSubmit={submit} noValidate>
          <NewPassword error={weak} email={email} />
          {error === null ? null : <ProblemBox error={error} />}
          <div className={styles.buttons}>
            <Button kind="primary" type="submit" busy={busy === 'password' && 'Checking…'}>
              {is_recovery ? 'Set the password' : `Join ${place}`}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p className="plain">
            This address signs in here already. You keep your password, and choose the workspace after you
            have signed in.
          </p>
          {error === null ? null : <ProblemBox error={error} />}
          <div className={styles.buttons}>
            <Button kind="primary" busy={busy === 'none' && 'Accepting…'} onPress={() => claim(null)}>
              Accept the invitation
            </Button>
          </div>
        </>
      )}
      {needs_password && ways?.provider === true ? (
        <div className={styles.others}>
          <p className="plain">
            You need no password here if you sign in with your organisation's account, with the address{' '}
            {email}.
          </p>
          <Button busy={busy === 'none' && 'Accepting…'} onPress={() => claim(null)}>
            Go on without a password
          </Button>
        </div>
      ) : null}
    </SignInFrame>
  );
}

interface Claimed {
  email: string;
  /** Null if the claim takes effect at once. */
  check: string | null;
  active: boolean;
}

interface ClaimedInvitationProps {
  invitation: ShownInvitation;
  claimed: Claimed;
}

/** After a claim: the check number, for whom it is, and what happens next. */
function ClaimedInvitation({ invitation, claimed: { email, check } }: ClaimedInvitationProps) {
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
