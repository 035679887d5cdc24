// What renewing inputs would change, each alone, before anything is proposed.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import type { Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import type { ApprovedRow } from '../facts/assemble-facts.ts';
import { REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { recordsAsOf } from '../facts/facts.ts';
import { canonicalInput } from '../facts/input-values.ts';
import { knownValue } from '../facts/known-value.ts';
import { type Assessed, assess, effectOf } from '../inputs/effects.ts';
import { findProviders } from '../providers/providers.ts';

type RenewalRow = DomainInputOf<'due.renewal'>['rows'][number];
type WeighedRenewal = DomainAnswerOf<'due.renewal'>['rows'][number];

export async function weighRenewals(
  { store: { db }, clock }: Context,
  methodology: Methodology,
  rows: readonly RenewalRow[],
): Promise<WeighedRenewal[]> {
  const asOf = clock();
  const knownAt = await instantAfterRuns(db, asOf);
  const providers = await findProviders(
    db,
    rows.map(({ provider }) => provider),
  );
  const ids = [...new Set([...providers.values()].map(({ id }) => id))];
  const records = await recordsAsOf(db, ids, asOf, knownAt);
  const assessed = new Map(
    [...providers.values()].map(({ id, slug, retired_at }) => {
      const provider = { id, slug, retired: retired_at !== null, records: records.get(id)! };
      return [id, assess(methodology, provider, asOf)];
    }),
  );
  return rows.map((row) => {
    const provider = assessed.get(providers.get(row.provider)?.id ?? '');
    if (provider === undefined) {
      const problem = { member: 'provider', message: 'No provider has this id or slug.' };
      return { value: null, grade: null, evidence_date: null, effect: null, problem };
    }
    return weigh(methodology, provider, row, asOf, knownAt);
  });
}

function weigh(
  methodology: Methodology,
  provider: Assessed,
  row: RenewalRow,
  asOf: number,
  knownAt: number,
): WeighedRenewal {
  const known = knownValue(provider.facts, row.input);
  const { value = null, grade = null, evidence_date = null } = known ?? {};
  const onFile = { value, grade, evidence_date };
  const proposed = row.value === null ? value : canonicalInput(methodology, row.input, row.value.trim());
  const problem = problemOf(methodology, row, proposed, onFile, civilDate(asOf));
  if (problem !== null || proposed === null || row.grade === null || row.evidence_date === null)
    return { ...onFile, effect: null, problem };
  const isRate = row.input === REFERENCE_RATE;
  const approved: ApprovedRow = {
    proposal_id: '',
    provider_id: isRate ? null : provider.id,
    currency: isRate ? (provider.facts.facts.payout_currency?.value ?? null) : null,
    input_id: row.input,
    value: proposed,
    renewal: row.value === null ? 1 : 0,
    facts: '{}',
    ...{ evidence_id: '', sha256: null, evidence_date: row.evidence_date, grade: row.grade },
    ...{ proposed_by: '', decided_by: '', decided_at: knownAt },
  };
  return { ...onFile, effect: effectOf(methodology, provider, approved, asOf), problem: null };
}

function problemOf(
  methodology: Methodology,
  row: RenewalRow,
  proposed: string | null,
  onFile: { value: string | null; evidence_date: string | null },
  today: string,
): WeighedRenewal['problem'] {
  if (row.value === null && onFile.value === null)
    return { member: 'value', message: 'Nothing is on record yet: enter the value.' };
  if (row.value !== null && (proposed === null || !isOption(methodology, row.input, proposed)))
    return { member: 'value', message: 'Not a valid value of this input.' };
  if (row.evidence_date === null) return null;
  if (row.evidence_date > today) return { member: 'evidence_date', message: 'Must not be in the future.' };
  const date = onFile.evidence_date;
  if (row.value === null && date !== null && row.evidence_date <= date)
    return { member: 'evidence_date', message: `Must be after ${date} (on file).` };
  return null;
}

function isOption(methodology: Methodology, input: string, value: string): boolean {
  const form = methodology.criterionById.get(input)?.input;
  if (form?.kind === 'enum') return form.points.has(value);
  const gate = methodology.gateById.get(input);
  return gate === undefined || [...gate.options].includes(value);
}
