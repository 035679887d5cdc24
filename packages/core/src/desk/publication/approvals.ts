// Approvals of drafts: the second person behind a first indicator, a change of band, a correction or a reinstatement.

import { type Actor, actAs, activeStaff, rolesOf, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { provedRows } from '../../store/records/proved.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { requireOwnItems } from '../facts/own-records.ts';
import { requireSeen } from '../runs/draft-state.ts';

/** Approves a draft as the second person, with the record of a committee. One's own approval does not count for one's own publication. */
export async function approveRun(
  context: Context,
  given: Actor,
  runId: string,
  committee: CommitteeRecord = {},
  seen?: string,
): Promise<void> {
  await actAs(context, given, 'runs.approve', async (writes, actor) => {
    const run = await writes.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (run?.status !== 'draft') throw new Refusal('not_found', `There is no draft run ${runId}.`);
    await requireSeen(writes, run, seen);
    await requireOwnItems(writes, runId, 'Nothing was approved');
    const { numInsertedOrUpdatedRows: inserted } = await writes
      .insertInto('run_approvals')
      .values({
        run_id: runId,
        approved_by: actor.id,
        approved_at: context.clock(),
        ...committeeColumns(committee),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    requireRecorded(committee, inserted);
    await recordAct(context, writes, actor, 'run.approve', runId, null, committeeSummary(committee));
  });
}

/**
 * The id of the person who approved the draft beside the one who publishes it; null if there is none. If the service
 * publishes, two people must have approved. An approval counts while its author is on the staff and has the role.
 */
export async function secondPerson(
  db: Queries | Writes,
  runId: string,
  actor: Actor,
): Promise<string | null> {
  const rows = await provedRows(db, 'run_approvals', () =>
    db
      .selectFrom('run_approvals')
      .selectAll()
      .where('run_id', '=', runId)
      .where('approved_by', '<>', actor.id)
      .orderBy('approved_by')
      .execute(),
  );
  const able: string[] = [];
  for (const { approved_by } of rows) if (await mayApprove(db, approved_by)) able.push(approved_by);
  const needed = actor === SERVICE ? 2 : 1;
  return able.length < needed ? null : able[0]!;
}

async function mayApprove(db: Queries | Writes, id: string): Promise<boolean> {
  if ((await activeStaff(db, id)) === undefined) return false;
  return (await rolesOf(db, id)).some((role) => role === 'reviewer' || role === 'operator');
}

interface CommitteeRecord {
  votes?: readonly { person: string; vote: 'for' | 'against' | 'abstain' }[];
  dissent?: string;
  minutes?: string;
}

type Columns = Pick<Database['run_approvals'], 'votes' | 'dissent' | 'minutes'>;

function committeeColumns({ votes = [], dissent, minutes }: CommitteeRecord): Columns {
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
function requireRecorded(record: CommitteeRecord, insertedRows: bigint | undefined): void {
  if (insertedRows === 1n || isEmpty(record)) return;
  throw new Refusal(
    'conflict',
    'You have already approved this draft, and an approval cannot be changed. Another person can approve it with the votes.',
  );
}

/** For the audit trail. Minutes are long, and kept with the approval. */
function committeeSummary(record: CommitteeRecord): Omit<CommitteeRecord, 'minutes'> | null {
  const { minutes: _, ...summary } = record;
  return isEmpty(record) ? null : summary;
}

function isEmpty({ votes, dissent, minutes }: CommitteeRecord): boolean {
  return votes === undefined && dissent === undefined && minutes === undefined;
}
