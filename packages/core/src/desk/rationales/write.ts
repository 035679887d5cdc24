// Writes and reviews rationales. One for news that is public already is published with its approval.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { changeTime } from '../../log/change-times.ts';
import { provedRow } from '../../store/records/proved.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { refreshServed } from '../served/refresh.ts';
import { textProblems } from './check-text.ts';
import { hiddenOf, materialOf } from './material.ts';
import { insertPublished } from './publish.ts';
import { type GivenSubject, requireSubjects, type Subject } from './subjects.ts';
import { newestTexts } from './texts.ts';

export interface NewRationale extends GivenSubject {
  providers: readonly string[];
  text: string;
}

export async function writeRationale(
  context: Context,
  person: Actor,
  { providers, text: given, ...subject }: NewRationale,
): Promise<{ id: string; provider_id: string }[]> {
  const text = given.trim();
  const { db } = context.store;
  // The packages are read before the transaction, because that takes time.
  const subjects = await requireSubjects(db, subject, providers);
  const frameworks = new Map();
  for (const one of subjects) {
    const problems = textProblems(text, hiddenOf(await materialOf(db, one, frameworks)));
    if (problems.length === 0) continue;
    throw new Refusal(
      'validation_failed',
      `This rationale cannot be published. ${problems.map(({ message }) => message).join(' ')}`,
      problems.map(({ kind, message }) => ({ place: '/text', code: kind, message })),
    );
  }
  return actAs(context, person, 'rationales.write', async (writes, actor) => {
    const again = await requireSubjects(writes, subject, providers);
    const written: { id: string; provider_id: string }[] = [];
    for (const one of again) {
      const id = context.newId();
      await writes
        .insertInto('rationales')
        .values(rationaleRow(context, actor, one, id, text))
        .execute();
      await recordAct(context, writes, actor, 'rationale.write', one.providerId, null, {
        rationale: id,
        ...aboutOf(one),
      });
      written.push({ id, provider_id: one.providerId });
    }
    return written;
  });
}

function rationaleRow(
  context: Context,
  actor: Actor,
  { runId, withdrawalId, entryId, providerId }: Subject,
  id: string,
  text: string,
): Database['rationales'] {
  return {
    id,
    run_id: runId,
    withdrawal_id: withdrawalId,
    changelog_id: entryId,
    provider_id: providerId,
    text,
    written_by: actor.id,
    written_at: context.clock(),
  };
}

function aboutOf({ runId, withdrawalId, entryId }: Subject): Record<string, string> {
  if (runId !== null) return { run: runId };
  return withdrawalId === null ? { entry: entryId! } : { withdrawal: withdrawalId };
}

export interface RationaleDecision {
  /** Absent: all that wait for a review in the draft or withdrawal. */
  rationales?: readonly string[] | undefined;
  run?: string | undefined;
  withdrawal?: string | undefined;
  decision: 'approved' | 'returned';
  confirms?: true | undefined;
  reason?: string | undefined;
}

export async function reviewRationales(
  context: Context,
  person: Actor,
  { rationales, run, withdrawal, decision, confirms, reason = '' }: RationaleDecision,
): Promise<{ published: number }> {
  if (decision === 'approved' && confirms !== true)
    throw new Refusal(
      'validation_failed',
      'To approve a rationale, confirm that it names no input value, no points and no hard rule that the page hides (confirms).',
    );
  if (decision === 'returned' && reason.trim() === '')
    throw new Refusal('validation_failed', 'To return a rationale, say what its author should change.');
  return actAs(context, person, 'rationales.review', async (writes, actor) => {
    let published = 0;
    const ids = rationales ?? (await waitingIn(writes, { run, withdrawal }));
    for (const id of ids)
      if (await reviewOne(context, writes, actor, id, decision, reason.trim())) published += 1;
    return { published };
  });
}

async function waitingIn(writes: Writes, { run, withdrawal }: GivenSubject): Promise<string[]> {
  if ((run === undefined) === (withdrawal === undefined))
    throw new Refusal('validation_failed', 'Name rationales, a run or a withdrawal.');
  const owner = { runId: run ?? null, withdrawalId: withdrawal ?? null, entryId: null };
  const texts = [...(await newestTexts(writes, owner)).values()];
  const waiting = texts.filter(({ review }) => review === null).map(({ row }) => row.id);
  if (waiting.length === 0) throw new Refusal('conflict', 'No rationale waits for a review here.');
  return waiting;
}

/** Returns whether it is public with this. */
async function reviewOne(
  context: Context,
  writes: Writes,
  actor: Actor,
  id: string,
  decision: RationaleDecision['decision'],
  reason: string,
): Promise<boolean> {
  const row = await requireOpen(writes, id);
  if (row.written_by === actor.id)
    throw new Refusal('conflict', 'You wrote this rationale. Another person must review it.');
  await writes
    .insertInto('rationale_reviews')
    .values({
      rationale_id: id,
      decision,
      reviewed_by: actor.id,
      reviewed_at: context.clock(),
      reason: reason || null,
    })
    .execute();
  const after = { rationale: id, ...(reason === '' ? {} : { reason }) };
  const action = decision === 'approved' ? 'rationale.approve' : 'rationale.return';
  await recordAct(context, writes, actor, action, row.provider_id, null, after);
  if (decision !== 'approved' || row.changelog_id === null) return false;
  await publishAfterwards(context, writes, row);
  await recordAct(context, writes, actor, 'rationale.publish', row.provider_id, null, after);
  return true;
}

/** The text, if it is the newest one of its subject, and nobody reviewed it. */
async function requireOpen(writes: Writes, id: string): Promise<Database['rationales']> {
  const row = await provedRow(writes, 'rationales', () =>
    writes.selectFrom('rationales').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('not_found', `There is no rationale ${id}.`);
  const { run_id, withdrawal_id, changelog_id, provider_id } = row;
  // Refuses if the news was published or decided meanwhile.
  await requireSubjects(
    writes,
    {
      run: run_id ?? undefined,
      withdrawal: withdrawal_id ?? undefined,
      entry: changelog_id ?? undefined,
    },
    [provider_id],
  );
  const owner = { runId: run_id, withdrawalId: withdrawal_id, entryId: changelog_id };
  const newest = (await newestTexts(writes, owner, [provider_id])).get(provider_id);
  if (newest?.row.id !== id)
    throw new Refusal('conflict', 'Its author wrote another text since. Review that one.');
  if (newest.review !== null)
    throw new Refusal('conflict', `This rationale was ${newest.review.decision} already.`);
  return row;
}

async function publishAfterwards(
  context: Context,
  writes: Writes,
  row: Database['rationales'],
): Promise<void> {
  const entry = await writes
    .selectFrom('changelog')
    .selectAll()
    .where('id', '=', row.changelog_id!)
    .executeTakeFirstOrThrow();
  const at = await changeTime(writes, context.clock());
  await insertPublished(writes, [{ entry, row }], at);
  await refreshServed(writes, [row.provider_id]);
}
