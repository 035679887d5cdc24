// One proposal: what it would change, the document behind it, and what the input means.

import type { ReactNode } from 'react';
import { useRead } from '../../api/acts.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { instant } from '../../ui/words.ts';
import { AboutInput } from './about-input.tsx';
import styles from './detail.module.css';
import { DocumentPane } from './document.tsx';
import { Figures } from './figures.tsx';
import { type Proposal, type ProviderNames, subjectName, verdictOf } from './proposal.ts';
import type { ShownDocument } from './shown-document.ts';

interface DetailProps {
  proposal: Proposal;
  names: ProviderNames;
  document: ShownDocument;
  /** A decision that was refused. */
  error: Error | null;
  /** On phones: the way back to the list, and the buttons. */
  back: ReactNode;
  acts: ReactNode;
}

export function Detail({ proposal, names, document, error, back, acts }: DetailProps) {
  const shown = useRead('inputs.show', { proposal: proposal.id });
  const definition = shown.data?.definition;
  return (
    <article className={styles.detail} aria-label="Selected proposal">
      <div className={styles.head}>
        {back}
        <div className={styles.name}>
          <h2>
            {subjectName(proposal, names)}
            {/* The line keeps its height while the label is read. */}
            <span className={styles.label}>{definition ? ` · ${definition.label}` : '\u00a0'}</span>
          </h2>
          <span className={`${styles.id} mono`}>{proposal.input}</span>
        </div>
        <Figures
          proposal={proposal}
          definition={definition}
          capRules={shown.data?.cap_rules ?? []}
          names={names}
        />
        {error === null ? null : <Refused proposal={proposal} error={error} />}
        {shown.error === null ? null : (
          <ProblemBox error={shown.error} onRetry={() => void shown.refetch()} />
        )}
      </div>
      <DocumentPane evidence={proposal.evidence} document={document} />
      <AboutInput proposal={proposal} shown={shown.data} />
      {acts}
    </article>
  );
}

/** If somebody else was faster, what they decided is what changed. */
function Refused({ proposal, error }: { proposal: Proposal; error: Error }) {
  if (proposal.status === 'open') return <ProblemBox error={error} />;
  const { decided_by_name, decided_at } = proposal;
  return (
    <p className={styles.refused} role="alert">
      Your decision was not recorded: {decided_by_name} {verdictOf(proposal)} this on {instant(decided_at!)}.
    </p>
  );
}
