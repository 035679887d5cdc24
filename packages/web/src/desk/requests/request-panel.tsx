// One request: what approving it would do, its facts, and the decision.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { PublishedGroups } from '../committee/notable.tsx';
import { useStaff } from '../staff.ts';
import { type DeskRequest, isOwn, stateOf, whyNot } from './request.ts';
import { kindOf } from './request-sentences.ts';
import styles from './requests.module.css';

interface RequestPanelProps {
  request: DeskRequest;
  onClose: () => void;
}

/** What pages show of these subjects changes with a decision. */
const CHANGES = [
  ...['requests', 'rules', 'committee', 'runs', 'staff', 'frameworks', 'providers', 'servers', 'sign_ins'],
  ...['specimens', 'disclosures', 'entry_checks'],
];

export function RequestPanel({ request, onClose }: RequestPanelProps) {
  const person = useStaff();
  const [isRefusing, setRefusing] = useState(false);
  const approve = useAct('requests.approve', CHANGES);
  const cancel = useAct('requests.cancel', CHANGES);
  const why = whyNot(request, person);
  const { sentence, requester, requested_at, expires_at, status, decider, decided_at, refusal } = request;
  const error = approve.error ?? cancel.error;
  return (
    <Panel title={kindOf(request.act)} onClose={onClose}>
      <p className={styles.sentence}>{sentence}.</p>
      <Facts
        facts={{
          State: <State kind={stateOf(status)}>{status}</State>,
          'Requested by': requester,
          Requested: <Instant at={requested_at} />,
          ...(status === 'open' ? { Expires: <Instant at={expires_at} /> } : {}),
          ...(decider === null ? {} : { 'Decided by': decider }),
          ...(decided_at === null ? {} : { Decided: <Instant at={decided_at} /> }),
          ...(refusal === null ? {} : { 'Reason of the refusal': refusal }),
          ...Object.fromEntries(
            Object.entries(request.facts).map(([name, value]) => [
              name,
              <span key={name} className={name === 'Public key' ? 'mono' : styles.text}>
                {value}
              </span>,
            ]),
          ),
        }}
      />
      {request.run === null ? null : <DraftFacts run={request.run} />}
      {status === 'open' ? (
        <>
          {why === null ? null : <p className={styles.why}>{why}</p>}
          <Acts>
            <Button
              kind="primary"
              notAllowed={why}
              busy={approve.isPending && 'Approving…'}
              onPress={() => approve.mutate({ request: request.id })}
            >
              Approve
            </Button>
            <Button notAllowed={why} onPress={() => setRefusing(true)}>
              Refuse…
            </Button>
            {isOwn(request, person) ? (
              <Button
                busy={cancel.isPending && 'Cancelling…'}
                onPress={() => cancel.mutate({ request: request.id })}
              >
                Cancel my request
              </Button>
            ) : null}
          </Acts>
        </>
      ) : null}
      <ProblemBox error={error} />
      {isRefusing ? <RefuseRequest request={request} onClose={() => setRefusing(false)} /> : null}
    </Panel>
  );
}

/** With the reason that its requester reads. */
function RefuseRequest({ request, onClose }: RequestPanelProps) {
  return (
    <ActDialog
      act="requests.refuse"
      changes={['requests']}
      title={`Refuse the request of ${request.requester}?`}
      lead={`${request.sentence}.`}
      submit="Refuse"
      busy="Refusing…"
      fields={(about) => (
        <AreaField
          name="reason"
          label="Reason"
          help={`${request.requester} reads it, and it stays on record.`}
          autoFocus
          maxLength={2000}
          error={about('reason')}
        />
      )}
      check={(form) => missing(form, { reason: 'Write why, for the person who requested it.' })}
      inputOf={(form) => ({ request: request.id, reason: textOf(form, 'reason')! })}
      onClose={onClose}
    />
  );
}

/** What a draft would publish, beside the request to discard it. */
function DraftFacts({ run }: { run: string }) {
  const overview = useRead('runs.overview', { run }).data;
  if (overview === undefined) return null;
  return (
    <div className={styles.draft}>
      <p>It would publish:</p>
      <ul>
        <PublishedGroups overview={overview} />
      </ul>
      <Link to="/desk/runs/$run" params={{ run }}>
        Read the draft
      </Link>
    </div>
  );
}
