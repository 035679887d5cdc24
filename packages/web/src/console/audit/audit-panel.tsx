// One record of the audit trail, in words and as it is stored.

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { count, utcInstant } from '../../ui/words.ts';
import { type AuditRecord, howOf, whoOf } from './record.ts';

export interface AuditPanelProps {
  record: AuditRecord;
  sentence: string;
  onClose: () => void;
}

export function AuditPanel({ record, sentence, onClose }: AuditPanelProps) {
  const [isRaw, setRaw] = useState(false);
  return (
    <Panel
      title={sentence}
      facts={
        <>
          {whoOf(record)} · <Instant at={record.at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="Record">
        <Facts
          facts={{
            Number: count(record.seq),
            Time: utcInstant(record.at),
            Who: whoOf(record),
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
