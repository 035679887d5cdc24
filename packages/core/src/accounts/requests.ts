// Requests: acts that take two people. One person requests the act, and it is performed when another approves it.

import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { type Portion, timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { instantText } from '../context/times.ts';
import { provedRow, wasRecorded } from '../store/records/proved.ts';
import type { RequestDecision } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
const OPEN_DAYS = 30;

/** The acts that take two people, and are performed when a request is approved. */
export const TWO_PERSON_ACTS = [
  'staff.set_roles',
  'staff.retire',
  'staff.erase',
  'staff.revoke_token',
  'officer_keys.enrol',
  'officer_keys.retire',
  'frameworks.activate',
  'frameworks.cancel',
  'runs.discard',
  'providers.rename',
  'providers.change_slug',
  'providers.describe',
  'specimens.name',
  'specimens.end',
  'disclosures.set',
  'entry_checks.record',
  'rules.set',
  'committee.appoint',
  'sign_ins.recover',
  'sign_ins.unlink',
  'servers.set',
  'master_key.rotate',
] as const;
export type TwoPersonAct = (typeof TWO_PERSON_ACTS)[number];

/** The two people behind an act. `approver` is null where one person may act alone. */
export interface People {
  requester: Actor;
  approver: Actor | null;
}

/** For audit records: who approved, or why nobody had to. */
export function approvalNote({ approver }: People): { approved_by: string } | { alone: true } {
  return approver === null ? { alone: true } : { approved_by: approver.id };
}

export type RequestStatus = 'open' | RequestDecision | 'expired';

export interface Request {
  id: string;
  act: TwoPersonAct;
  subject: string;
  /** The input of the act. */
  input: Record<string, unknown>;
  requested_by: string;
  requester: string;
  requested_at: number;
  expires_at: number;
  status: RequestStatus;
  decided_by: string | null;
  decider: string | null;
  decided_at: number | null;
  reason: string | null;
}

export async function makeRequest(
  context: Context,
  writes: Writes,
  actor: Actor,
  act: TwoPersonAct,
  subject: string,
  input: object,
): Promise<string> {
  const id = context.newId();
  await writes
    .insertInto('requests')
    .values({
      id,
      kind: act,
      subject,
      content: JSON.stringify(input),
      requested_by: actor.id,
      requested_at: context.clock(),
    })
    .execute();
  await recordAct(context, writes, actor, 'request.made', subject, null, { request: id, act, input });
  return id;
}

export interface RequestFilter {
  id?: string | undefined;
  status?: RequestStatus | undefined;
  /** Id or name. */
  requester?: string | undefined;
}

export const REQUEST_ORDER = timeOrder<Request>(
  'requests',
  'oldest',
  ['requested_at', 'requests.id'],
  ({ requested_at, id }) => [requested_at, id],
);

/** Oldest first. */
export async function listRequests(
  db: Queries | Writes,
  now: number,
  { id, status, requester }: RequestFilter = {},
  portion: Portion = {},
): Promise<Request[]> {
  let query = db
    .selectFrom('requests')
    .innerJoin('staff as requester', 'requester.id', 'requests.requested_by')
    .leftJoin('request_decisions as d', 'd.request_id', 'requests.id')
    .leftJoin('staff as decider', 'decider.id', 'd.decided_by')
    .selectAll('requests')
    .select(['requester.name as requester', 'd.decision', 'd.decided_by', 'd.decided_at', 'd.reason'])
    .select('decider.name as decider');
  if (id !== undefined) query = query.where('requests.id', '=', id);
  if (requester !== undefined) {
    query = query.where(({ eb, or }) =>
      or([eb('requester.id', '=', requester), eb('requester.name', '=', requester)]),
    );
  }
  if (status === 'open' || status === 'expired') {
    const isOpen = status === 'open';
    query = query
      .where('d.decision', 'is', null)
      .where('requested_at', isOpen ? '>' : '<=', now - OPEN_DAYS * DAY);
  } else if (status !== undefined) query = query.where('d.decision', '=', status);
  return (await REQUEST_ORDER.select(query, portion).execute()).map(
    ({ kind, content, decision, ...row }): Request => {
      const expires_at = row.requested_at + OPEN_DAYS * DAY;
      return {
        ...row,
        act: kind as TwoPersonAct,
        input: JSON.parse(content),
        expires_at,
        status: decision ?? (expires_at > now ? 'open' : 'expired'),
      };
    },
  );
}

/** The request with the two people, if it is open and somebody else made it; otherwise throws a refusal. */
export async function requireApprovable(
  context: Context,
  db: Queries | Writes,
  approver: Actor,
  requestId: string,
): Promise<{ request: Request; people: { requester: Actor; approver: Actor } }> {
  const request = await requireOpen(context, db, requestId);
  if (request.requested_by === approver.id) {
    throw new Refusal(
      'conflict',
      'This takes two people: you requested it, so somebody else must approve it.',
    );
  }
  const requester = await actingStaff(db, { id: request.requested_by, name: request.requester }, request.act);
  return { request, people: { requester, approver } };
}

/** Records the approval in the transaction that performs the act. */
export async function recordApproval(
  context: Context,
  writes: Writes,
  given: Actor,
  requestId: string,
): Promise<void> {
  // Checked again, because the transaction may begin long after the first check.
  const approver = await actingStaff(writes, given, 'requests.approve');
  const { request } = await requireApprovable(context, writes, approver, requestId);
  await decideRequest(context, writes, approver, request, 'approved', null);
}

/** A request is about the person for whom it was made, even if another person has the name now. */
export async function requireRequestedPerson(
  writes: Writes,
  requestId: string | null,
  { id }: { id: string },
  kind: 'staff' | 'members' = 'staff',
): Promise<void> {
  if (requestId === null) return;
  const { subject } = await writes
    .selectFrom('requests')
    .select('subject')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  if (subject === `${kind}/${id}`) return;
  throw new Refusal('conflict', 'This request was made for another person. Request it again.');
}

export async function refuseRequest(
  context: Context,
  given: Actor,
  requestId: string,
  reason: string,
): Promise<void> {
  if (reason.trim() === '')
    throw new Refusal('validation_failed', 'A refusal needs a reason, for the requester.');
  await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'requests.refuse');
    const request = await requireOpen(context, writes, requestId);
    if (request.requested_by === actor.id) {
      throw new Refusal('conflict', 'This is your own request. Cancel it with rf approvals cancel.');
    }
    await decideRequest(context, writes, actor, request, 'refused', reason.trim());
  });
}

