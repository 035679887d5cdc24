// What waits for a person, by what their roles let them decide.

import { type DomainAnswerOf, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { listRequests } from '../../accounts/requests.ts';
import type { Actor } from '../../context/actor.ts';
import { civilDate } from '../../context/times.ts';
import type { StaffRole } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { waitingVotes } from '../committee/waiting-votes.ts';
import { openMentions } from '../inputs/mentions.ts';
import { countOpen } from '../inputs/open-count.ts';
import { firstQuestionTo } from '../inputs/questions.ts';

type Waiting = DomainAnswerOf<'desk.home'>['waiting'][number];
type WaitingKind = Waiting['kind'];
type Counted = Omit<Waiting, 'kind' | 'first'> & { first?: string | null };
type Count = (db: Queries, actor: Actor, now: number) => Promise<Counted>;

/** In the order in which a person would take them up. */
const COUNTS: Readonly<Record<WaitingKind, { roles: readonly StaffRole[]; count: Count }>> = {
  proposals: { roles: ['reviewer'], count: proposals },
  questions: { roles: ['analyst'], count: questions },
  mentions: { roles: STAFF_ROLES, count: mentions },
  assigned: { roles: ['analyst'], count: assigned },
  votes: { roles: ['analyst', 'reviewer', 'chief_risk_officer'], count: votes },
  drafts: { roles: ['reviewer', 'operator'], count: drafts },
  requests: { roles: ['operator', 'reviewer', 'chief_risk_officer'], count: requests },
  sign_offs: { roles: ['chief_risk_officer'], count: signOffs },
  claims: { roles: ['operator', 'reviewer', 'chief_risk_officer'], count: claims },
  score_requests: { roles: ['analyst', 'operator'], count: scoreRequests },
};

/** Only what there is. */
export async function waitingFor(db: Queries, actor: Actor, now: number): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const [kind, { roles, count }] of Object.entries(COUNTS) as [
    WaitingKind,
    (typeof COUNTS)['drafts'],
  ][]) {
    if (!roles.some((role) => actor.roles.includes(role))) continue;
    const counted = await count(db, actor, now);
    if (counted.count > 0) waiting.push({ kind, first: null, ...counted });
  }
  return waiting;
}

/** Those of other people: nobody decides on their own. */
async function proposals(db: Queries, { id }: Actor): Promise<Counted> {
  const { waiting } = await countOpen(db, id);
  const oldest = await db
    .selectFrom('proposals')
    .select(({ fn }) => fn.min('proposals.proposed_at').as('oldest_at'))
    .where('proposals.id', 'in', db.selectFrom('open_proposals').select('proposal_id'))
    .where('proposals.proposed_by', '<>', id)
    .executeTakeFirstOrThrow();
  return counted({ count: waiting, oldest_at: oldest.oldest_at });
}

/** One's own proposals that a reviewer returned with a question. */
async function questions(db: Queries, { id }: Actor): Promise<Counted> {
  const { to_answer } = await countOpen(db, id);
  if (to_answer === 0) return { count: 0, oldest_at: null };
  const first = await firstQuestionTo(db, id);
  return { count: to_answer, oldest_at: first?.written_at ?? null, first: first?.proposal_id ?? null };
}

/** Questions that mention this person and that nobody has answered yet. */
async function mentions(db: Queries, { id }: Actor): Promise<Counted> {
  const found = (await openMentions(db)).filter(({ people }) => people.includes(id));
  const [first] = found.toSorted((a, b) => a.written_at - b.written_at);
  return { count: found.length, oldest_at: first?.written_at ?? null, first: first?.proposal_id ?? null };
}

/** Inputs that this person looks after and that have at most a third of their time left. */
async function assigned(db: Queries, { id }: Actor, now: number): Promise<Counted> {
  const { count } = await db
    .selectFrom('due_notes')
    .innerJoin('due_inputs', (join) =>
      join
        .onRef('due_inputs.provider_id', '=', 'due_notes.provider_id')
        .onRef('due_inputs.input_id', '=', 'due_notes.input_id'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .where('due_notes.assignee', '=', id)
    .where('due_inputs.soon_from', '<=', civilDate(now))
    .executeTakeFirstOrThrow();
  return counted({ count, oldest_at: null });
}

/** Open matters of the committee that this person has not voted on. */
async function votes(db: Queries, { id }: Actor): Promise<Counted> {
  return waitingVotes(db, id);
}

async function drafts(db: Queries): Promise<Counted> {
  const row = await db
    .selectFrom('runs')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('finished_at').as('oldest_at')])
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  return counted(row);
}

async function requests(db: Queries, { id }: Actor, now: number): Promise<Counted> {
  const open = await listRequests(db, now, { status: 'open' });
  const others = open.filter(({ requested_by }) => requested_by !== id);
  return { count: others.length, oldest_at: others[0]?.requested_at ?? null };
}

/** Frameworks that nobody has signed. */
async function signOffs(db: Queries): Promise<Counted> {
  const row = await db
    .selectFrom('methodologies')
    .leftJoin('methodology_sign_offs', 'methodology_sign_offs.digest', 'methodologies.digest')
    .leftJoin('methodology_replacements', 'methodology_replacements.digest', 'methodologies.digest')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('imported_at').as('oldest_at')])
    .where('methodology_sign_offs.digest', 'is', null)
    .where('methodology_replacements.digest', 'is', null)
    .executeTakeFirstOrThrow();
  return counted(row);
}

/** Claims of invitations that somebody else sent. */
async function claims(db: Queries, { id }: Actor, now: number): Promise<Counted> {
  const row = await db
    .selectFrom('staff_invitations')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('claimed_at').as('oldest_at')])
    .where('claimed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('invited_by', '<>', id)
    .executeTakeFirstOrThrow();
  return counted(row);
}

async function scoreRequests(db: Queries): Promise<Counted> {
  const row = await db
    .selectFrom('score_requests')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('received_at').as('oldest_at')])
    .where('status', '=', 'received')
    .executeTakeFirstOrThrow();
  return counted(row);
}

/** PostgreSQL gives counts as text. */
function counted({ count, oldest_at }: { count: unknown; oldest_at: unknown }): Counted {
  return { count: Number(count), oldest_at: oldest_at === null ? null : Number(oldest_at) };
}
