// Checks rows that somebody proposes against the document of entry checks: an impossible value is refused, and an unusual one must
// be confirmed with a sentence.

import type { Methodology } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { ApprovedRow } from '../facts/assemble-facts.ts';
import type { EntryChecksDocument } from '../facts/plausibility/document.ts';
import { placeOf } from '../import/rows.ts';
import type { InputRow } from './input-rows.ts';
import { plausibilityOf } from './plausibility.ts';

interface Scale {
  db: Queries | Writes;
  methodology: Methodology;
  checks: EntryChecksDocument;
  now: number;
}

/** Adds what is wrong to the problems, and returns the rows with something unusual. */
export async function checkPlausibility(
  scale: Scale,
  rows: readonly InputRow[],
  isRenewal: (row: InputRow) => boolean,
  problems: RefusalDetail[],
): Promise<Set<InputRow>> {
  const unusual = new Set<InputRow>();
  const values = rows.map((row, index) => ({
    row: asIfApproved(row, index, scale.now, isRenewal(row)),
    quote: row.evidence.quote ?? null,
  }));
  for (const [index, found] of (await plausibilityOf(scale, values)).entries()) {
    const row = rows[index]!;
    for (const message of found.impossible)
      problems.push({ place: placeOf(row.place, 'value'), code: 'impossible', message });
    if (found.unusual.length === 0) continue;
    unusual.add(row);
    if (row.confirmation !== null) continue;
    const what = found.unusual.map(({ message }) => message).join('; ');
    const message = `is missing: the value is unusual, because ${what}. Confirm it with a sentence`;
    problems.push({ place: placeOf(row.place, 'confirmation'), code: 'unusual', message });
  }
  return unusual;
}

/** A row as it will count once it is approved. */
export function asIfApproved(row: InputRow, index: number, now: number, isRenewal = false): ApprovedRow {
  return {
    proposal_id: `proposed ${String(index).padStart(9, '0')}`,
    provider_id: row.provider?.id ?? null,
    currency: row.currency,
    input_id: row.input,
    value: row.value,
    renewal: isRenewal ? 1 : 0,
    facts: '{}',
    evidence_id: '',
    evidence_date: row.evidence.evidence_date,
    grade: row.evidence.grade,
    sha256: null,
    proposed_by: '',
    decided_by: '',
    decided_at: now,
  };
}
