// One call for decisions: what was decided and why, what the draft in the shadow would have decided, and the kept file.

import type { KeptDecisions } from '@rf-indicators/engine';
import { useRead } from '../../api/acts.ts';
import { useProviders } from '../../api/providers.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Copy } from '../../ui/copy.tsx';
import { download } from '../../ui/download.ts';
import { Facts } from '../../ui/facts.tsx';
import { utcInstant, withDates } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { DecisionChip } from './decision.tsx';
import type { Call } from './decision-log.tsx';
import styles from './policies.module.css';

interface DecisionPanelProps {
  id: string;
  name: string;
  onClose: () => void;
}

export function DecisionPanel({ id, name, onClose }: DecisionPanelProps) {
  const read = useRead('policies.decision', { decision_id: id });
  // The shadow is in the log, and not in the signed file.
  const calls = useRead('policies.decisions', { name, limit: 1000 });
  const call = calls.data?.data.find(({ decision_id }) => decision_id === id);
  const kept = read.data?.kept as unknown as KeptDecisions | undefined;
  return (
    <Panel
      title="Decisions of one call"
      facts={kept === undefined ? undefined : <Instant at={kept.document.issued_at} />}
      onClose={onClose}
    >
      <ProblemBox error={read.error} onRetry={() => void read.refetch()} />
      {kept === undefined ? null : <Kept kept={kept} shadow={call?.shadow ?? []} />}
    </Panel>
  );
}

function Kept({ kept, shadow }: { kept: KeptDecisions; shadow: Call['shadow'] }) {
  const providers = useProviders();
  const nameOf = (id: string) => providers?.find((one) => one.id === id)?.name;
  const { document } = kept;
  const text = `${JSON.stringify(kept, null, 2)}\n`;
  const file = `rf-decisions-${document.decision_id}.json`;
  return (
    <>
      <Section title="Call">
        <Facts
          facts={{
            Policy: `version ${document.policy.version}`,
            Exposure: document.exposure,
            'Valid until': utcInstant(document.valid_until),
            ...(document.reference === null
              ? {}
              : { Reference: <span className="mono">{document.reference}</span> }),
            ...(document.hypothetical ? { Hypothetical: `for ${utcInstant(document.at)}` } : {}),
            Id: (
              <>
                <span className="mono">{document.decision_id}</span>{' '}
                <Copy text={document.decision_id} what="the id" />
              </>
            ),
          }}
        />
      </Section>
      <Section title="Decisions">
        <ul className={styles.decided}>
          {document.providers.map(({ provider, decision, sentence }) => (
            <li key={provider}>
              <DecisionChip decision={decision} />
              <span>
                {nameOf(provider) ?? <span className="mono">{provider}</span>}
                <span className="muted"> {withDates(sentence)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {shadow.map(({ version, others }) => (
        <Section key={version} title={`Version ${version}, in the shadow`}>
          {others.length === 0 ? <p className={styles.said}>It would have decided the same.</p> : null}
          <ul className={styles.decided}>
            {others.map(({ provider, decision, instead_of }) => (
              <li key={provider}>
                <DecisionChip decision={decision} />
                <span>
                  {nameOf(provider) ?? <span className="mono">{provider}</span>}
                  <span className="muted"> instead of {instead_of.toLowerCase()}</span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <Section title="The kept file">
        <p className={styles.said}>
          It has the signed decisions, the policy and the values that they rest on. To check it offline:{' '}
          <code>rf policy verify {file}</code>
        </p>
        <Acts>
          <Button onPress={() => download(file, 'application/json', text)}>Download as JSON</Button>
        </Acts>
        <div className={styles.file}>
          <Code text={text} what="the file" />
        </div>
      </Section>
    </>
  );
}
