// The account at the OIDC provider of one's organisation. For staff a colleague confirms the link once.

import { useMutation } from '@tanstack/react-query';
import { signInAtProvider, useWays } from '../sign-in/ways.ts';
import { Button } from '../ui/button.tsx';
import { Acts } from '../ui/panel.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Section } from '../ui/section.tsx';
import styles from './account.module.css';
import type { Credentials } from './account.ts';

export function Provider({ credentials }: { credentials: Credentials }) {
  const ways = useWays();
  const link = useMutation({ mutationFn: () => signInAtProvider(location.pathname) });
  if (ways?.provider !== true && !credentials.has_provider) return null;
  return (
    <Section title="Your organisation's account">
      <p className={styles.text}>
        {credentials.has_provider
          ? 'It is linked: you can sign in with it. Your second factor is still asked for.'
          : 'Not linked yet. Sign in there once to link it; on the staff, a colleague then confirms it.'}
      </p>
      {credentials.has_provider ? null : (
        <Acts>
          <Button busy={link.isPending && 'Opening…'} onPress={() => link.mutate()}>
            Link your organisation's account
          </Button>
        </Acts>
      )}
      <ProblemBox error={link.error} />
    </Section>
  );
}
