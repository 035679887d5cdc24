// What waits for a second person: invitations to sign in that are not claimed or not confirmed yet, new passwords, and
// accounts at the OIDC provider.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import type { Person } from '../../api/session.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { CheckNumberField } from '../../ui/field.tsx';
import { date } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Section } from '../../ui/section.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { staffId } from '../staff.ts';

type SignIn = AnswerOf<'sign_ins.list'>['data'][number];

const MOST = 200;

/** Those that a second person at the desk confirms; none for somebody who may not. */
export function useWaitingSignIns(person: Person): readonly SignIn[] {
  const may = notAllowedUnless(person, ['operator', 'reviewer', 'chief_risk_officer']) === null;
  return useRead('sign_ins.list', { limit: MOST }, { enabled: may }).data?.data ?? [];
}

const openedLink = (name: string) => `Was it ${name} who opened the link?`;

const WAITING = {
  invitation: { title: 'Claimed: confirm the person', note: null, question: openedLink },
  recovery: {
    title: 'Claimed: confirm the person',
    note: 'The claim replaces every way in which this person signs in.',
    question: openedLink,
  },
  reset: {
    title: 'New password: confirm the person',
    note: 'It replaces the password and ends all sessions.',
    question: (name: string) => `Was it ${name} who chose a new password?`,
  },
  link: {
    title: 'Account at the OIDC provider: confirm the person',
    note: 'From then on this account signs in as this person.',
    question: (name: string) => `Does this account at the OIDC provider belong to ${name}?`,
  },
} as const;

export function WaitingSignIn({ signIn, person }: { signIn: SignIn; person: Person }) {
  const { id, name, email, invited_at, expires_at, claimed_at, shown_to, kind, account } = signIn;
  const { note } = WAITING[kind];
  const isOwnWish = kind === 'reset' || kind === 'link';
  const show = useAct('sign_ins.show_link', ['sign_ins']);
  const [link, setLink] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const notShow = notAllowedUnless(person, ['operator']);
  const notConfirm = shown_to === staffId(person) ? 'you saw the link, so somebody else must confirm' : null;
  return (
    <Section
      title={claimed_at === null ? 'Invited to sign in' : WAITING[kind].title}
      {...(note === null ? {} : { note })}
    >
      <Facts
        facts={{
          Address: email,
          ...(account === null ? {} : { Account: account }),
          ...(isOwnWish ? {} : { Invited: <Instant at={invited_at} /> }),
          ...(claimed_at === null
            ? { 'Link ends': <Instant at={expires_at} /> }
            : { [isOwnWish ? 'Asked' : 'Claimed']: <Instant at={claimed_at} /> }),
        }}
      />
      <ProblemBox error={show.error} />
      <Acts>
        {claimed_at === null ? (
          <Button
            notAllowed={notShow}
            busy={show.isPending && 'Opening…'}
            onPress={() => show.mutate({ invitation: id }, { onSuccess: (shown) => setLink(shown.link) })}
          >
            Show the link
          </Button>
        ) : (
          <Button notAllowed={notConfirm} onPress={() => setConfirming(true)}>
            {`Confirm ${name}…`}
          </Button>
        )}
      </Acts>
      <p className="plain muted">
        {claimed_at === null
          ? 'A person who has seen the link cannot confirm the claim: another person does.'
          : (notConfirm ??
            (isOwnWish
              ? 'Somebody else on the staff confirms.'
              : 'Somebody who neither invited the person nor saw the link confirms.'))}
      </p>
      {link === null ? null : (
        <SecretDialog
          title={`The link for ${name}`}
          lead={`Only ${name} may use it, once, until ${date(expires_at)}. They choose a password and are shown a check number.`}
          secret={link}
          what="the link"
          onClose={() => setLink(null)}
        />
      )}
      {isConfirming ? (
        <ActDialog
          act="sign_ins.confirm"
          changes={['sign_ins', 'staff', 'members', 'workspaces']}
          title={WAITING[kind].question(name)}
          lead={`Have ${name} tell you the check number, in person or by telephone.`}
          submit={`Confirm ${name}`}
          busy="Confirming…"
          fields={(about) => <CheckNumberField error={about('check')} />}
          inputOf={(form) => ({ invitation: id, check: textOf(form, 'check') ?? '' })}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Section>
  );
}
