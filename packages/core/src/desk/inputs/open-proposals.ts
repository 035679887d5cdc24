// The proposals that somebody decides on, and what refuses a decision on them.

import type { Actor } from '../../context/actor.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { currentValues } from '../facts/current-values.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { decidersOf, type PendingRow, pendingOf } from './pending-rows.ts';
import { proposalDigest, type ShownColumns } from './proposal-digest.ts';
import { unansweredQuestions } from './questions.ts';
import { shownTo } from './shown-evidence.ts';

/** A batch means all its open proposals. */
export type ToDecide = { batchId: string } | { proposalIds: readonly string[] };

export interface OpenProposal extends ShownColumns {
  batch_id: string;
  /** When the actor first opened the document. */
  opened_at: number | null;
}

/** All of these, unless one of them is decided, or somebody has just decided it and can still take that back. */
export async function openProposals(writes: Writes, actor: Actor, what: ToDecide): Promise<OpenProposal[]> {
  if ('proposalIds' in what) return foundProposals(writes, actor, what.proposalIds, { refusesPending: true });
  const batch = await proposalsOf(writes, actor).where('batch_id', '=', what.batchId).execute();
  if (batch.length === 0) throw new Refusal('not_found', `There is no batch ${what.batchId}.`);
  const undecided = batch.filter(({ decision }) => decision === null);
  const pending = await waitingOf(writes, undecided);
  const open = undecided.filter(({ id }) => !pending.has(id));
  if (open.length > 0) return open;
  throw new Refusal('conflict', `Every proposal in batch ${what.batchId} has already been decided.`);
}

/** All of these, unless one of them is decided: for decisions that were pending. */
export function undecidedProposals(
  writes: Writes,
  actor: Actor,
  proposalIds: readonly string[],
): Promise<OpenProposal[]> {
  return foundProposals(writes, actor, proposalIds, { refusesPending: false });
}

function proposalsOf(writes: Writes, actor: Actor) {
  return writes
    .selectFrom('proposals')
    .leftJoin('providers', 'providers.id', 'proposals.provider_id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .leftJoin('document_openings', (join) =>
      join
        .onRef('document_openings.sha256', '=', 'evidence.sha256')
        .on('document_openings.staff_id', '=', actor.id),
    )
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.id', 'proposals.batch_id', 'proposals.provider_id', 'proposals.input_id'])
    .select(['proposals.currency', 'proposals.value', 'proposals.renewal', 'proposals.evidence_id'])
    .select(['evidence.kind', 'evidence.title', 'evidence.url', 'evidence.page', 'evidence.quote'])
    .select(['evidence.evidence_date', 'evidence.grade', 'evidence.source', 'evidence.grade_reason'])
    .select(['evidence.region', 'proposals.confirmation', 'proposals.shared_reason'])
    .select(['providers.slug', 'evidence.sha256', 'document_openings.opened_at'])
    .select(['proposals.proposed_by', 'decisions.decision'])
    .orderBy('proposals.id');
}

async function foundProposals(
  writes: Writes,
  actor: Actor,
  proposalIds: readonly string[],
  { refusesPending }: { refusesPending: boolean },
): Promise<OpenProposal[]> {
  const ids = [...new Set(proposalIds)];
  const rows = [];
  for (const portion of inPortions(ids))
    rows.push(...(await proposalsOf(writes, actor).where('proposals.id', 'in', portion).execute()));
  const found = new Map(rows.map((row) => [row.id, row]));
  const waiting = refusesPending ? await waitingOf(writes, rows) : new Map<string, PendingRow>();
  const deciders = await decidersOf(writes, [...waiting.values()]);
  const problems: RefusalDetail[] = [];
  for (const id of ids) {
    const proposal = found.get(id);
    if (!proposal) problems.push({ place: id, code: 'not_found', message: 'does not exist' });
    else if (proposal.decision !== null) {
      problems.push({ place: id, code: 'decided', message: `has already been ${proposal.decision}` });
    } else if (waiting.has(id)) {
      const { decision, decided_by } = waiting.get(id)!;
      const message = `was just ${decision} by ${deciders.get(decided_by)}`;
      problems.push({ place: id, code: 'pending', message });
    }
  }
  if (problems.length > 0) throw new Refusal('conflict', 'Nothing was decided.', problems);
  if (ids.length === 0) throw new Refusal('validation_failed', 'No proposals were given.');
  return ids.map((id) => found.get(id)!);
}

async function waitingOf(
  writes: Writes,
  proposals: readonly { id: string }[],
): Promise<Map<string, PendingRow>> {
  const pending = await pendingOf(
    writes,
    proposals.map(({ id }) => id),
  );
  return new Map([...pending].filter(([, { lapsed_at }]) => lapsed_at === null));
}

/** null if there is no stored document. */
export function wasOpened({ sha256, opened_at }: OpenProposal): boolean | null {
  return sha256 === null ? null : opened_at !== null;
}

