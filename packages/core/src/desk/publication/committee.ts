// The record of a committee that decided on a draft: who voted how, what the others said, and the minutes.

import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';

export interface CommitteeRecord {
  votes?: readonly { person: string; vote: 'for' | 'against' | 'abstain' }[];
  dissent?: string;
  minutes?: string;
}

type Columns = Pick<Database['run_approvals'], 'votes' | 'dissent' | 'minutes'>;

export function committeeColumns({ votes = [], dissent, minutes }: CommitteeRecord): Columns {
  const people = votes.map(({ person }) => person.trim());
  const repeated = people.find((person, index) => person === '' || people.indexOf(person) < index);
  if (repeated === '') throw new Refusal('validation_failed', 'A vote needs the name of a person.');
  if (repeated !== undefined) throw new Refusal('validation_failed', `${repeated} can vote only once.`);
  return {
    votes: JSON.stringify(votes.map(({ vote }, index) => ({ person: people[index], vote }))),
    dissent: dissent?.trim() || null,
    minutes: minutes?.trim() || null,
  };
}

/** An approval is never changed, so the record of a committee must come with the first one of a person. */
export function requireRecorded(record: CommitteeRecord, insertedRows: bigint | undefined): void {
  if (insertedRows === 1n || isEmpty(record)) return;
  throw new Refusal(
    'conflict',
    'You have already approved this draft, and an approval cannot be changed. Another person can approve it with the votes.',
  );
}

/** For the audit trail. Minutes are long, and kept with the approval. */
export function committeeSummary(record: CommitteeRecord): Omit<CommitteeRecord, 'minutes'> | null {
  const { minutes: _, ...summary } = record;
  return isEmpty(record) ? null : summary;
}

function isEmpty({ votes, dissent, minutes }: CommitteeRecord): boolean {
  return votes === undefined && dissent === undefined && minutes === undefined;
}
