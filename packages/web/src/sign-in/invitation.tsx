// The page of an invitation's link: it says for whom the invitation is, and takes a password.

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../api/send.ts';
import { SITE_NAME } from '../frame/site-name.ts';
import { Button } from '../ui/button.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { BrokenLink, useLinkCode } from './link.tsx';
import { NewPasswordForm } from './new-password.tsx';
import { SignInFrame } from './page.tsx';
import styles from './sign-in.module.css';
import { useWays } from './ways.ts';

/** An invitation, as the holder of its link is shown it. */
interface ShownInvitation {
  name: string;
  email: string;
  /** Null for a member of staff. */
  workspace: string | null;
  expires_at: string;
  is_recovery: boolean;
  needs_password: boolean;
  is_confirmed_at_once: boolean;
  /** Empty if a member of staff confirms the claim. */
  confirmed_by: string[];
}

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
  const claim = useMutation({
    mutationFn: (password: string | null) =>
      send<Claimed>('POST', '/api/auth/invitations/claim', password === null ? { code } : { code, password }),
    onSuccess: onClaimed,
  });
  const isAccepting = claim.isPending && claim.variables === null;

  const place = workspace ?? SITE_NAME;
  return (
    <SignInFrame title={is_recovery ? `Come back to ${place}` : `Join ${place}`}>
      <p className={styles.lead}>
        {is_recovery
          ? `A new link for ${name}, ${email}. It replaces all your ways to sign in: password, authenticator app and passkeys.`
          : `You are invited as ${name}, and sign in as ${email}.`}
      </p>
      {needs_password ? (
        <NewPasswordForm
          email={email}
          change={claim}
          submit={is_recovery ? 'Set the password' : `Join ${place}`}
          busy="Checking…"
        />
      ) : (
        <>
          <p className="plain">
            This address signs in here already. You keep your password, and choose the workspace after you
            have signed in.
          </p>
          {claim.error === null ? null : <ProblemBox error={claim.error} />}
          <div className={styles.buttons}>
            <Button kind="primary" busy={isAccepting && 'Accepting…'} onPress={() => claim.mutate(null)}>
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
          <Button busy={isAccepting && 'Accepting…'} onPress={() => claim.mutate(null)}>
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

/** "Ada", "Ada or Bea", "Ada, Bea or Cem". */
function anyOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
