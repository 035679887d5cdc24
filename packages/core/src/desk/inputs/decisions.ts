// Decisions on proposals: a reviewer approves or rejects what somebody else proposed. Decisions are final; a value
// that later turns out to be wrong is corrected instead.

import { actingStaff } from '../../accounts/staff.ts';
import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { instantAfterRuns } from './after-runs.ts';
import { refuseInvalidCombinations } from './approval-checks.ts';
import { currentValues } from './current-values.ts';

/** A batch means all its open proposals. */
export type ToDecide = { batchId: string } | { proposalIds: readonly string[] };

export type Verdict = 'approved' | 'rejected';

export interface DecideOptions {
  reason?: string | null;
  /** Also approve proposals whose documents the actor has not opened. */
  unopened?: boolean;
  /** Also look up the values that counted before. */
  compare?: boolean;
}

export interface Decided {
  id: string;
  /** null for a reference rate. */
  slug: string | null;
  currency: string | null;
  input: string;
  /** The value that counted before; null if there was none, or if it was not asked for. */
  old_value: string | null;
  value: string;
  /** Whether the actor had opened the document; null if there is none. */
  opened: boolean | null;
}

/** Decides all of the proposals or none, and returns what was decided. */
export async function decide(
  context: Context,
  actor: Actor,
  what: ToDecide,
  verdict: Verdict,
  { reason = null, unopened = false, compare = false }: DecideOptions = {},
): Promise<Decided[]> {
  requireMay(actor, verdict === 'approved' ? 'inputs.approve' : 'inputs.reject');
  const because = reason?.trim() || null;
  if (verdict === 'rejected' && because === null) {
    throw new Refusal(
      'validation_failed',
      'A rejection needs a reason, for the person who proposed the input.',
    );
  }
  return context.store.transaction(async (writes) => {
    await actingStaff(writes, actor, verdict === 'approved' ? 'inputs.approve' : 'inputs.reject');
    const proposals = await openProposals(writes, actor, what);
    refuseOwn(actor, proposals);
    if (verdict === 'approved' && !unopened) refuseUnopened(proposals);
    const decided_at = await instantAfterRuns(writes, context.clock());
    const effective = await findEffectiveMethodology(writes, decided_at);
    const before =
      compare && effective !== null
        ? await currentValues(writes, effective.methodology, proposals, decided_at, decided_at)
        : null;
    await insertAll(
      writes,
      'decisions',
      proposals.map((proposal) => ({
        proposal_id: proposal.id,
        proposed_by: proposal.proposed_by,
        decision: verdict,
        decided_by: actor.id,
        decided_at,
        reason: because,
        opened: wasOpened(proposal) === null ? null : Number(wasOpened(proposal)),
      })),
    );
    if (verdict === 'approved' && effective !== null) {
      await refuseInvalidCombinations(writes, effective.methodology, proposals, decided_at);
    }
    for (const [batch, decided] of Map.groupBy(proposals, ({ batch_id }) => batch_id)) {
      const after = { decision: verdict, reason: because, proposals: decided.length, ...openings(decided) };
      await recordAct(context, writes, actor, `inputs.${verdict}`, `batch/${batch}`, null, after);
    }
    return proposals.map((proposal, index) => ({
      id: proposal.id,
      slug: proposal.slug,
      currency: proposal.currency,
      input: proposal.input_id,
      old_value: before?.[index] ?? null,
      value: proposal.value,
      opened: wasOpened(proposal),
    }));
  });
}

interface OpenProposal {
  id: string;
  batch_id: string;
  provider_id: string | null;
  slug: string | null;
  currency: string | null;
  input_id: string;
  value: string;
  renewal: number;
  proposed_by: string;
  evidence_id: string;
  sha256: string | null;
  /** When the actor first opened the document. */
  opened_at: number | null;
}

async function openProposals(writes: Writes, actor: Actor, what: ToDecide): Promise<OpenProposal[]> {
  const query = writes
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
    .select(['providers.slug', 'evidence.sha256', 'document_openings.opened_at'])
    .select(['proposals.proposed_by', 'decisions.decision'])
    .orderBy('proposals.id');
  if ('batchId' in what) {
    const batch = await query.where('batch_id', '=', what.batchId).execute();
    if (batch.length === 0) throw new Refusal('not_found', `There is no batch ${what.batchId}.`);
    const open = batch.filter(({ decision }) => decision === null);
    if (open.length > 0) return open;
    throw new Refusal('conflict', `Every proposal in batch ${what.batchId} has already been decided.`);
  }
  const ids = [...new Set(what.proposalIds)];
  const found = new Map<string, OpenProposal & { decision: string | null }>();
  for (const portion of inPortions(ids)) {
    for (const row of await query.where('proposals.id', 'in', portion).execute()) found.set(row.id, row);
  }
  const problems: RefusalDetail[] = [];
  for (const id of ids) {
    const proposal = found.get(id);
    if (!proposal) problems.push({ place: id, code: 'not_found', message: 'does not exist' });
    else if (proposal.decision !== null) {
      problems.push({ place: id, code: 'decided', message: `has already been ${proposal.decision}` });
    }
  }
  if (problems.length > 0) throw new Refusal('conflict', 'Nothing was decided.', problems);
  if (ids.length === 0) throw new Refusal('validation_failed', 'No proposals were given.');
  return ids.map((id) => found.get(id)!);
}

/** null if there is no stored document. */
function wasOpened({ sha256, opened_at }: OpenProposal): boolean | null {
  return sha256 === null ? null : opened_at !== null;
}

function openings(proposals: readonly OpenProposal[]): { opened: number; unopened: number } {
  const states = proposals.map(wasOpened);
  const countOf = (wanted: boolean) => states.filter((state) => state === wanted).length;
  return { opened: countOf(true), unopened: countOf(false) };
}

function refuseUnopened(proposals: readonly OpenProposal[]): void {
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
function refuseOwn(actor: Actor, proposals: readonly OpenProposal[]): void {
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
