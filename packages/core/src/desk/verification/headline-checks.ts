// Compares the headlines of current indicators with the log, whose hashes were checked: what readers are served follows from
// these rows. This takes no package and no signature, so that older indicators are checked too when only what is new is
// verified.

import { formatHundredths, type Statement } from '@rf-indicators/engine';
import type { ReportFinding } from '../../log/findings.ts';
import { parseCanonical } from '../../log/stored-texts.ts';
import type { Queries } from '../../store/store.ts';
import type { LoggedIndicator } from './indicator-checks.ts';

const AT_ONCE = 500;

/** The columns that a statement has as they are. */
const STATED = [
  'risk_band',
  'provider_id',
  'methodology_digest',
  'package_hash',
  'verification_id',
  'supersedes',
  'corrects',
] as const;

/** Of indicators before this leaf of the log; newer ones are verified in whole. */
export async function checkHeadlines(db: Queries, before: number, report: ReportFinding): Promise<void> {
  for (let last = -1; ; ) {
    const rows = await db
      .selectFrom('provider_states')
      .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
      .leftJoin('log_leaves', 'log_leaves.idx', 'indicators.log_index')
      .selectAll('indicators')
      .select('log_leaves.leaf')
      .where('indicators.log_index', '<', before)
      .where('indicators.log_index', '>', last)
      .orderBy('indicators.log_index')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) {
      const problem = headlineProblem(row);
      if (problem !== null) report(`indicators ${row.verification_id}`, problem);
    }
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!.log_index;
  }
}

function headlineProblem(row: LoggedIndicator): string | null {
  if (row.leaf !== row.statement) return `does not match log leaf ${row.log_index}`;
  const stated = parseCanonical(row.statement) as Statement | null;
  if (stated === null) return 'has a statement that is not canonical JSON';
  const isSame =
    formatHundredths(row.final_score) === stated.final_score &&
    STATED.every((column) => row[column] === stated[column]);
  return isSame ? null : 'has a score, band, provider or framework that its statement does not have';
}
