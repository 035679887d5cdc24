// Questions about a proposal: a reviewer returns it to the person who proposed it without rejecting it. It cannot be
// approved until they have answered; what both wrote stays on record.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { pendingOf } from './pending-rows.ts';

export interface ProposalMessage {
  kind: 'question' | 'answer';
  message: string;
  written_by: string;
  written_by_name: string;
  written_at: number;
}

/** The messages about these proposals, oldest first. */
export async function messagesAbout(
  db: Queries | Writes,
  proposalIds: readonly string[],
): Promise<Map<string, ProposalMessage[]>> {
  const found = new Map<string, ProposalMessage[]>();
  for (const portion of inPortions(proposalIds)) {
    const rows = await db
      .selectFrom('proposal_messages')
      .innerJoin('staff', 'staff.id', 'proposal_messages.written_by')
      .select(['proposal_id', 'kind', 'message', 'written_by', 'staff.name as written_by_name', 'written_at'])
      .where('proposal_id', 'in', portion)
      .orderBy('written_at')
      .execute();
    for (const { proposal_id, ...message } of rows)
      found.set(proposal_id, [...(found.get(proposal_id) ?? []), message]);
  }
  return found;
}

/** The oldest question that waits for the answer of this person. */
export async function firstQuestionTo(
  db: Queries,
  proposer: string,
): Promise<{ proposal_id: string; written_at: number } | null> {
  const rows = await db
    .selectFrom('open_proposals')
    .innerJoin('proposals', 'proposals.id', 'open_proposals.proposal_id')
    .select('proposals.id')
    .where('proposals.proposed_by', '=', proposer)
    .execute();
  const about = await messagesAbout(
    db,
    rows.map(({ id }) => id),
  );
  const waiting = [...about].flatMap(([proposal_id, messages]) => {
    const { kind, written_at } = messages.at(-1)!;
    return kind === 'question' ? [{ proposal_id, written_at }] : [];
  });
  return waiting.toSorted((a, b) => a.written_at - b.written_at)[0] ?? null;
}

/** The questions that wait for an answer, by proposal. */
export async function unansweredQuestions(
  db: Queries | Writes,
  proposalIds: readonly string[],
): Promise<Map<string, string>> {
  const about = await messagesAbout(db, proposalIds);
  return new Map(
    [...about].flatMap(([id, messages]) => {
      const last = messages.at(-1)!;
      return last.kind === 'question' ? [[id, last.message] as const] : [];
    }),
  );
}

export async function askProposer(
  context: Context,
  actor: Actor,
  proposalId: string,
  question: string,
): Promise<void> {
  const message = required(question, 'A question');
  await actAs(context, actor, 'inputs.ask', async (writes) => {
    const { proposed_by } = await requireUndecided(writes, proposalId);
    if (proposed_by === actor.id)
      throw new Refusal('insufficient_role', 'You proposed this, so another reviewer must ask.');
    if ((await unansweredQuestions(writes, [proposalId])).size > 0)
      throw new Refusal('conflict', 'A question about this proposal already waits for an answer.');
    await write(context, writes, actor, proposalId, 'question', message);
    await recordAct(context, writes, actor, 'inputs.question_asked', `proposal/${proposalId}`, null, {
      question: message,
    });
  });
}

export async function answerQuestion(
  context: Context,
  actor: Actor,
  proposalId: string,
  answer: string,
): Promise<void> {
  const message = required(answer, 'An answer');
  await actAs(context, actor, 'inputs.answer', async (writes) => {
    const { proposed_by } = await requireUndecided(writes, proposalId);
    if (proposed_by !== actor.id)
      throw new Refusal('insufficient_role', 'Only the person who proposed this can answer.');
    const question = (await unansweredQuestions(writes, [proposalId])).get(proposalId);
    if (question === undefined)
      throw new Refusal('conflict', 'No question about this proposal waits for an answer.');
    await write(context, writes, actor, proposalId, 'answer', message);
    await recordAct(context, writes, actor, 'inputs.question_answered', `proposal/${proposalId}`, null, {
      answer: message,
    });
  });
}

function required(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new Refusal('validation_failed', `${what} cannot be empty.`);
  return trimmed;
}

async function write(
  context: Context,
  writes: Writes,
  actor: Actor,
  proposal_id: string,
  kind: 'question' | 'answer',
  message: string,
): Promise<void> {
  const earlier = (await messagesAbout(writes, [proposal_id])).get(proposal_id) ?? [];
  // Later than the one before, also if clocks differ: what was written last is what counts.
  const written_at = Math.max(context.clock(), (earlier.at(-1)?.written_at ?? -1) + 1);
  await writes
    .insertInto('proposal_messages')
    .values({ id: context.newId(), proposal_id, kind, message, written_by: actor.id, written_at })
    .execute();
}

/** Neither decided, nor just decided by somebody who can still take it back. */
async function requireUndecided(writes: Writes, id: string): Promise<{ proposed_by: string }> {
  const found = await writes
    .selectFrom('proposals')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.proposed_by', 'decisions.decision'])
    .where('proposals.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('not_found', `There is no proposal ${id}.`);
  const pending = (await pendingOf(writes, [id])).get(id);
  const decision = found.decision ?? (pending?.lapsed_at === null ? pending.decision : null);
  if (decision !== null) throw new Refusal('conflict', `This proposal has already been ${decision}.`);
  return found;
}
