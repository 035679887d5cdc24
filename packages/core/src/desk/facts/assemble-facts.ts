// Puts together what is known about one provider from its approved rows: one value per input and fact, chosen by the
// desk's evidence rules, and the inputs that follow from them.

import { dayNumber, type Methodology } from '@rf-indicators/engine';
import { civilDate } from '../../context/times.ts';
import { deriveInputs } from './derive.ts';
import { chooseByEvidenceRules } from './evidence-rules.ts';
import { REFERENCE_RATE, REQUIRED_FACTS, STRUCTURE_FACTS } from './fact-definitions.ts';
import type { Contested, KnownFact, KnownInput } from './known.ts';
import type { EntryChecksDocument } from './plausibility/document.ts';
import { type Implausible, impossibleValues, type KnownValues } from './plausibility/impossible.ts';
import { chooseStructure, type Firing, type Structure } from './structure-facts.ts';

/** An approved proposal with its evidence. */
export interface ApprovedRow {
  proposal_id: string;
  provider_id: string | null;
  currency: string | null;
  input_id: string;
  value: string;
  renewal: number;
  /** JSON of what was entered with the value, before facts were proposals of their own. */
  facts: string;
  evidence_id: string;
  evidence_date: string;
  grade: string;
  sha256: string | null;
  proposed_by: string;
  decided_by: string;
  decided_at: number;
  /** 1 if the evidence still has a text of a template that somebody must replace. */
  placeholder?: number | undefined;
}

export interface Assembled extends Structure {
  gates: Record<string, KnownInput>;
  inputs: Record<string, KnownInput>;
  facts: Record<string, KnownFact>;
  /** Required facts that have no value. */
  missing: string[];
  contested: Contested[];
  /** What must not be scored: impossible values, and values whose evidence is a placeholder. */
  implausible: Implausible[];
}

export interface Records {
  /** The document of entry checks in force. */
  checks: EntryChecksDocument;
  /** The approved rows about the provider. */
  rows: readonly ApprovedRow[];
  /** The approved reference rates of all currencies. */
  rates: readonly ApprovedRow[];
  /** Values from before facts needed evidence, by fact. */
  recorded: ReadonlyMap<string, string>;
}

export function assembleFacts(
  methodology: Methodology,
  { checks, rows, rates, recorded }: Records,
  asOf: number,
): Assembled {
  const today = dayNumber(civilDate(asOf)) as number;
  const byInput = Map.groupBy(rows.toSorted(byNewness), ({ input_id }) => input_id);
  const gates: Record<string, KnownInput> = {};
  const inputs: Record<string, KnownInput> = {};
  const facts: Record<string, KnownFact> = {};
  const contested: Contested[] = [];
  const firing: Firing[] = [];
  for (const [id, candidates] of byInput) {
    const target = methodology.criterionById.get(id) ?? methodology.gateById.get(id);
    if (target === undefined) continue;
    const chosen = chooseByEvidenceRules(methodology, id, candidates);
    const best = strongest(methodology, candidates, chosen.current, target.maxAge, today);
    (methodology.criterionById.has(id) ? inputs : gates)[id] = asInput(best);
    if (chosen.contested) contested.push(asContested(chosen.contested));
    for (const grade of chosen.firing.values()) firing.push({ criterion: id, grade });
  }

  for (const [id, value] of recorded) facts[id] = { ...NO_EVIDENCE, value };
  const structureRows = STRUCTURE_FACTS.flatMap((id) => byInput.get(id) ?? []).toSorted(byNewness);
  const structure = chooseStructure(methodology, recorded, structureRows, firing);
  for (const [id, row] of structure.current) facts[id] = asFact(row);
  contested.push(...structure.contested.map(asContested));

  const ageing = { yield_max: 'yield_spread', bitcoin_part: 'btc_shock_absorption' } as Record<
    string,
    string
  >;
  for (const id of ['payout_currency', 'yield_min', 'yield_max', 'bitcoin_part']) {
    const candidates = byInput.get(id);
    if (candidates === undefined) continue;
    const maxAge = methodology.criterionById.get(ageing[id] ?? '')?.maxAge ?? null;
    facts[id] = asFact(strongest(methodology, candidates, candidates.at(-1)!, maxAge, today));
  }
  const currency = facts.payout_currency?.value;
  const rate = currentRate(methodology, rates, currency, asOf);
  if (rate !== null) facts[REFERENCE_RATE] = rate;

  const bitcoinBacked = structure.structure.flags.bitcoin_backed !== false;
  const enteredBitcoinPart = bitcoinPartEntered(byInput.get('btc_shock_absorption') ?? []);
  const derived = deriveInputs(methodology, { facts, inputs, bitcoinBacked, enteredBitcoinPart });
  for (const [id, input] of derived) {
    if (input === null) delete inputs[id];
    else inputs[id] = input;
  }
  return {
    ...structure.structure,
    gates,
    inputs,
    facts,
    missing: REQUIRED_FACTS.filter((id) => facts[id] === undefined),
    contested,
    implausible: [
      ...impossibleValues(checks, { gates, inputs, facts }),
      ...placeholders([...rows, ...rates], { gates, inputs, facts }),
    ],
  };
}

