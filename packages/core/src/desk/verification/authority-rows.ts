// Compares the rows that decide who may do what with the record chain, all of them: they are few, and what they permit
// counts now, however old they are.

import type { ReportFinding } from '../../log/findings.ts';
import { ForgedAuthority } from '../../store/records/authority.ts';
import { unprovedRows } from '../../store/records/proved.ts';
import type { Queries } from '../../store/store.ts';

export async function checkAuthorityRows(db: Queries, report: ReportFinding): Promise<void> {
  try {
    const { unproved } = await unprovedRows(db);
    for (const record of unproved)
      report(record, 'is not what was recorded: somebody changed, added or removed it');
  } catch (error) {
    if (!(error instanceof ForgedAuthority)) throw error;
    report('record_chain', error.message);
  }
}
