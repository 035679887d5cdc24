// What can change about a draft after somebody read it. Its items never change; but part of it may be published, inputs
// may be approved that it does not know, and other indicators may take the place of those that it compares with.

import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';

const HOUR = 60 * 60 * 1000;
const MOST_NAMED = 10;

type Run = Database['runs'];

export interface DraftState {
  publications: number;
  /** Inputs of its providers that were approved since. */
  approved: number;
  /** Providers with another current indicator than the one that it compares with. */
  moved: number;
}

export async function draftState(db: Queries | Writes, run: Run): Promise<DraftState> {
  const { publications } = await db
    .selectFrom('publications')
    .select(({ fn }) => fn.countAll().as('publications'))
    .where('run_id', '=', run.id)
    .executeTakeFirstOrThrow();
  const { approved } = await approvedSinceRun(db, run)
    .select(({ fn }) => fn.countAll().as('approved'))
    .executeTakeFirstOrThrow();
  const { moved } = await movedItems(db, run)
    .select(({ fn }) => fn.countAll().as('moved'))
    .executeTakeFirstOrThrow();
  return { publications: Number(publications), approved: Number(approved), moved: Number(moved) };
}

/** As `seen` names it in the input of an act. */
export function seenText({ publications, approved, moved }: DraftState): string {
  return `${publications}.${approved}.${moved}`;
}

/** Refuses a decision on a draft that has changed since the person read it, with what has changed. */
export async function requireSeen(db: Queries | Writes, run: Run, seen: string | undefined): Promise<void> {
  if (seen === undefined) return;
  const now = await draftState(db, run);
  if (seenText(now) === seen) return;
  const [publications = 0, approved = 0, moved = 0] = seen.split('.').map(Number);
  const changes = [
    ...(now.publications === publications ? [] : ['part of it was published']),
    ...(now.approved === approved ? [] : [await newlyApproved(db, run, now.approved - approved)]),
    ...(now.moved === moved ? [] : ['another indicator was published or withdrawn for a provider in it']),
  ];
  throw new Refusal(
    'conflict',
    `This draft has changed since you read it: ${changes.join('; ')}. Read it again before you decide, or compute a new run.`,
  );
}

async function newlyApproved(db: Queries | Writes, run: Run, count: number): Promise<string> {
  if (count <= 0) return 'an approved input was retracted';
  const newest = await approvedInputs(db, run, Math.min(count, MOST_NAMED));
  const named = newest.map(
    ({ slug, currency, input }) => `${input.replaceAll('_', ' ')} of ${slug ?? currency}`,
  );
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return `${count === 1 ? 'an input was' : `${count} inputs were`} approved (${named.join(', ')}${more})`;
}

export interface ApprovedInput {
  slug: string | null;
  name: string | null;
  /** Of a reference rate, which serves all providers. */
  currency: string | null;
  input: string;
  value: string;
  approved_at: number;
}

/** Inputs that were approved after the run was computed, newest first. */
export function approvedInputs(db: Queries | Writes, run: Run, most: number): Promise<ApprovedInput[]> {
  return approvedSinceRun(db, run)
    .leftJoin('providers', 'providers.id', 'proposals.provider_id')
    .select(['slug', 'currency', 'input_id as input', 'value', 'decided_at as approved_at'])
    .select(providerName('providers.id').as('name'))
    .orderBy('decided_at', 'desc')
    .orderBy('proposals.id')
    .limit(most)
    .execute();
}

/** Approvals that the run does not know. */
export function approvedSinceRun(db: Queries | Writes, run: Run) {
  // A run about the past leaves out what was approved since on purpose: it counts from when it was computed.
  const since = run.created_at - run.known_at < HOUR ? run.known_at : run.created_at;
  return db
    .selectFrom('decisions')
    .innerJoin('proposals', 'proposals.id', 'decisions.proposal_id')
    .where('decision', '=', 'approved')
    .where('decided_at', '>', since)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('proposals.provider_id', 'is', null),
        exists(
          selectFrom('run_items')
            .select('run_items.run_id')
            .where('run_items.run_id', '=', run.id)
            .whereRef('run_items.provider_id', '=', 'proposals.provider_id'),
        ),
      ]),
    );
}

/** A correction restates the past, whatever is current. */
function movedItems(db: Queries | Writes, run: Run) {
  return db
    .selectFrom('run_items')
    .leftJoin('provider_states', 'provider_states.provider_id', 'run_items.provider_id')
    .where('run_items.run_id', '=', run.kind === 'correction' ? '' : run.id)
    .where('run_items.publication_id', 'is', null)
    .where('run_items.action', 'in', ['publish', 'verify'])
    .where(({ eb, fn, val }) =>
      eb(
        fn.coalesce('provider_states.verification_id', val('')),
        '<>',
        fn.coalesce('run_items.base_verification_id', val('')),
      ),
    );
}
