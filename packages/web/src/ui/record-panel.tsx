// One record of an audit trail, in words and as it is stored.

import { useState } from 'react';
import { Button } from './button.tsx';
import { Code } from './code.tsx';
import { Facts } from './facts.tsx';
import { count, utcInstant, type When } from './format.ts';
import { Instant } from './instant.tsx';
import { Panel } from './panel.tsx';
import { Section } from './section.tsx';

const VIA = { command: 'on the machine of the service', token: 'with a token', session: 'signed in' };

interface AuditRecord {
  seq: number;
  at: When;
  via: keyof typeof VIA | null;
}

/** How the person was identified; null for the service itself, which was not. */
export function howOf({ via }: AuditRecord): string | null {
  return via === null ? null : VIA[via];
}

interface RecordPanelProps {
  record: AuditRecord;
  who: string;
  sentence: string;
  onClose: () => void;
}

export function RecordPanel({ record, who, sentence, onClose }: RecordPanelProps) {
  const [isRaw, setRaw] = useState(false);
  return (
    <Panel
      title={sentence}
      facts={
        <>
          {who} · <Instant at={record.at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="Record">
        <Facts
          facts={{
            Number: count(record.seq),
            Time: utcInstant(record.at),
            Who: who,
            ...(record.via === null ? {} : { How: howOf(record) }),
          }}
        />
      </Section>
      <Section
        title="As stored"
        aside={
          <Button kind="quiet" onPress={() => setRaw(!isRaw)}>
            {isRaw ? 'Hide' : 'Show'}
          </Button>
        }
      >
        {isRaw ? (
          <Code text={JSON.stringify(record, null, 2)} what="the record" />
        ) : (
          <p className="plain muted">What was there before and afterwards, with ids, as JSON.</p>
        )}
      </Section>
    </Panel>
  );
}
