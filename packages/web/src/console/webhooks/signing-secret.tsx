// Signing secrets: that of the workspace, and those of single endpoints. A new one is shown once.

import type { ActName } from '@rf-indicators/contract/acts';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { Code } from '../../ui/code.tsx';
import { timeOf } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Section } from '../../ui/section.tsx';
import { IfMay, usePerson, WhoMay } from '../person.tsx';
import { type Endpoint, hostOf } from './webhook-names.ts';
import styles from './webhooks.module.css';

const OVERLAP =
  'For 24 hours both secrets sign, so that no event is refused while the receiver changes over.';
const END =
  'From now on only the new secret signs. A receiver that still checks the old one refuses every event.';

type Question = 'give' | 'rotate' | 'remove' | 'end';

export function EndpointSecret({ endpoint }: { endpoint: Endpoint }) {
  const { own_secret, secret_overlap_ends_at } = endpoint;
  const now = useNow();
  const [asking, setAsking] = useState<Question | null>(null);
  const overlaps = secret_overlap_ends_at !== null && timeOf(secret_overlap_ends_at) > now;
  const ask = (question: Question, words: ReactNode) => (
    <Button onPress={() => setAsking(question)}>{words}</Button>
  );
  return (
    <Section title={own_secret ? 'Its own secret' : 'Secret of the workspace'}>
      <p className="plain">
        {overlaps ? (
          <>
            Two secrets sign until <Instant at={secret_overlap_ends_at} />:{' '}
            {own_secret
              ? 'its new own secret and the one before it.'
              : 'its own secret until then, and that of the workspace.'}
          </>
        ) : own_secret ? (
          'No other receiver can sign as this service to it.'
        ) : (
          'A secret of its own keeps your other receivers from signing as this service to it.'
        )}
      </p>
      <IfMay act="webhooks.rotate_secret">
        <Acts>
          {overlaps ? (
            ask('end', 'End the overlap…')
          ) : own_secret ? (
            <>
              {ask('rotate', 'Rotate secret…')}
              {ask('remove', 'Remove secret…')}
            </>
          ) : (
            ask('give', 'Give it a secret…')
          )}
        </Acts>
      </IfMay>
      {asking === null ? null : (
        <ChangeSecret endpoint={endpoint} asked={asking} onClose={() => setAsking(null)} />
      )}
    </Section>
  );
}

interface ChangeSecretProps {
  endpoint: Endpoint;
  asked: Question;
  onClose: () => void;
}

function ChangeSecret({ endpoint: { id, url }, asked, onClose }: ChangeSecretProps) {
  const host = hostOf(url);
  const common = { changes: ['webhooks'], inputOf: () => ({ endpoint: id }), onClose };
  const done = ({ secret }: { secret: string }) => <NewSecret of={host} secret={secret} onClose={onClose} />;
  switch (asked) {
    case 'give':
      return (
        <ActDialog
          {...common}
          act="webhooks.give_secret"
          title={`Give a secret to ${host}?`}
          lead={`${OVERLAP} The new one is shown once.`}
          submit="Give it a secret"
          busy="Creating…"
          done={done}
        />
      );
    case 'rotate':
      return (
        <ActDialog
          {...common}
          act="webhooks.rotate_secret"
          title={`Rotate the secret of ${host}?`}
          lead={`${OVERLAP} The new one is shown once.`}
          submit="Rotate secret"
          busy="Rotating…"
          done={done}
        />
      );
    case 'remove':
      return (
        <ActDialog
          {...common}
          act="webhooks.remove_secret"
          title={`Remove the secret of ${host}?`}
          lead={`${OVERLAP} Afterwards only the secret of the workspace does.`}
          submit="Remove secret"
          busy="Removing…"
        />
      );
    case 'end':
      return (
        <ActDialog
          {...common}
          act="webhooks.end_secret_overlap"
          title={`End the overlap of ${host}?`}
          lead={END}
          submit="End the overlap"
          busy="Ending…"
        />
      );
  }
}

export function WorkspaceSecret() {
  const { workspace } = usePerson();
  const now = useNow();
  const ends = useRead('workspaces.show', {}).data?.signing_secret.overlap_ends_at ?? null;
  const overlaps = ends !== null && timeOf(ends) > now;
  // What was asked stays on the page after a rotation, which begins an overlap.
  const [asking, setAsking] = useState<ActName | null>(null);
  const common = { changes: ['workspaces'], inputOf: () => ({}), onClose: () => setAsking(null) };
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
      <WhoMay act="workspaces.rotate_secret" doing="rotate it" />
      <IfMay act="workspaces.rotate_secret">
        <Acts>
          <Button
            onPress={() => setAsking(overlaps ? 'workspaces.end_secret_overlap' : 'workspaces.rotate_secret')}
          >
            {overlaps ? 'End the overlap…' : 'Rotate secret…'}
          </Button>
        </Acts>
      </IfMay>
      {asking === 'workspaces.end_secret_overlap' ? (
        <ActDialog
          {...common}
          act="workspaces.end_secret_overlap"
          title="End the overlap?"
          lead={END}
          submit="End the overlap"
          busy="Ending…"
        />
      ) : null}
      {asking === 'workspaces.rotate_secret' ? (
        <ActDialog
          {...common}
          act="workspaces.rotate_secret"
          title={`Rotate the signing secret of ${workspace}?`}
          lead="For 24 hours both secrets sign, so that no event is refused while receivers change over. The new one is shown once."
          submit="Rotate secret"
          busy="Rotating…"
          done={({ secret }) => <NewSecret of={workspace!} secret={secret} onClose={common.onClose} />}
        />
      ) : null}
    </Section>
  );
}

function NewSecret({ of, secret, onClose }: { of: string; secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={`Store the new secret of ${of} now`}
      lead="Your receiver checks the signature of each event with it. It is shown once. For 24 hours the old secret signs too."
      secret={secret}
      what="the secret"
      onClose={onClose}
    >
      <Code text={`RF_WEBHOOK_SECRET='${secret}'`} what="the line for the environment" />
    </SecretDialog>
  );
}
