// Inputs are proposed by an analyst, a whole batch or nothing of it, and count once a reviewer has approved.

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
import { checkEntries } from './derived-inputs.ts';
import { type Document, type GivenEvidence, recordEvidence } from './evidence.ts';
import { factsAsOf, type KnownInput } from './facts.ts';
import { type InputRow, readInputRows } from './input-rows.ts';

export interface Proposed {
  batchId: string;
  /** In the order of the rows. */
  proposalIds: string[];
}

export interface Renewal {
  /** A criterion's or a gate's id. */
  input: string;
  /** Ids or slugs. */
  providers: readonly string[];
  evidence: GivenEvidence | string;
}

/**
 * Rows have the members `provider` (id or slug), `input`, `value`, `evidence` (the id of evidence on record, or
 * an object to record; equal ones are recorded once) and, for btc_shock_absorption, `facts.bitcoin_part`.
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

/** "Checked, unchanged": the value that stands, renewed for many providers with one evidence record. */
export async function renewUnchanged(
  context: Context,
  actor: Actor,
  methodology: Methodology,
  { input, providers, evidence }: Renewal,
): Promise<Proposed> {
  requireMay(actor, 'inputs.renew');
  return context.store.transaction(async (writes) => {
    const standing = await standingValues(context, writes, methodology, input, providers);
    const rows: Row[] = [];
    for (const [provider, { value, proposalId }] of standing) {
      const facts = input === 'btc_shock_absorption' ? await givenFacts(writes, proposalId) : {};
      rows.push({ place: provider, value: { provider, input, value, evidence, ...facts } });
    }
    return propose(context, writes, actor, methodology, rows, standing);
  });
}

/** `renewed` holds what stands, by slug, if the rows renew it. */
async function propose(
  context: Context,
  writes: Writes,
  actor: Actor,
  methodology: Methodology,
  rows: readonly Row[],
  renewed: ReadonlyMap<string, KnownInput> | null = null,
): Promise<Proposed> {
  if (rows.length === 0) throw new Refusal('validation_failed', 'There is nothing to propose.');
  const faults: RefusalDetail[] = [];
  const now = context.clock();
  const read = await readInputRows(writes, methodology, civilDate(now), rows, faults);
  const facts = await checkEntries(writes, methodology, read, now, faults);
  for (const { place, provider, evidence } of renewed === null ? [] : read) {
    const { evidence_date } = renewed!.get(provider.slug)!;
    if (evidence.evidence_date >= evidence_date) continue;
    const message = `the evidence on record is newer: of ${evidence_date}`;
    faults.push({ place: placeOf(place, 'evidence'), code: 'older_evidence', message });
  }
  refuse(faults);

  const batchId = context.newId();
  const evidenceIds = await writeEvidence(context, writes, actor, read);
  const proposals = read.map(({ provider, input, value }, index) => ({
    id: context.newId(),
    batch_id: batchId,
    provider_id: provider.id,
    input_id: input,
    value,
    evidence_id: evidenceIds[index]!,
    renewal: renewed === null ? 0 : 1,
    facts: JSON.stringify(facts[index]),
    proposed_by: actor.id,
    proposed_at: now,
  }));
  await insertAll(writes, 'proposals', proposals);
  const action = renewed === null ? 'inputs.proposed' : 'inputs.renewal_proposed';
  await recordAct(context, writes, actor, action, `batch/${batchId}`, null, { proposals: proposals.length });
  return { batchId, proposalIds: proposals.map(({ id }) => id) };
}

/** Evidence that many rows share is recorded once. Tells the evidence's id for each row. */
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

/** The values that stand now, by the slugs of their providers. */
async function standingValues(
  context: Context,
  writes: Writes,
  methodology: Methodology,
  input: string,
  keys: readonly string[],
): Promise<Map<string, KnownInput>> {
  const found = await findProviders(writes, keys);
  const faults = keys
    .filter((key) => !found.has(key))
    .map((place) => ({ place, code: 'unknown_provider', message: 'no provider has this id or slug' }));
  const ids = new Set([...found.values()].map(({ id }) => id));
  const now = context.clock();
  const standing = new Map<string, KnownInput>();
  for (const portion of inPortions([...ids])) {
    for (const { slug, gates, inputs } of await factsAsOf(writes, methodology, portion, now, now, {
      only: [input],
    })) {
      const known = gates[input] ?? inputs[input];
      if (known) standing.set(slug, known);
      else faults.push({ place: slug, code: 'nothing_to_renew', message: `has no value of "${input}" yet` });
    }
  }
  refuse(faults, 'Nothing was renewed');
  return standing;
}

/** What the analyst gave with the value is still true of it; the rest is looked up again. */
async function givenFacts(writes: Writes, proposalId: string): Promise<{ facts?: { bitcoin_part: string } }> {
  const { facts } = await writes
    .selectFrom('proposals')
    .select('facts')
    .where('id', '=', proposalId)
    .executeTakeFirstOrThrow();
  const { bitcoin_part } = JSON.parse(facts);
  return bitcoin_part === undefined ? {} : { facts: { bitcoin_part } };
}
