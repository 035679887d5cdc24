// What waits for the committee about the provider: a withdrawal that was requested, and drafts with its result.

import { bandName } from '../../ui/band.tsx';
import { hundredths } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import type { ProviderFile } from './file.ts';
import styles from './provider.module.css';

export function Waiting({ file }: { file: ProviderFile }) {
  const { withdrawal_requests, drafts } = file;
  if (withdrawal_requests.length + drafts.length === 0) return null;
  return (
    <Section title="Waiting for the committee">
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
              {draft.waits_for ?? 'The committee has accepted it; an operator publishes it.'}
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
  return (
    <li>
      <p className="plain">
        {request.asked_by_name} asked on <Instant at={request.asked_at} /> to withdraw the indicator:{' '}
        {request.reason}
      </p>
      <p className="plain muted">The committee decides it.</p>
    </li>
  );
}
