// Scores typed rows in the browser, with the engine and the evidence rules that runs use. Loaded apart, because only
// pages that preview need the engine.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import {
  type ApprovedRow,
  defineInput,
  type EnteredRow,
  type EntryChecksDocument,
  type EntryPreview,
  engineErrors,
  gradeThatFollows,
  type InputDefinition,
  isCurrency,
  isFact,
  isInputId,
  knownValue,
  PROVIDER_FACTS,
  previewEntries,
  REFERENCE_RATE,
  readFactValue,
} from '@rf-indicators/core/desk/inputs/in-browser';
import { loadMethodology, type Methodology, type MethodologyDocument } from '@rf-indicators/engine';
import { timeOf } from '../../ui/format.ts';

export type Basis = AnswerOf<'entry.basis'>;
export type { EnteredRow, EntryPreview, Methodology };
export type Checks = EntryChecksDocument;
export { gradeThatFollows, knownValue, REFERENCE_RATE };

export interface DefinedInput extends InputDefinition {
  id: string;
}

export interface Framework {
  methodology: Methodology;
  /** The document of entry checks in force. */
  checks: EntryChecksDocument;
  /** Every input and fact that can be entered, in the order of the framework; derived ones are left out. */
  inputs: DefinedInput[];
  byId: ReadonlyMap<string, DefinedInput>;
}

/** Runs derive them; for some providers the second is an input of its own, so it can be entered. */
const ALWAYS_DERIVED = ['yield_spread'];

export function readFramework({ document, entry_checks }: AnswerOf<'entry.framework'>): Framework {
  const methodology = loadMethodology(document as unknown as MethodologyDocument);
  const ids = [
    ...methodology.gates.map(({ id }) => id),
    ...methodology.criteria.map(({ id }) => id),
    ...PROVIDER_FACTS,
    REFERENCE_RATE,
  ];
  const all = ids.map((id) => ({ id, ...defineInput(methodology, id)! }));
  const inputs = all.filter(({ id }) => !ALWAYS_DERIVED.includes(id));
  const checks = entry_checks as unknown as EntryChecksDocument;
  return { methodology, checks, inputs, byId: new Map(all.map((input) => [input.id, input])) };
}

/** Whether a row can be previewed: what is wrong with it is said by the checks of the service. */
export function isScorable({ methodology }: Framework, row: EnteredRow, today: string): boolean {
  const { input, value, grade, evidence_date, currency } = row;
  if (!isInputId(methodology, input) || evidence_date > today) return false;
  if (currency !== null && (currency === 'BTC' || !isCurrency(currency))) return false;
  const evidence = { grade, evidence_date };
  if (value !== null && !isFact(input))
    return engineErrors(methodology, today, input, value, evidence).length === 0;
  const [first] = methodology.criteria;
  const [option = '0'] = first!.input.kind === 'enum' ? first!.input.points.keys() : [];
  return (
    (value === null || 'value' in readFactValue(input, value)) &&
    engineErrors(methodology, today, first!.id, option, evidence).length === 0
  );
}

/** By slug: what the rows would change for each provider of the basis. */
export function preview(
  { methodology, checks }: Framework,
  basis: Basis,
  rows: readonly EnteredRow[],
): Map<string, EntryPreview> {
  const times = { asOf: timeOf(basis.as_of), decidedAt: timeOf(basis.decided_at) };
  const rates = basis.rates.map((row) => approved(row, null));
  return new Map(
    basis.providers.map(({ id, slug, retired, rows: own, waiting, recorded }) => {
      const records = {
        checks,
        rates,
        rows: own.map((row) => approved(row, id)),
        recorded: new Map(Object.entries(recorded)),
      };
      return [
        slug,
        previewEntries(methodology, { id, slug, retired, records }, rows, times, [
          ...waiting.map((row) => approved(row, id)),
          ...basis.waiting_rates.map((row) => approved(row, null)),
        ]),
      ];
    }),
  );
}

/** Who proposed and approved a row changes no score, and is not sent. */
function approved(row: Basis['rates'][number], provider_id: string | null): ApprovedRow {
  const decided_at = timeOf(row.decided_at);
  return { ...row, decided_at, provider_id, evidence_id: '', proposed_by: '', decided_by: '' };
}
