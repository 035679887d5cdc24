// One score request: what was asked, what the staff noted, and what can be decided.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { plural, utcDate } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Acts, Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { NotApplicable } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import styles from '../registers.module.css';
import { askedBy, kindOf, type ScoreRequest, STATUSES } from './score-request.ts';
import { type Decision, ScoreRequestDialog } from './score-request-dialog.tsx';

const NEXT: Readonly<Record<ScoreRequest['status'], Decision[]>> = {
  received: ['accept', 'decline', 'expect'],
  accepted: ['mark_scored', 'expect'],
  declined: [],
  scored: [],
};

const LABELS = {
  accept: 'Accept…',
  decline: 'Decline…',
  mark_scored: 'Link to a provider…',
  expect: 'Expected date…',
} as const;

export function ScoreRequestPanel({ request, onClose }: { request: ScoreRequest; onClose: () => void }) {
  const { provider_name, provider_url, contact_email, message, status, received_at, notes, slug } = request;
  const { expected_on, demand } = request;
  const [asking, setAsking] = useState<Decision | null>(null);
  const person = useStaff();
  const notAllowed = notAllowedUnless(person, ['analyst', 'operator']);
  const notErase = notAllowedUnless(person, ['operator']);
  const isErased = contact_email === null && message === null;
  return (
    <Panel
      title={provider_name}
      facts={
        <>
          {STATUSES[status].word} · received <Instant at={received_at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="What was asked">
        <Facts
          facts={{
            'Asked by': askedBy(demand),
            Kind: kindOf(request) ?? <NotApplicable />,
            Address: provider_url ?? <NotApplicable />,
            Contact: contact_email ?? <NotApplicable />,
            ...(slug === null ? {} : { 'Led to': <a href={`/desk/providers/${slug}`}>{slug}</a> }),
            ...(expected_on === null ? {} : { Expected: utcDate(expected_on) }),
            ...(request.decided_at === null ? {} : { Decided: <Instant at={request.decided_at} /> }),
          }}
        />
        {message === null ? null : <p className={styles.quoted}>{message}</p>}
      </Section>
      <Section title={NEXT[status].length === 0 ? 'Nothing is left to decide' : 'Decide'}>
        {NEXT[status].length === 0 ? (
          <p className="plain muted">{`The request is ${STATUSES[status].word}.`}</p>
        ) : (
          <Acts>
            {NEXT[status].map((decision) => (
              <Button key={decision} notAllowed={notAllowed} onPress={() => setAsking(decision)}>
                {LABELS[decision as keyof typeof LABELS]}
              </Button>
            ))}
          </Acts>
        )}
        {notAllowed === null ? null : <p className="plain muted">{`To decide, ${notAllowed}.`}</p>}
      </Section>
      <Section title={notes.length === 0 ? 'No notes' : plural(notes.length, 'note')}>
        {notes.length === 0 ? null : (
          <ul className={styles.lines}>
            {notes.map(({ at, by, note }) => (
              <li key={`${at} ${note}`}>
                <span className={styles.quoted}>{note}</span>
                <span className="muted">
                  {by} · <Instant at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <Acts>
          <Button notAllowed={notAllowed} onPress={() => setAsking('add_note')}>
            Add a note…
          </Button>
        </Acts>
      </Section>
      <Section title="Erase">
        <p className="plain">
          Removes the contact and the message of the person who asked. The request and its outcome stay.
        </p>
        <Acts>
          <Button
            notAllowed={notErase ?? (isErased && notes.length === 0 ? 'nothing is left to erase' : null)}
            onPress={() => setAsking('erase')}
          >
            Erase the contact…
          </Button>
        </Acts>
        {notErase === null ? null : <p className="plain muted">{`To erase, ${notErase}.`}</p>}
      </Section>
      {asking === null ? null : (
        <ScoreRequestDialog decision={asking} request={request} onClose={() => setAsking(null)} />
      )}
    </Panel>
  );
}
