// Checks rows of proposed inputs, without proposing them.

import type { Methodology } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { entryChecks } from '../facts/plausibility/in-force.ts';
import type { CurrentValue } from '../facts/renewable.ts';
import { placeOf, type Row } from '../import/rows.ts';
import { readSheetRows } from './due-sheet.ts';
import { checkEntries } from './entry-checks.ts';
import { type OwnerColumns, ownEvidence } from './evidence-owner.ts';
import { type InputRow, readInputRows } from './input-rows.ts';
import { checkPlausibility } from './plausible-rows.ts';

interface CheckedRows {
  /** The rows that can be read. */
  read: InputRow[];
  /** Without those whose value runs derive. */
  toPropose: InputRow[];
  problems: RefusalDetail[];
  /** What new evidence belongs to. */
  owners: Map<InputRow, OwnerColumns>;
  /** Rows with something that both people confirm. */
  unusual: ReadonlySet<InputRow>;
}

/** `renewed` has, by their place, the current values that rows repeat: "checked, unchanged". */
export async function checkRows(
  db: Queries | Writes,
  methodology: Methodology,
  rows: readonly Row[],
  renewed: ReadonlyMap<string, CurrentValue>,
  now: number,
): Promise<CheckedRows> {
  const problems: RefusalDetail[] = [];
  const checks = await entryChecks(db);
  const read = await readInputRows(db, { methodology, checks }, civilDate(now), rows, problems);
  // A renewal repeats a value that was checked when it was new.
  const fresh = read.filter(({ place }) => !renewed.has(place));
  const checked = new Set(await checkEntries(db, methodology, fresh, now, problems));
  const toPropose = read.filter((row) => renewed.has(row.place) || checked.has(row));
  for (const { place, evidence } of read) {
    const evidence_date = renewed.get(place)?.evidence_date ?? null;
    if (evidence_date === null || evidence.evidence_date >= evidence_date) continue;
    const message = `is older than the evidence on record, which is dated ${evidence_date}`;
    problems.push({ place: placeOf(place, 'evidence'), code: 'older_evidence', message });
  }
  const owners = await ownEvidence(db, checks, read, problems);
  const scale = { db, methodology, checks, now };
  const unusual = await checkPlausibility(scale, read, (row) => renewed.has(row.place), problems);
  return { read, toPropose, problems, owners, unusual };
}

/** What a proposal of these rows would be refused for. */
export async function entryProblems(
  { store: { db }, clock }: Context,
  methodology: Methodology,
  given: readonly Row[],
): Promise<RefusalDetail[]> {
  const now = clock();
  try {
    const { rows, renewed } = await readSheetRows(db, methodology, given, now);
    return (await checkRows(db, methodology, rows, renewed, now)).problems;
  } catch (error) {
    // Rows of a sheet are refused together, before the others are checked.
    if (error instanceof Refusal && error.details.length > 0) return [...error.details];
    throw error;
  }
}
