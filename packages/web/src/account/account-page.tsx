// One's own account: how one signs in, and where one is signed in. The same for customers and staff.

import { useMutation } from '@tanstack/react-query';
import { signOut, useSession } from '../api/session.ts';
import { Title } from '../frame/title.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import styles from './account.module.css';
import { useCredentials } from './account.ts';
import { Authenticator } from './authenticator.tsx';
import { Mails } from './mails.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Provider } from './provider.tsx';
import { Sessions } from './sessions.tsx';

export function AccountPage() {
  const session = useSession().data;
  const credentials = useCredentials();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className={styles.page}>
      <Title
        title="Account"
        note={session?.user.email ?? ''}
        act={
          <Button busy={leave.isPending && 'Signing out…'} onPress={() => leave.mutate()}>
            Sign out
          </Button>
        }
      />
      <ProblemBox error={leave.error} />
      <ProblemBox error={credentials.error} onRetry={() => void credentials.refetch()} />
      {/* What follows is drawn with it, so that nothing moves. */}
      {credentials.isPending ? <div aria-busy="true" /> : null}
      {credentials.data === undefined ? null : (
        <>
          <Password credentials={credentials.data} />
          <Authenticator credentials={credentials.data} />
          <Provider credentials={credentials.data} />
        </>
      )}
      {session?.acting_as.startsWith('staff/') ? <Mails /> : null}
      <Passkeys />
      <Sessions />
    </div>
  );
}
