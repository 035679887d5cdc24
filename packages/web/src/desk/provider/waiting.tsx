// What waits for a second person about the provider: a withdrawal that was requested, and drafts with its result.

import { useState } from 'react';
import type { Person } from '../../api/session.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { bandName } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { hundredths } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { staffId, useStaff } from '../staff.ts';
import { CHANGES, type ProviderFile } from './file.ts';
import styles from './provider.module.css';

export function Waiting({ file }: { file: ProviderFile }) {
  const { withdrawal_requests, drafts } = file;
  if (withdrawal_requests.length + drafts.length === 0) return null;
  return (
    <Section title="Waiting for a second person">
      <ul className={styles.waiting}>
        {withdrawal_requests.map((request) => (
          <WithdrawalRequest key={request.id} request={request} file={file} />
        ))}
        {drafts.map((draft) => (
          <li key={draft.run_id}>
            <p className="plain">
              <a href={`/desk/runs/${draft.run_id}`}>{DRAFTS[draft.kind] ?? 'A draft'}</a>
              {draft.score === null || draft.band === null
                ? ''
                : ` with ${hundredths(draft.score)}, ${bandName(draft.band)}`}
              , by {draft.created_by_name}, <Instant at={draft.created_at} />
            </p>
            <p className="plain muted">
              {draft.approved_by.length === 0
                ? 'A reviewer or operator other than the person who publishes must approve it.'
                : `Approved by ${draft.approved_by.join(', ')}; an operator publishes it.`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const DRAFTS: Readonly<Record<string, string>> = {
  correction: 'A correction',
  reinstatement: 'A reinstatement',
  manual: 'The result of a run',
  scheduled: 'The result of a scheduled run',
};

type Request = ProviderFile['withdrawal_requests'][number];

function WithdrawalRequest({ request, file }: { request: Request; file: ProviderFile }) {
  const person = useStaff();
  const [isAsking, setAsking] = useState(false);
  const notAllowed = whyNot(request, person);
  return (
    <li>
      <p className="plain">
        {request.asked_by_name} asked on <Instant at={request.asked_at} /> to withdraw the indicator:{' '}
        {request.reason}
      </p>
      <p className={styles.decision}>
        <Button notAllowed={notAllowed} onPress={() => setAsking(true)}>
          Approve the withdrawal
        </Button>
        {notAllowed === null ? null : <span className="muted">{notAllowed}</span>}
      </p>
      {isAsking ? <Approve request={request} file={file} onClose={() => setAsking(false)} /> : null}
    </li>
  );
}

/** The server decides; this says it beforehand. */
function whyNot({ asked_by }: Request, person: Person): string | null {
  if (asked_by === staffId(person))
    return 'You asked for this: another reviewer or operator must approve it.';
  return person.roles.some((role) => role === 'reviewer' || role === 'operator')
    ? null
    : 'A reviewer or operator approves this.';
}

function Approve({ request, file, onClose }: { request: Request; file: ProviderFile; onClose: () => void }) {
  return (
    <ActDialog
      act="withdrawals.approve"
      changes={CHANGES}
      title={`Withdraw the indicator of ${file.provider.name}?`}
      lead={`1 indicator leaves the list of scores. Its record stays, and the changelog says why: ${request.reason}`}
      isFinal
      cancel="Keep it"
      submit="Withdraw"
      busy="Withdrawing…"
      inputOf={() => ({ request: request.id })}
      onClose={onClose}
    />
  );
}
