// A proposal as the queue shows it, and who may decide on it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Person } from '../../api/session.ts';
import { kindOf } from '../document/kinds.ts';
import { staffId } from '../staff.ts';

export type Proposal = AnswerOf<'inputs.list'>['data'][number];
export type Definition = NonNullable<AnswerOf<'inputs.show'>['definition']>;
export type Pending = NonNullable<Proposal['pending']>;
export type Verdict = 'approve' | 'reject';
/** What a reviewer can do with a proposal. */
export type Decision = Verdict | 'ask';

export function isOwn({ proposed_by }: Proposal, person: Person): boolean {
  return proposed_by === staffId(person);
}

/** A provider, or the currency of a reference rate. */
export function subjectName({ slug, provider_name, currency }: Proposal): string {
  return slug === null ? `${currency} rate` : (provider_name ?? slug);
}

export function verdictOf({ status }: Proposal): 'approved' | 'rejected' {
  return status === 'rejected' ? 'rejected' : 'approved';
}

/** A decision that is stored and can still be taken back; null if there is none, or it lapsed. */
export function pendingOf({ pending }: Proposal): Pending | null {
  return pending === null || pending.lapsed_at !== null ? null : pending;
}

/** The question that waits for an answer; null if none does. */
export function openQuestion({ messages }: Proposal): Proposal['messages'][number] | null {
  const last = messages.at(-1);
  return last?.kind === 'question' ? last : null;
}

/** Nobody has decided on it, not even for the moment. */
export function isUndecided(proposal: Proposal): boolean {
  return proposal.status === 'open' && pendingOf(proposal) === null;
}

/** Nothing but a decision is missing. */
export function isWaiting(proposal: Proposal): boolean {
  return isUndecided(proposal) && openQuestion(proposal) === null;
}

/** Without a stored document there is nothing to show. */
export function isShown({ evidence }: Proposal, shown: ReadonlySet<string>): boolean {
  return evidence.sha256 === null || evidence.shown === true || shown.has(evidence.id);
}

/** It waits for this person, and its evidence was not on their screen yet. */
export function isUnseen(proposal: Proposal, person: Person, shown: ReadonlySet<string>): boolean {
  return (
    person.roles.includes('reviewer') &&
    !isOwn(proposal, person) &&
    isWaiting(proposal) &&
    !isShown(proposal, shown)
  );
}

/** Why this person cannot decide so on it; null if they can. The server refuses the same. */
export function whyNot(
  decision: Decision,
  proposal: Proposal | null,
  person: Person,
  shown: ReadonlySet<string>,
): string | null {
  if (proposal === null) return 'Nothing is selected.';
  if (proposal.status !== 'open') return `Already ${verdictOf(proposal)} by ${proposal.decided_by_name}.`;
  const pending = pendingOf(proposal);
  if (pending !== null) return `Just ${pending.decision} by ${pending.decided_by_name}.`;
  if (isOwn(proposal, person)) return 'You proposed this: another reviewer must decide.';
  if (!person.roles.includes('reviewer')) return 'Only a reviewer can decide.';
  const question = openQuestion(proposal);
  if (question !== null && decision !== 'reject') return `${proposal.proposed_by_name} has not answered yet.`;
  if (decision !== 'approve' || isShown(proposal, shown)) return null;
  return kindOf(proposal.evidence.media_type!) === 'other'
    ? 'This document cannot be shown here: open it, and approve with rf inputs approve.'
    : 'The document is not shown yet.';
}