/** Values that count whose evidence still has a text of a template. */
function placeholders(rows: readonly ApprovedRow[], known: KnownValues): Implausible[] {
  const marked = new Set(
    rows.filter(({ placeholder }) => placeholder === 1).map(({ proposal_id }) => proposal_id),
  );
  if (marked.size === 0) return [];
  return [known.gates, known.inputs, known.facts].flatMap((values) =>
    Object.entries(values)
      .filter(([, { proposalId }]) => proposalId !== null && marked.has(proposalId))
      .map(([input]) => ({
        code: 'placeholder' as const,
        inputs: [input],
        message: `the evidence for ${input} is a placeholder of a template; replace it`,
      })),
  );
}

/** The rate of a currency that counts; null if none is approved. */
export function currentRate(
  methodology: Methodology,
  rates: readonly ApprovedRow[],
  currency: string | undefined,
  asOf: number,
): KnownFact | null {
  const own = rates.filter((rate) => rate.currency === currency).toSorted(byNewness);
  if (own.length === 0) return null;
  const today = dayNumber(civilDate(asOf)) as number;
  const maxAge = methodology.criterionById.get('yield_spread')?.maxAge ?? null;
  return asFact(strongest(methodology, own, own.at(-1)!, maxAge, today));
}

/** Oldest first: by the day of the evidence, then by approval. */
function byNewness(a: ApprovedRow, b: ApprovedRow): number {
  if (a.evidence_date !== b.evidence_date) return a.evidence_date < b.evidence_date ? -1 : 1;
  if (a.decided_at !== b.decided_at) return a.decided_at - b.decided_at;
  return a.proposal_id < b.proposal_id ? -1 : 1;
}

/**
 * If several documents support the current value, the strongest counts: by grade times freshness, then the newer
 * evidence, then the smaller hash. Without an age limit the newest counts.
 */
function strongest(
  methodology: Methodology,
  candidates: readonly ApprovedRow[],
  current: ApprovedRow,
  maxAge: number | null,
  today: number,
): ApprovedRow {
  if (maxAge === null) return current;
  const weigh = (row: ApprovedRow) => {
    const age = today - (dayNumber(row.evidence_date) as number);
    const left = Math.max(0, Math.min(maxAge, 2 * maxAge - age));
    return (methodology.grades.get(row.grade) ?? 0) * left;
  };
  const supporting = candidates.filter(({ value }) => value === current.value);
  return supporting.reduce((kept, row) => (counts(row, kept, weigh) ? row : kept));
}

function counts(row: ApprovedRow, kept: ApprovedRow, weigh: (row: ApprovedRow) => number): boolean {
  const difference = weigh(row) - weigh(kept);
  if (difference !== 0) return difference > 0;
  if (row.evidence_date !== kept.evidence_date) return row.evidence_date > kept.evidence_date;
  if (row.sha256 !== kept.sha256) return (row.sha256 ?? '~') < (kept.sha256 ?? '~');
  return row.proposal_id < kept.proposal_id;
}

const NO_EVIDENCE = { grade: null, evidence_date: null, evidence: null, approval: null, proposalId: null };

function asFact(row: ApprovedRow): KnownFact {
  return {
    value: row.value,
    grade: row.grade,
    evidence_date: row.evidence_date,
    evidence: { id: row.evidence_id, sha256: row.sha256 },
    approval: {
      proposal_id: row.proposal_id,
      proposed_by: row.proposed_by,
      approved_by: row.decided_by,
      approved_at: new Date(row.decided_at).toISOString(),
    },
    proposalId: row.proposal_id,
  };
}

function asInput(row: ApprovedRow): KnownInput {
  const { grade, evidence_date } = row;
  return { ...asFact(row), grade, evidence_date, renewal: row.renewal === 1 };
}

function asContested({ row, needs }: { row: ApprovedRow; needs: string }): Contested {
  const { input_id: input, value, grade, evidence_date } = row;
  return { input, value, grade, evidence_date, needs };
}

/** From before it was a fact of its own. `rows` are oldest first. */
function bitcoinPartEntered(rows: readonly ApprovedRow[]): KnownInput | null {
  const row = rows.at(-1);
  const { bitcoin_part } = JSON.parse(row?.facts ?? '{}') as { bitcoin_part?: string };
  return bitcoin_part === undefined ? null : { ...asInput(row!), value: bitcoin_part };
}
