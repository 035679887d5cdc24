// Proposes inputs as a batch, all or none. They count once a reviewer has approved them.

import type { Methodology } from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { type CurrentValue, currentFacts, currentValue, renewalProblem } from '../facts/renewable.ts';
import { type Row, refuse } from '../import/rows.ts';
import { findProviders } from '../providers/providers.ts';
import { checkRows } from './check-rows.ts';
import { readSheetRows } from './due-sheet.ts';
import { removeDraft } from './entry-drafts.ts';
import { type Document, type GivenEvidence, type OwnedEvidence, recordEvidence } from './evidence.ts';
import type { OwnerColumns } from './evidence-owner.ts';
import type { InputRow } from './input-rows.ts';

export interface Proposed {
  batchId: string;
  /** In the order of the rows, without those that were only checked. */
  proposalIds: string[];
  /** Rows whose value follows from others: it was checked, and runs derive it. */
  checked: number;
  /** Rows of a sheet without a result. */
  skipped: number;
}

export interface Renewal {
  /** Id of a criterion, a gate or a fact. */
  input: string;
  /** Ids or slugs. */
  providers: readonly string[];
  evidence: GivenEvidence | string;
  confirmation?: string | undefined;
  shared_reason?: string | undefined;
}

/**
 * Rows have the members `provider` (id or slug; for a reference rate `currency`), `input`, `value` and `evidence` (the
 * id of recorded evidence, or a new object; equal objects are recorded once). Rows of a sheet of due inputs have
 * `result` instead of `value`. The draft that the rows were typed in is removed with them.
 */
export async function proposeInputs(
  context: Context,
  actor: Actor,
  methodology: Methodology,
  rows: readonly Row[],
  draft: string | null = null,
): Promise<Proposed> {
  return actAs(context, actor, 'inputs.propose', async (writes) => {
    const sheet = await readSheetRows(writes, methodology, rows, context.clock());
    const proposed = await propose(context, writes, actor, methodology, sheet.rows, sheet.renewed);
    if (draft !== null) await removeDraft(writes, actor, draft);
    return { ...proposed, skipped: sheet.skipped };
  });
}

/** "Checked, unchanged": proposes the current value of an input again, for many providers with the same evidence. */
export async function renewUnchanged(
  context: Context,
  actor: Actor,
  methodology: Methodology,
  { input, providers, evidence, confirmation, shared_reason }: Renewal,
): Promise<Proposed> {
  return actAs(context, actor, 'inputs.renew', async (writes) => {
    const current = await currentValues(context, writes, methodology, input, providers);
    const rows = [...current].map(([subject, { value }]) => ({
      place: subject,
      value: { ...subjectOf(input, subject), input, value, evidence, confirmation, shared_reason },
    }));
    return propose(context, writes, actor, methodology, rows, current, 'inputs.renewal_proposed');
  });
}

function subjectOf(input: string, subject: string): { currency: string } | { provider: string } {
  return input === REFERENCE_RATE ? { currency: subject } : { provider: subject };
}

/** `renewed` has, by their place, the current values that rows repeat: "checked, unchanged". */
export async function propose(
  context: Context,
  writes: Writes,
  actor: Actor,
  methodology: Methodology,
  rows: readonly Row[],
  renewed: ReadonlyMap<string, CurrentValue> = new Map(),
  action: 'inputs.proposed' | 'inputs.renewal_proposed' = 'inputs.proposed',
): Promise<Proposed> {
  if (rows.length === 0) throw new Refusal('validation_failed', 'No inputs were given.');
  const now = context.clock();
  const { read, toPropose, problems, owners, unusual } = await checkRows(
    writes,
    methodology,
    rows,
    renewed,
    now,
  );
  refuse(problems);
  if (toPropose.length === 0) {
    throw new Refusal(
      'validation_failed',
      'Every value in these rows is derived from other inputs in each run. Propose those inputs instead.',
    );
  }

  const batchId = context.newId();
  const evidenceIds = await writeEvidence(context, writes, actor, toPropose, owners);
  const proposals = toPropose.map((row, index) => ({
    id: context.newId(),
    batch_id: batchId,
    provider_id: row.provider?.id ?? null,
    currency: row.currency,
    input_id: row.input,
    value: row.value,
    evidence_id: evidenceIds[index]!,
    renewal: renewed.has(row.place) ? 1 : 0,
    facts: '{}',
    proposed_by: actor.id,
    proposed_at: now,
    // Without something to confirm, the sentence says nothing.
    confirmation: unusual.has(row) ? row.confirmation : null,
    shared_reason: row.shared_reason,
  }));
  await insertAll(writes, 'proposals', proposals);
  const notes = toPropose.flatMap(({ note }, index) =>
    note === null ? [] : [{ proposal_id: proposals[index]!.id, note }],
  );
  await insertAll(writes, 'proposal_notes', notes);
  await insertAll(
    writes,
    'open_proposals',
    proposals.map(({ id }) => ({ proposal_id: id })),
  );
  const renewals = proposals.filter(({ renewal }) => renewal === 1).length;
  const isMixed = renewals > 0 && action === 'inputs.proposed';
  await recordAct(context, writes, actor, action, `batch/${batchId}`, null, {
    proposals: proposals.length,
    ...(isMixed ? { renewals } : {}),
  });
  const checkedOnly = read.length - proposals.length;
  return { batchId, proposalIds: proposals.map(({ id }) => id), checked: checkedOnly, skipped: 0 };
}

/** Records evidence that several rows share once. Returns the evidence id of each row. */
async function writeEvidence(
  context: Context,
  writes: Writes,
  actor: Actor,
  rows: readonly InputRow[],
  owners: ReadonlyMap<InputRow, OwnerColumns>,
): Promise<string[]> {
  const distinct: OwnedEvidence[] = [];
  const seen = new Map<Document | null, Map<string, number>>();
  const chosen = rows.map((row) => {
    if ('id' in row.evidence) return row.evidence.id;
    const evidence = { ...row.evidence, ...owners.get(row)! };
    const { document = null, ...rest } = evidence;
    if (!seen.has(document)) seen.set(document, new Map());
    const ofDocument = seen.get(document)!;
    const text = JSON.stringify(rest);
    const index = ofDocument.get(text) ?? distinct.push(evidence) - 1;
    ofDocument.set(text, index);
    return index;
  });
  const ids = await recordEvidence(context, writes, actor, distinct);
  return chosen.map((idOrIndex) => (typeof idOrIndex === 'number' ? ids[idOrIndex]! : idOrIndex));
}

/** The current values of an input, by provider slug. Reference rates are those of the providers' currencies. */
async function currentValues(
  context: Context,
  writes: Writes,
  methodology: Methodology,
  input: string,
  keys: readonly string[],
): Promise<Map<string, CurrentValue>> {
  const found = await findProviders(writes, keys);
  const problems = keys
    .filter((key) => !found.has(key))
    .map((place) => ({ place, code: 'unknown_provider', message: 'no provider has this id or slug' }));
  const ids = [...found.values()].map(({ id }) => id);
  const values = new Map<string, CurrentValue>();
  for (const facts of await currentFacts(writes, methodology, ids, [input], context.clock())) {
    const known = currentValue(facts, input);
    const currency = facts.facts.payout_currency?.value;
    if (input === REFERENCE_RATE && (currency === 'BTC' || known !== undefined)) {
      if (known !== undefined) values.set(currency!, known);
      continue;
    }
    const problem = renewalProblem(input, known);
    if (problem === null) values.set(facts.slug, known!);
    else problems.push({ place: facts.slug, ...problem });
  }
  refuse(problems, 'Nothing was renewed');
  return values;
}
