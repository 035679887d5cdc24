// Retracts an approved input that turned out to be wrong. This happens in the transaction that publishes the
// correction, so that an input is never retracted while indicators that use it are uncorrected.

import type { ComputationPackage } from '@rf-indicators/engine';
import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import type { Amendment } from '../facts/facts.ts';
import { outdateDue } from '../inputs/outdate.ts';
import { packageTexts } from '../packages/read-packages.ts';
import type { Indicator } from '../runs/current-indicators.ts';

/** Retracts the run's wrong input; refuses if the run no longer restates every indicator that uses it. */
export async function retractWrongInput(
  context: Context,
  writes: Writes,
  actor: Actor,
  run: Database['runs'],
  restates: ReadonlySet<string>,
): Promise<void> {
  const amendment = { wrong: run.corrects_proposal!, replacement: run.corrected_by_proposal };
  const wrong = await requireCorrectable(writes, amendment);
  const amendments = [amendment, ...(await renewalsOf(writes, wrong))];
  const affected = await indicatorsHolding(writes, wrong.provider_id, amendments);
  const same =
    affected.length === restates.size &&
    affected.every(({ verification_id }) => restates.has(verification_id));
  if (!same) {
    throw new Refusal(
      'conflict',
      'Another indicator was published after this correction was drafted. Run rf correct again.',
    );
  }
  for (const each of amendments) await retract(context, writes, actor, each, run.reason!);
}

export type Proposal = Database['proposals'];

/** Both proposals must be approved, not retracted, and for the same input of the same provider. */
export async function requireCorrectable(
  db: Queries | Writes,
  { wrong, replacement }: Amendment,
): Promise<Proposal> {
  const approved = async (id: string): Promise<Proposal> => {
    const row = await db
      .selectFrom('proposals')
      .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
      .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
      .selectAll('proposals')
      .where('proposals.id', '=', id)
      .where('decisions.decision', '=', 'approved')
      .where('retractions.proposal_id', 'is', null)
      .executeTakeFirst();
    if (row === undefined)
      throw new Refusal('not_found', `${id} is not an approved input, or it has already been retracted.`);
    return row;
  };
  const first = await approved(wrong);
  if (replacement !== null) {
    const second = await approved(replacement);
    if (
      second.provider_id !== first.provider_id ||
      second.currency !== first.currency ||
      second.input_id !== first.input_id
    ) {
      throw new Refusal('validation_failed', 'The replacement is for a different provider or input.');
    }
  }
  return first;
}

/** Renewals ("checked, unchanged") of the wrong value, which must be retracted with it. */
export async function renewalsOf(
  db: Queries | Writes,
  { id, provider_id, currency, input_id, value }: Proposal,
): Promise<Amendment[]> {
  const rows = await db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
    .select('proposals.id')
    .where('proposals.provider_id', provider_id === null ? 'is' : '=', provider_id)
    .where('proposals.currency', currency === null ? 'is' : '=', currency)
    .where('proposals.input_id', '=', input_id)
    .where('proposals.value', '=', value)
    .where('proposals.renewal', '=', 1)
    .where('proposals.id', '<>', id)
    .where('decisions.decision', '=', 'approved')
    .where('retractions.proposal_id', 'is', null)
    .execute();
  return rows.map((row) => ({ wrong: row.id, replacement: null }));
}

/**
 * Published indicators whose package has the wrong input and that have not been corrected yet: those of one provider,
 * or of all if the input is a reference rate.
 */
export async function indicatorsHolding(
  db: Queries | Writes,
  providerId: string | null,
  amendments: readonly Amendment[],
): Promise<Indicator[]> {
  const wrong = new Set(amendments.map((amendment) => amendment.wrong));
  const since = await approvedSince(db, [...wrong]);
  let query = db
    .selectFrom('indicators')
    .select(['verification_id', 'package_hash', 'corrects'])
    // What was not approved yet cannot be in a package. An indicator that corrects another has its knowledge date.
    .where('published_at', '>=', since);
  if (providerId !== null) query = query.where('provider_id', '=', providerId);
  const candidates = await query.execute();
  const corrected = new Set(candidates.map(({ corrects }) => corrects));
  const uncorrected = candidates.filter(({ verification_id }) => !corrected.has(verification_id));
  const holding = await packagesHolding(
    db,
    uncorrected.map(({ package_hash }) => package_hash),
    wrong,
  );
  const found: Indicator[] = [];
  for (const portion of inPortions(holding))
    found.push(
      ...(await db.selectFrom('indicators').selectAll().where('package_hash', 'in', portion).execute()),
    );
  return found.sort((a, b) => a.log_index - b.log_index);
}

/** When the first of these proposals was approved. */
async function approvedSince(db: Queries | Writes, proposals: readonly string[]): Promise<number> {
  const { since } = await db
    .selectFrom('decisions')
    .select(({ fn }) => fn.min('decided_at').as('since'))
    .where('proposal_id', 'in', proposals)
    .executeTakeFirstOrThrow();
  return Number(since);
}

/** The hashes of the packages that have one of these proposals as an input. */
async function packagesHolding(
  db: Queries | Writes,
  hashes: readonly string[],
  wrong: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  for await (const [hash, text] of packageTexts(db, hashes)) {
    // Few have it, and searching the text is faster than parsing it.
    const mayHold = [...wrong].some((id) => text.includes(id));
    if (mayHold && holds(JSON.parse(text), wrong)) found.push(hash);
  }
  return found;
}

function holds({ gates, inputs, facts = {} }: ComputationPackage, wrong: ReadonlySet<string>): boolean {
  const all = [...Object.values(gates), ...Object.values(inputs), ...Object.values(facts)];
  return all.some(({ approval }) => wrong.has(String(approval?.proposal_id ?? '')));
}

async function retract(
  context: Context,
  writes: Writes,
  actor: Actor,
  { wrong, replacement }: Amendment,
  reason: string,
): Promise<void> {
  await writes
    .insertInto('retractions')
    .values({
      proposal_id: wrong,
      replaced_by: replacement,
      reason,
      retracted_by: actor.id,
      retracted_at: await instantAfterRuns(writes, context.clock()),
    })
    .execute();
  const { provider_id } = await writes
    .selectFrom('proposals')
    .select('provider_id')
    .where('id', '=', wrong)
    .executeTakeFirstOrThrow();
  await outdateDue(writes, [provider_id]);
  await recordAct(context, writes, actor, 'input.retract', wrong, null, { replaced_by: replacement, reason });
}
