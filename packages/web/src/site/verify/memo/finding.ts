// What is known about the ids of a memo, and what the comparison with it finds.

export interface Named {
  providerId: string;
  /** As the signed statement has it. */
  name: string;
}

/** What is known about an id after its proof was checked. */
export type Known =
  | PublishedIndicator
  | { kind: 'unknown' }
  | { kind: 'altered'; why: string }
  | { kind: 'unchecked'; why: string };

export interface PublishedIndicator extends Named {
  kind: 'published';
  score: string;
  band: string;
  /** UTC days, such as 2026-08-05. */
  scoredOn: string;
  publishedOn: string;
  isCurrent: boolean;
  /** What happened to the indicator since; null for a current one. */
  note: string | null;
}

export interface Finding {
  /** An id, or what was written in place of one. */
  id: string;
  name: string | null;
  detail: 'id' | 'name' | 'score' | 'band' | 'date';
  claimed: string;
  published: string;
  outcome:
    | 'matches'
    | 'rounded'
    | 'in range'
    | 'differs'
    | 'no such id'
    | 'altered'
    | 'unclear'
    | 'nothing beside'
    | 'not checked';
  note: string | null;
}
