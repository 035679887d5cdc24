// Proposes inputs as a batch, all or none. They count once a reviewer has approved them.

import type { Methodology } from '@rf-indicators/engine';
import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { placeOf, type Row, refuse } from '../import/file.ts';
import { findProviders } from '../providers/providers.ts';
import { checkEntries } from './entry-checks.ts';
import { type Document, type GivenEvidence, recordEvidence } from './evidence.ts';
import { CHECKED_TOGETHER } from './fact-definitions.ts';
import { factsAsOf } from './facts.ts';
import { type InputRow, readInputRows } from './input-rows.ts';
import type { KnownFact, KnownInput } from './known.ts';

export interface Proposed {
  batchId: string;
  /** In the order of the rows, without those that were only checked. */
  proposalIds: string[];
  /** Rows whose value follows from others: it was checked, and runs derive it. */
  checked: number;
}

export interface Renewal {
  /** Id of a criterion, a gate or a fact. */
  input: string;
  /** Ids or slugs. */
  providers: readonly string[];
  evidence: GivenEvidence | string;
}

/**
 * Rows have the members `provider` (id or slug; for a reference rate `currency`), `input`, `value` and `evidence` (the
 * id of recorded evidence, or a new object; equal objects are recorded once).
 */
export async function proposeInputs(
  context: Context,
  actor: Actor,
  methodology: Methodology,
  rows: readonly Row[],
): Promise<Proposed> {
  requireMay(actor, 'inputs.propose');
  return context.store.transaction((writes) => propose(context, writes, actor, methodology, rows));
}

/** "Checked, unchanged": proposes the current value of an input again, for many providers with the same evidence. */
export async function renewUnchanged(
  context: Context,
  actor: Actor,
  methodology: Methodology,
  { input, providers, evidence }: Renewal,
): Promise<Proposed> {
  requireMay(actor, 'inputs.renew');
  return context.store.transaction(async (writes) => {
    const current = await currentValues(context, writes, methodology, input, providers);
    const rows = [...current].map(([provider, { value }]) => ({
      place: provider,
      value: { provider, input, value, evidence },
    }));
    return propose(context, writes, actor, methodology, rows, current);
  });
}

/** `renewed` has the current inputs by slug if the rows are renewals. */
export async function propose(
  context: Context,
  writes: Writes,
  actor: Actor,
  methodology: Methodology,
  rows: readonly Row[],
  renewed: ReadonlyMap<string, KnownInput | KnownFact> | null = null,
): Promise<Proposed> {
  if (rows.length === 0) throw new Refusal('validation_failed', 'No inputs were given.');
  const problems: RefusalDetail[] = [];
  const now = context.clock();
  const read = await readInputRows(writes, methodology, civilDate(now), rows, problems);
  // A renewal repeats a value that was checked when it was new.
  const toPropose = renewed === null ? await checkEntries(writes, methodology, read, now, problems) : read;
  for (const { place, provider, evidence } of renewed === null ? [] : read) {
    const { evidence_date } = renewed!.get(provider!.slug)!;
    if (evidence_date === null || evidence.evidence_date >= evidence_date) continue;
    const message = `is older than the evidence on record, which is dated ${evidence_date}`;
    problems.push({ place: placeOf(place, 'evidence'), code: 'older_evidence', message });
  }
  refuse(problems);
  if (toPropose.length === 0) {
    throw new Refusal(
      'validation_failed',
      'Every value in these rows is derived from other inputs in each run. Propose those inputs instead.',
    );
  }

  const batchId = context.newId();
  const evidenceIds = await writeEvidence(context, writes, actor, toPropose);
  const proposals = toPropose.map(({ provider, currency, input, value }, index) => ({
    id: context.newId(),
    batch_id: batchId,
    provider_id: provider?.id ?? null,
    currency,
    input_id: input,
    value,
    evidence_id: evidenceIds[index]!,
    renewal: renewed === null ? 0 : 1,
    facts: '{}',
    proposed_by: actor.id,
    proposed_at: now,
  }));
  await insertAll(writes, 'proposals', proposals);
  const action = renewed === null ? 'inputs.proposed' : 'inputs.renewal_proposed';
  await recordAct(context, writes, actor, action, `batch/${batchId}`, null, { proposals: proposals.length });
  return { batchId, proposalIds: proposals.map(({ id }) => id), checked: read.length - proposals.length };
}

/** Records evidence that several rows share once. Returns the evidence id of each row. */
async function writeEvidence(
  context: Context,
  writes: Writes,
  actor: Actor,
  rows: readonly InputRow[],
): Promise<string[]> {
  const distinct: GivenEvidence[] = [];
  const seen = new Map<Document | null, Map<string, number>>();
  const chosen = rows.map(({ evidence }) => {
    if ('id' in evidence) return evidence.id;
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

/** The current values of an input, by provider slug. */
async function currentValues(
  context: Context,
  writes: Writes,
  methodology: Methodology,
  input: string,
  keys: readonly string[],
): Promise<Map<string, KnownInput | KnownFact>> {
  const found = await findProviders(writes, keys);
  const problems = keys
    .filter((key) => !found.has(key))
    .map((place) => ({ place, code: 'unknown_provider', message: 'no provider has this id or slug' }));
  const ids = new Set([...found.values()].map(({ id }) => id));
  const now = context.clock();
  const values = new Map<string, KnownInput | KnownFact>();
  for (const portion of inPortions([...ids])) {
    // Whether a value is derived shows only together with what it follows from.
    const only = CHECKED_TOGETHER.includes(input) ? [...CHECKED_TOGETHER, 'reserve_coverage'] : [input];
    const current = await factsAsOf(writes, methodology, portion, now, now, { only });
    for (const { slug, gates, inputs, facts } of current) {
      const known = gates[input] ?? inputs[input] ?? facts[input];
      if (known === undefined) {
        problems.push({ place: slug, code: 'nothing_to_renew', message: `has no value for "${input}" yet` });
      } else if ('oldestBase' in known) {
        const from = (known.approval!.from as readonly string[]).join(' and ');
        const message = `derives "${input}" in each run; renew ${from} instead`;
        problems.push({ place: slug, code: 'derived', message });
      } else values.set(slug, known);
    }
  }
  refuse(problems, 'Nothing was renewed');
  return values;
}
