// One proposal: what it would change, the document behind it, and what the input means.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ReactNode } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { inputValue, instant, utcDate } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Keyed } from '../document/keyed.tsx';
import type { Showing } from '../document/sheet-props.ts';
import { DocumentViewer } from '../document/viewer.tsx';
import { withInputNames } from '../input-names.ts';
import { useStaff } from '../staff.ts';
import { AboutInput } from './about-input.tsx';
import styles from './detail.module.css';
import { Figures } from './figures.tsx';
import {
  isOwn,
  isUndecided,
  openQuestion,
  type Proposal,
  pendingOf,
  subjectName,
  verdictOf,
} from './proposal.ts';

interface DetailProps {
  proposal: Proposal;
  onShown: (how: Showing) => void;
  /** Shows the evidence of the value that counts now instead. */
  isPrevious: boolean;
  onPrevious: (isPrevious: boolean) => void;
  onAnswer: () => void;
  /** A decision that was refused. */
  error: Error | null;
  /** On phones: the way back to the list, and the buttons. */
  back: ReactNode;
  acts: ReactNode;
}

export function Detail(props: DetailProps) {
  const { proposal, onShown, isPrevious, onPrevious, onAnswer, error, back, acts } = props;
  const shown = useRead('inputs.show', { proposal: proposal.id });
  const definition = shown.data?.definition;
  return (
    <article className={styles.detail} aria-label="Selected proposal">
      <div className={styles.head}>
        {back}
        <div className={styles.name}>
          <h2>
            {subjectName(proposal)}
            {/* The line keeps its height while the label is read. */}
            <span className={styles.label}>{definition ? ` · ${definition.label}` : '\u00a0'}</span>
          </h2>
          <span className={`${styles.id} mono`}>{proposal.input}</span>
        </div>
        <Figures proposal={proposal} definition={definition} capRules={shown.data?.cap_rules ?? []} />
        <Lapsed proposal={proposal} />
        {error === null ? null : <Refused proposal={proposal} error={error} />}
        <ProblemBox error={shown.error} onRetry={() => void shown.refetch()} />
        <Messages proposal={proposal} onAnswer={onAnswer} />
      </div>
      {isPrevious ? (
        <Previous
          proposal={proposal}
          evidence={shown.data?.current_evidence}
          onBack={() => onPrevious(false)}
        />
      ) : (
        <Document
          evidence={proposal.evidence}
          onShown={onShown}
          links={
            <Keyed name="p">
              <Button kind="quiet" onPress={() => onPrevious(true)}>
                Previous
              </Button>
            </Keyed>
          }
        />
      )}
      <AboutInput proposal={proposal} shown={shown.data} />
      {acts}
    </article>
  );
}

interface DocumentProps {
  evidence: Omit<Proposal['evidence'], 'shown'>;
  links: ReactNode;
  onShown?: (how: Showing) => void;
}

function Document({ evidence, links, onShown }: DocumentProps) {
  const { id, title, sha256, media_type, page, region, quote, evidence_date, grade, url } = evidence;
  return (
    <DocumentViewer
      key={id}
      title={title}
      sha256={sha256}
      mediaType={media_type}
      page={page}
      quote={quote}
      facts={`${utcDate(evidence_date)} · grade ${grade}${region === null ? '' : ` · ${region}`}`}
      links={
        <>
          {links}
          {url === null ? null : (
            <a href={url} target="_blank" rel="noreferrer">
              Source
            </a>
          )}
        </>
      }
      originalKey="o"
      onShown={onShown}
    />
  );
}

interface PreviousProps {
  proposal: Proposal;
  /** Undefined until it was read. */
  evidence: AnswerOf<'inputs.show'>['current_evidence'] | undefined;
  onBack: () => void;
}

/** The document of the value that counts now. */
function Previous({ proposal: { current }, evidence, onBack }: PreviousProps) {
  const back = (
    <Button kind="quiet" onPress={onBack}>
      New evidence
    </Button>
  );
  if (evidence === undefined) return <div className={styles.pane} aria-busy="true" />;
  if (evidence === null)
    return (
      <p className={styles.previous}>
        {current === null
          ? 'There is no evidence for this input yet.'
          : 'The value that counts now is derived by runs, or was recorded without evidence.'}{' '}
        {back}
      </p>
    );
  return (
    <div className={styles.pane}>
      <p className={styles.previous}>
        Previous evidence, for {inputValue(current?.value ?? '')}, which counts now. {back}
      </p>
      <Document evidence={evidence} links={null} />
    </div>
  );
}

/** A decision that did not take effect. */
function Lapsed({ proposal: { pending } }: { proposal: Proposal }) {
  if (pending === null || pending.lapsed_because === null) return null;
  return (
    <p className={styles.refused} role="alert">
      {pending.decided_by_name} {pending.decision} this, but it did not take effect.{' '}
      {withInputNames(pending.lapsed_because)}
    </p>
  );
}

/** If somebody else was faster, what they decided is what changed. */
function Refused({ proposal, error }: { proposal: Proposal; error: Error }) {
  const pending = pendingOf(proposal);
  if (proposal.status === 'open' && pending === null) return <ProblemBox error={error} />;
  const who = pending?.decided_by_name ?? proposal.decided_by_name;
  const at = pending?.decided_at ?? proposal.decided_at!;
  return (
    <p className={styles.refused} role="alert">
      Your decision was not recorded: {who} {pending?.decision ?? verdictOf(proposal)} this on {instant(at)}.
    </p>
  );
}

/** Questions about a proposal, and answers, in the order in which they were written. */
function Messages({ proposal, onAnswer }: { proposal: Proposal; onAnswer: () => void }) {
  const person = useStaff();
  if (proposal.messages.length === 0) return null;
  const mayAnswer = isOwn(proposal, person) && openQuestion(proposal) !== null && isUndecided(proposal);
  return (
    <div className={styles.messages}>
      {proposal.messages.map(({ kind, message, written_by_name, written_at }) => (
        <p key={`${written_at} ${kind}`}>
          <span className="muted">
            {written_by_name} {kind === 'question' ? 'asked' : 'answered'}, <Instant at={written_at} />:
          </span>{' '}
          {message}
        </p>
      ))}
      {mayAnswer ? <Button onPress={onAnswer}>Answer</Button> : null}
    </div>
  );
}
