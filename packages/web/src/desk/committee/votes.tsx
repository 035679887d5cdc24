// The votes of a committee: a name and a vote in each line.

import { Button } from '../../ui/button.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import styles from './record.module.css';

export interface Vote {
  person: string;
  vote: 'for' | 'against' | 'abstain';
}

export const VOTE_WORDS: Readonly<Record<Vote['vote'], string>> = {
  for: 'for',
  against: 'against',
  abstain: 'abstained',
};

interface VoteFieldsProps {
  votes: readonly Vote[];
  hasError: boolean;
  onChange: (votes: Vote[]) => void;
}

export function VoteFields({ votes, hasError, onChange }: VoteFieldsProps) {
  const set = (at: number, change: Partial<Vote>) =>
    onChange(votes.map((vote, index) => (index === at ? { ...vote, ...change } : vote)));
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Votes</legend>
      {votes.map((vote, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
        <div key={at} className={styles.vote}>
          <input
            type="text"
            aria-label={`Person ${at + 1}`}
            maxLength={200}
            value={vote.person}
            onChange={({ target }) => set(at, { person: target.value })}
          />
          <select
            aria-label={`Vote ${at + 1}`}
            value={vote.vote}
            onChange={({ target }) => set(at, { vote: target.value as Vote['vote'] })}
          >
            <option value="for">for</option>
            <option value="against">against</option>
            <option value="abstain">abstains</option>
          </select>
          <Button
            kind="quiet"
            label={`Remove vote ${at + 1}`}
            onPress={() => onChange(votes.filter((_, index) => index !== at))}
          >
            <CrossGlyph />
          </Button>
        </div>
      ))}
      {hasError ? (
        <p className={styles.error} role="alert">
          <CrossGlyph /> Every vote needs a name.
        </p>
      ) : null}
      <Button kind="quiet" onPress={() => onChange([...votes, { person: '', vote: 'for' }])}>
        Add a vote
      </Button>
    </fieldset>
  );
}
