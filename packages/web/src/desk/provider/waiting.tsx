// What waits for the committee about the provider: a withdrawal that was requested, and drafts with its result.

import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/acts.ts';
import { bandName } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { hundredths } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { staffId, useStaff } from '../staff.ts';
import { CHANGES, type ProviderFile } from './file.ts';
import styles from './provider.module.css';

export function Waiting({ file }: { file: ProviderFile }) {
  const { withdrawal_requests, drafts } = file;
  if (withdrawal_requests.length + drafts.length === 0) return null;
  return (
    <Section title="Before the committee">
      <ul className={styles.waiting}>
        {withdrawal_requests.map((request) => (
          <WithdrawalRequest key={request.id} request={request} />
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
              {draft.waits_for ?? 'The committee accepted it; an operator publishes it.'}
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

function WithdrawalRequest({ request }: { request: Request }) {
  const { id, asked_by, asked_by_name, asked_at, reason } = request;
  const person = useStaff();
  const cancel = useAct('withdrawals.cancel', [...CHANGES, 'committee']);
  return (
    <li>
      <p className="plain">
        {asked_by_name} asked on <Instant at={asked_at} /> to withdraw the indicator: {reason}
      </p>
      <p className={styles.decision}>
        <Link to="/desk/committee">The committee decides</Link>
        {asked_by === staffId(person) ? (
          <Button busy={cancel.isPending && 'Cancelling…'} onPress={() => cancel.mutate({ request: id })}>
            Cancel my request
          </Button>
        ) : null}
      </p>
      <ProblemBox error={cancel.error} />
    </li>
  );
}
