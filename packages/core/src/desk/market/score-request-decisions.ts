// Decisions on requests to score a provider, with the expected dates and the notes of the desk.

import { dayNumber } from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Database, ScoreRequestStatus } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { type Provider, requireProvider } from '../providers/providers.ts';

/** Allowed status changes. */
const NEXT_STATUSES: Readonly<Record<ScoreRequestStatus, readonly ScoreRequestStatus[]>> = {
  received: ['accepted', 'declined'],
  accepted: ['scored'],
  declined: [],
  scored: [],
};

const LONGEST_NOTE = 2000;

/** Accepts or declines a request that was received. */
export async function decideScoreRequest(
  context: Context,
  actor: Actor,
  id: string,
  status: 'accepted' | 'declined',
  note: string | null = null,
): Promise<void> {
  const verb = status === 'accepted' ? 'accept' : 'decline';
  await actAs(context, actor, `score_requests.${verb}`, async (writes) => {
    const before = await changeStatus(context, writes, actor, id, { status });
    await addNoteIfGiven(context, writes, actor, id, note);
    const after = { status, ...(note === null ? {} : { note }) };
    await recordAct(context, writes, actor, `score_request.${verb}`, id, { status: before }, after);
  });
}

/** Records the provider that an accepted request led to. It must have been published, so that the outcome leads somewhere. */
export async function markRequestScored(
  context: Context,
  actor: Actor,
  id: string,
  providerKey: string,
  note: string | null = null,
): Promise<void> {
  await actAs(context, actor, 'score_requests.mark_scored', async (writes) => {
    const provider = await requireProvider(writes, providerKey);
    await requirePublished(writes, provider);
    const { id: provider_id } = provider;
    const status = 'scored';
    const before = await changeStatus(context, writes, actor, id, { status, provider_id });
    await addNoteIfGiven(context, writes, actor, id, note);
    const after = { status, provider_id, ...(note === null ? {} : { note }) };
    await recordAct(context, writes, actor, 'score_request.score', id, { status: before }, after);
  });
}

/** A date that passed stays until somebody changes it. Null takes it back. */
export async function expectScore(
  context: Context,
  actor: Actor,
  id: string,
  expected_on: string | null,
): Promise<void> {
  await actAs(context, actor, 'score_requests.expect', async (writes) => {
    const { status, expected_on: before } = await requestById(writes, id);
    if (status !== 'received' && status !== 'accepted')
      throw new Refusal('conflict', `The request is ${status}, so no score of it is expected.`);
    if (expected_on !== null && !isFromToday(expected_on, context.clock())) {
      const message = 'must be a date from today to the end of 2100, such as 2026-03-31';
      const detail = { place: '/expected_on', code: 'date', message };
      throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
    }
    await writes.updateTable('score_requests').set({ expected_on }).where('id', '=', id).execute();
    const after = expected_on === null ? null : { expected_on };
    await recordAct(context, writes, actor, 'score_request.expect', id, { expected_on: before }, after);
  });
}

function isFromToday(day: string, now: number): boolean {
  return typeof dayNumber(day) === 'number' && day >= civilDate(now) && day <= '2100-12-31';
}

/** Notes are only ever added, whatever the status of the request. */
export async function addScoreRequestNote(
  context: Context,
  actor: Actor,
  id: string,
  note: string,
): Promise<void> {
  await actAs(context, actor, 'score_requests.add_note', async (writes) => {
    await requestById(writes, id);
    await addNoteIfGiven(context, writes, actor, id, note);
    await recordAct(context, writes, actor, 'score_request.note', id, null, { note });
  });
}

async function requirePublished(writes: Writes, { id, slug }: Provider): Promise<void> {
  const published = await writes
    .selectFrom('indicators')
    .select('verification_id')
    .where('provider_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (published !== undefined) return;
  throw new Refusal('conflict', `${slug} has no published indicator yet. Publish one first.`);
}

/** Returns the status that it had before. */
async function changeStatus(
  context: Context,
  writes: Writes,
  actor: Actor,
  id: string,
  change: { status: ScoreRequestStatus; provider_id?: string },
): Promise<ScoreRequestStatus> {
  const { status: before } = await requestById(writes, id);
  if (!NEXT_STATUSES[before].includes(change.status)) {
    throw new Refusal('conflict', `The request is ${before} and cannot become ${change.status}.`);
  }
  await writes
    .updateTable('score_requests')
    .set({ ...change, decided_at: context.clock(), decided_by: actor.id })
    .where('id', '=', id)
    .execute();
  return before;
}

async function addNoteIfGiven(
  context: Context,
  writes: Writes,
  actor: Actor,
  requestId: string,
  given: string | null,
): Promise<void> {
  if (given === null) return;
  const note = given.trim();
  if (note === '' || note.length > LONGEST_NOTE) {
    throw new Refusal('validation_failed', `A note must have 1 to ${LONGEST_NOTE} characters.`);
  }
  await writes
    .insertInto('score_request_notes')
    .values({
      id: context.newId(),
      request_id: requestId,
      noted_at: context.clock(),
      noted_by: actor.id,
      note,
    })
    .execute();
}

export async function requestById(writes: Writes, id: string): Promise<Database['score_requests']> {
  const row = await writes.selectFrom('score_requests').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', `There is no score request ${id}.`);
  return row;
}
