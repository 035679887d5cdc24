// The signing secret of the workspace: what it is for, and its rotation.

import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { usePerson } from '../person.ts';
import { Ask } from './ask.tsx';
import { NewSecret } from './new-secret.tsx';
import styles from './webhooks.module.css';

export function WorkspaceSecret() {
  const { roles, workspace } = usePerson();
  const now = useNow();
  const ends = useRead('workspaces.show', {}).data?.signing_secret.overlap_ends_at ?? null;
  const overlaps = ends !== null && ends > now;
  const rotate = useAct('workspaces.rotate_secret', ['workspaces']);
  const end = useAct('workspaces.end_secret_overlap', ['workspaces']);
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(false);
  const notAllowed = roles.includes('contract_admin') ? null : 'only a Contract Admin can change it';
  return (
    <Section title="Signing secret of the workspace">
      <p className={styles.prose}>
        {overlaps ? (
          <>
            Two secrets sign until <Instant at={ends} />. Receivers can change over until then without missing
            an event.
          </>
        ) : (
          'It signs every event to endpoints without a secret of their own, so that receivers can tell that an event is from this service. Nobody can read it again: rotate it if it was lost.'
        )}
      </p>
      <Acts>
        <Button notAllowed={notAllowed} onPress={() => setAsking(true)}>
          {overlaps ? 'End the overlap…' : 'Rotate secret…'}
        </Button>
        {notAllowed === null ? null : <span className={styles.why}>{notAllowed}</span>}
      </Acts>
      {asking && overlaps ? (
        <Ask
          title="End the overlap?"
          act="End the overlap"
          busy={end.isPending && 'Ending…'}
          onAct={() => end.mutate({}, { onSuccess: close })}
          onClose={close}
        >
          From now on only the new secret signs. A receiver that still checks the old one refuses every event.
          {end.error === null ? null : <ProblemBox error={end.error} />}
        </Ask>
      ) : null}
      {asking && !overlaps ? (
        <Ask
          title={`Rotate the signing secret of ${workspace}?`}
          act="Rotate secret"
          busy={rotate.isPending && 'Rotating…'}
          onAct={() =>
            rotate.mutate(
              {},
              {
                onSuccess: (rotated) => {
                  close();
                  setSecret(rotated.secret);
                },
              },
            )
          }
          onClose={close}
        >
          For 24 hours both secrets sign, so that no event is refused while receivers change over. The new one
          is shown once.
          {rotate.error === null ? null : <ProblemBox error={rotate.error} />}
        </Ask>
      ) : null}
      {secret === null ? null : <NewSecret of={workspace!} secret={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}