export function openings(proposals: readonly OpenProposal[]): { opened: number; unopened: number } {
  const states = proposals.map(wasOpened);
  const countOf = (wanted: boolean) => states.filter((state) => state === wanted).length;
  return { opened: countOf(true), unopened: countOf(false) };
}

export function refuseUnopened(proposals: readonly OpenProposal[]): void {
  const unopened = proposals.filter((proposal) => wasOpened(proposal) === false);
  if (unopened.length === 0) return;
  throw new Refusal(
    'conflict',
    'Nothing was approved: you have not opened all of the documents. Open them, or approve with --unopened, which is recorded.',
    unopened.map(({ slug, currency, input_id, evidence_id }) => ({
      place: `${slug ?? currency} ${input_id}`,
      code: 'unopened',
      message: `has a document that you have not opened: rf evidence open ${evidence_id}`,
    })),
  );
}

/** A constraint in the database also prevents this. */
export function refuseOwn(actor: Actor, proposals: readonly OpenProposal[]): void {
  const own = proposals.filter(({ proposed_by }) => proposed_by === actor.id);
  if (own.length === 0) return;
  throw new Refusal(
    'insufficient_role',
    `${actor.name} proposed this and cannot decide on it. Another reviewer must decide.`,
    own.map(({ id, slug, currency, input_id }) => ({
      place: id,
      code: 'own_proposal',
      message: `${slug ?? currency} ${input_id} was proposed by ${actor.name}`,
    })),
  );
}

/** The person who asked waits for the answer; a rejection needs none. */
export async function refuseReturned(writes: Writes, proposals: readonly OpenProposal[]): Promise<void> {
  const unanswered = await unansweredQuestions(
    writes,
    proposals.map(({ id }) => id),
  );
  if (unanswered.size === 0) return;
  throw new Refusal(
    'conflict',
    'Nothing was approved: a question to the person who proposed it is not answered yet.',
    [...unanswered].map(([place, question]) => ({
      place,
      code: 'returned',
      message: `waits for the answer to: ${question}`,
    })),
  );
}

/** Without a stored document there is nothing to show. */
export async function refuseUnshown(
  writes: Writes,
  actor: Actor,
  proposals: readonly OpenProposal[],
): Promise<void> {
  const stored = proposals.filter(({ sha256 }) => sha256 !== null);
  const shown = await shownTo(
    writes,
    actor.id,
    stored.map(({ evidence_id }) => evidence_id),
  );
  const unshown = stored.filter(({ evidence_id }) => !shown.has(evidence_id));
  if (unshown.length === 0) return;
  throw new Refusal(
    'conflict',
    'Nothing was approved: the evidence was not shown to you. Look at each document at its quote first.',
    unshown.map(({ slug, currency, input_id }) => ({
      place: `${slug ?? currency} ${input_id}`,
      code: 'unshown',
      message: 'has a document that was not shown to you at its quote',
    })),
  );
}

/** `shown` has the digests of the proposals that the reviewer was shown, by proposal, if the caller says so. */
export function refuseOthers(
  proposals: readonly OpenProposal[],
  shown: ReadonlyMap<string, string | undefined>,
): void {
  const others = proposals.filter(
    (one) => (shown.get(one.id) ?? proposalDigest(one)) !== proposalDigest(one),
  );
  if (others.length === 0) return;
  throw new Refusal(
    'conflict',
    'Nothing was decided: what was shown to you is not what is stored. Somebody changed it in the store, or renamed the provider. Look at it again.',
    others.map(({ slug, currency, input_id }) => ({
      place: `${slug ?? currency} ${input_id}`,
      code: 'changed',
      message: 'is not what was shown to you',
    })),
  );
}

/** Another value may count now than the one that the reviewer has seen. `seen` has the latter, by proposal. */
export async function refuseChanged(
  writes: Writes,
  proposals: readonly OpenProposal[],
  seen: ReadonlyMap<string, string | null>,
  now: number,
): Promise<void> {
  const effective = await findEffectiveMethodology(writes, now);
  if (effective === null) return;
  const knownAt = await instantAfterRuns(writes, now);
  const current = await currentValues(writes, effective.methodology, proposals, now, knownAt);
  const changed: RefusalDetail[] = proposals.flatMap(({ id, slug, currency, input_id }, at) => {
    const [before, value] = [seen.get(id) ?? null, current[at]!];
    if (before === value) return [];
    const message = `changed since you looked: the value that counts was ${before ?? 'none'} and is ${value ?? 'none'} now`;
    return [{ place: `${slug ?? currency} ${input_id}`, code: 'changed', message }];
  });
  if (changed.length === 0) return;
  const [{ place, message } = { place: '', message: '' }] = changed;
  throw new Refusal('conflict', `Nothing was decided: ${place} ${message}.`, changed);
}
