// Which mails about their work a member of staff gets. Both kinds are on until they are switched off.

import { useAct, useRead } from '../api/acts.ts';
import { CheckField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Section } from '../ui/section.tsx';

const KINDS = {
  digest: 'Each morning: what waits for you, what lapses of what you look after, and what was done',
  at_once: 'At once: a request that waits for a second person, and a question that mentions you',
} as const;

export function Mails() {
  const { data, error, refetch } = useRead('desk.mails', {});
  const choose = useAct('desk.choose_mails', ['desk']);
  const { digest, at_once } = { ...data, ...choose.variables } as { digest: boolean; at_once: boolean };
  return (
    <Section title="Mails about your work">
      <ProblemBox error={choose.error} />
      {error === null ? null : <ProblemBox error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : (
        <>
          {(['digest', 'at_once'] as const).map((kind) => (
            <CheckField
              key={kind}
              checked={kind === 'digest' ? digest : at_once}
              disabled={choose.isPending}
              onChange={({ target }) => choose.mutate({ digest, at_once, [kind]: target.checked })}
            >
              {KINDS[kind]}
            </CheckField>
          ))}
          <p className="plain muted">
            {data.address === null
              ? 'You have no sign-in with an address, so nothing is mailed to you.'
              : `They go to ${data.address}, if the service has a mail server, and contain no values and no secrets.`}
          </p>
        </>
      )}
    </Section>
  );
}
