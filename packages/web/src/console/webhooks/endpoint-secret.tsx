// The signing secret of one endpoint: that of the workspace, or its own.

import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Ask } from './ask.tsx';
import { NewSecret } from './new-secret.tsx';
import { type Endpoint, hostOf } from './words.ts';

type Question = 'give' | 'rotate' | 'remove' | 'end';

export function EndpointSecret({ endpoint, notAllowed }: { endpoint: Endpoint; notAllowed: string | null }) {
  const { id, own_secret, secret_overlap_ends_at } = endpoint;
  const now = useNow();
  const [asking, setAsking] = useState<Question | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const end = useAct('webhooks.end_secret_overlap', ['webhooks']);
  const overlaps = secret_overlap_ends_at !== null && secret_overlap_ends_at > now;
  const done = (given: string | null) => {
    setAsking(null);
    setSecret(given);
  };
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
      <Acts>
        {overlaps ? (
          <Button notAllowed={notAllowed} onPress={() => setAsking('end')}>
            End the overlap…
          </Button>
        ) : own_secret ? (
          <>
            <Button notAllowed={notAllowed} onPress={() => setAsking('rotate')}>
              Rotate secret…
            </Button>
            <Button notAllowed={notAllowed} onPress={() => setAsking('remove')}>
              Remove secret…
            </Button>
          </>
        ) : (
          <Button notAllowed={notAllowed} onPress={() => setAsking('give')}>
            Give it a secret…
          </Button>
        )}
      </Acts>
      {asking === 'end' ? (
        <Ask
          title={`End the overlap of ${hostOf(endpoint.url)}?`}
          act="End the overlap"
          busy={end.isPending && 'Ending…'}
          onAct={() => end.mutate({ endpoint: id }, { onSuccess: () => setAsking(null) })}
          onClose={() => setAsking(null)}
        >
          From now on only the new secret signs. A receiver that still checks the old one refuses every event.
          {end.error === null ? null : <ProblemBox error={end.error} />}
        </Ask>
      ) : null}
      {asking === null || asking === 'end' ? null : (
        <ChangeSecret endpoint={endpoint} change={asking} onDone={done} onClose={() => setAsking(null)} />
      )}
      {secret === null ? null : (
        <NewSecret of={hostOf(endpoint.url)} secret={secret} onClose={() => setSecret(null)} />
      )}
    </Section>
  );
}

const CHANGES = {
  give: { title: 'Give a secret to', act: 'Give it a secret', busy: 'Creating…' },
  rotate: { title: 'Rotate the secret of', act: 'Rotate secret', busy: 'Rotating…' },
  remove: { title: 'Remove the secret of', act: 'Remove secret', busy: 'Removing…' },
};

interface ChangeSecretProps {
  endpoint: Endpoint;
  change: keyof typeof CHANGES;
  /** The new secret; null if the secret of the workspace signs again. */
  onDone: (secret: string | null) => void;
  onClose: () => void;
}

function ChangeSecret({ endpoint: { id, url }, change, onDone, onClose }: ChangeSecretProps) {
  const give = useAct('webhooks.give_secret', ['webhooks']);
  const rotate = useAct('webhooks.rotate_secret', ['webhooks']);
  const remove = useAct('webhooks.remove_secret', ['webhooks']);
  const { title, act, busy } = CHANGES[change];
  const { isPending, error } = { give, rotate, remove }[change];
  const input = { endpoint: id };
  const start = () => {
    if (change === 'remove') remove.mutate(input, { onSuccess: () => onDone(null) });
    else (change === 'give' ? give : rotate).mutate(input, { onSuccess: ({ secret }) => onDone(secret) });
  };
  return (
    <Ask
      title={`${title} ${hostOf(url)}?`}
      act={act}
      busy={isPending && busy}
      onAct={start}
      onClose={onClose}
    >
      For 24 hours both secrets sign, so that no event is refused while the receiver changes over.
      {change === 'remove'
        ? ' Afterwards only the secret of the workspace does.'
        : ' The new one is shown once.'}
      {error === null ? null : <ProblemBox error={error} />}
    </Ask>
  );
}
