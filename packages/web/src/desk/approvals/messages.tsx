// Questions about a proposal, and answers, in the order in which they were written.

import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useStaff } from '../staff.ts';
import styles from './messages.module.css';
import { isOwn, isUndecided, openQuestion, type Proposal } from './proposal.ts';

export function Messages({ proposal, onAnswer }: { proposal: Proposal; onAnswer: () => void }) {
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
