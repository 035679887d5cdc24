// A proposal as the queue shows it, and who may decide on it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Person } from '../../api/session.ts';
import { staffId } from '../staff.ts';

export type Proposal = AnswerOf<'inputs.list'>['data'][number];
export type Definition = NonNullable<AnswerOf<'inputs.show'>['definition']>;
export type Verdict = 'approve' | 'reject';

/** Names of providers, by their slugs. */
export type ProviderNames = ReadonlyMap<string, string>;

export function isOwn({ proposed_by }: Proposal, person: Person): boolean {
  return proposed_by === staffId(person);
}

/** A provider, or the currency of a reference rate. */
export function subjectName({ slug, currency }: Proposal, names: ProviderNames): string {
  return slug === null ? `${currency} rate` : (names.get(slug) ?? slug);
}

export function verdictOf({ status }: Proposal): 'approved' | 'rejected' {
  return status === 'rejected' ? 'rejected' : 'approved';
}

/** Why this person cannot decide on it; null if they can. The server refuses the same. */
export function whyNot(
  verdict: Verdict,
  proposal: Proposal | null,
  person: Person,
  isShown: boolean,
): string | null {
  if (proposal === null) return 'Nothing is selected.';
  if (proposal.status !== 'open') return `Already ${verdictOf(proposal)} by ${proposal.decided_by_name}.`;
  if (isOwn(proposal, person)) return 'You proposed this: another reviewer must decide.';
  if (!person.roles.includes('reviewer')) return 'Only a reviewer can decide.';
  if (verdict === 'approve' && !isShown) return 'Open the document before you approve.';
  return null;
}