export async function cancelRequest(context: Context, given: Actor, requestId: string): Promise<void> {
  await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'requests.cancel');
    const request = await requireOpen(context, writes, requestId);
    if (request.requested_by !== actor.id) {
      throw new Refusal(
        'conflict',
        `${request.requester} made this request. Refuse it with rf approvals refuse.`,
      );
    }
    await decideRequest(context, writes, actor, request, 'cancelled', null);
  });
}

async function requireOpen(context: Context, db: Queries | Writes, id: string): Promise<Request> {
  const [request] = await listRequests(db, context.clock(), { id });
  if (request === undefined || !(await isOwnRequest(db, request))) {
    throw new Refusal('not_found', `There is no request ${id}. Run rf approvals list to see them.`);
  }
  if (request.status === 'open') return request;
  const when = request.status === 'expired' ? request.expires_at : request.decided_at!;
  const what = request.status === 'expired' ? 'expired' : `was ${request.status}`;
  throw new Refusal('conflict', `This request ${what} on ${instantText(when)}.`);
}

/** Whether this program recorded the request, and no decision that is missing now. */
async function isOwnRequest(db: Queries | Writes, { id, status }: Request): Promise<boolean> {
  const own = await provedRow(db, 'requests', () =>
    db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  const isDecided = await wasRecorded(db, 'request_decisions', { request_id: id });
  return own !== undefined && !(isDecided && (status === 'open' || status === 'expired'));
}

async function decideRequest(
  context: Context,
  writes: Writes,
  actor: Actor,
  { id, act, subject, requested_by }: Request,
  decision: RequestDecision,
  reason: string | null,
): Promise<void> {
  const row = { request_id: id, requested_by, decision, decided_by: actor.id, reason };
  await writes
    .insertInto('request_decisions')
    .values({ ...row, decided_at: context.clock() })
    .execute();
  const after = { request: id, act, requested_by, ...(reason === null ? {} : { reason }) };
  await recordAct(context, writes, actor, `request.${decision}`, subject, null, after);
}
