// The question to sign in again, over the page that needs it: nothing that was typed is lost.

import { useQueryClient } from '@tanstack/react-query';
import { send } from '../api/send.ts';
import { readSession, SESSION_KEY, type Session } from '../api/session.ts';
import { type SignInReason, useSignInQuestion } from '../api/sign-in-again.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Credentials } from './credentials.tsx';

const WORDS: Readonly<Record<SignInReason, { title: string; lead: string }>> = {
  ended: {
    title: 'Your session has ended. Sign in again?',
    lead: 'What you typed is kept, and you continue where you are.',
  },
  fresh: {
    title: 'Sign in again to continue?',
    lead: 'Secrets are shown, votes are cast and scores are published only within 10 minutes after a sign-in.',
  },
};

export function SignInAgain() {
  const question = useSignInQuestion();
  const client = useQueryClient();
  if (question === null) return null;
  const before = client.getQueryData<Session | null>(SESSION_KEY) ?? null;
  const { title, lead } = WORDS[question.reason];
  const goOn = async () => {
    const now = await readSession();
    // Somebody else's page must not continue with this person's rights.
    if (before === null || now?.user.id !== before.user.id) return location.reload();
    if (now.acting_as !== before.acting_as)
      await send('POST', '/api/auth/act-as', { acting_as: before.acting_as });
    question.settle(true);
    await client.invalidateQueries();
  };
  return (
    <Dialog title={title} onCancel={() => question.settle(false)} buttons={null}>
      <p className="plain">{lead}</p>
      <Credentials
        email={before?.user.email}
        onDone={goOn}
        onCancel={() => question.settle(false)}
        returnTo={location.pathname}
      />
    </Dialog>
  );
}
