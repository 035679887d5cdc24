// The last step of creating a workspace: its Contract Admin is shown the signing secret, once.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { isContractAdmin, usePerson } from '../person.ts';
import styles from './first-visit.module.css';

/** Nothing for others, and nothing once the secret was shown. */
export function FirstVisit() {
  const person = usePerson();
  const isAdmin = isContractAdmin(person);
  const workspace = useRead('workspaces.show', {}, { enabled: isAdmin });
  const show = useAct('workspaces.show_secret', ['workspaces']);
  const [shown, setShown] = useState<AnswerOf<'workspaces.show_secret'> | null>(null);
  if (shown !== null) return <SigningSecret secret={shown.secret} onClose={() => setShown(null)} />;
  if (!isAdmin || workspace.data?.signing_secret.waits_for_admin !== true) return null;
  return (
    <section className={styles.visit} aria-labelledby="first-visit">
      <h2 id="first-visit">One step is left: the signing secret of {person.workspace}</h2>
      <p>
        We sign every webhook with it, so that your programs can tell our calls from anybody else's. It is
        shown once, to a Contract Admin: store it where your programs read their secrets. You can rotate it at
        any time on the Webhooks page.
      </p>
      {show.error === null ? null : <ProblemBox error={show.error} />}
      <Button busy={show.isPending && 'Showing…'} onPress={() => show.mutate({}, { onSuccess: setShown })}>
        Show the signing secret
      </Button>
    </section>
  );
}

function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const save = () => download('rf.env', 'text/plain', `RF_WEBHOOK_SECRET=${secret}\n`);
  return (
    <SecretDialog
      title="Store the signing secret now"
      lead="It is shown once. With it your programs check that a webhook comes from us. If it gets lost or others see it, rotate it on the Webhooks page: both secrets then sign for 24 hours."
      secret={secret}
      what="the signing secret"
      onClose={onClose}
    >
      <div>
        <Button onPress={save}>Download as rf.env</Button>
      </div>
    </SecretDialog>
  );
}
