// Converts changelog rows to the API format.

import type { ChangelogEntry } from '@rf-indicators/contract';
import { analysisOfChanges } from '@rf-indicators/core/desk/served/analysis';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import type { ChangelogRow } from '@rf-indicators/core/log/changelog';
import { changelogFacts } from '@rf-indicators/core/log/changelog-entry';
import type { Queries } from '@rf-indicators/core/store/store';

/** Each with what analysts published about it. `changedAt`: when the newest of that was published. */
export async function changelogEntries(
  db: Queries,
  rows: readonly ChangelogRow[],
): Promise<{ entries: ChangelogEntry[]; changedAt: number }> {
  const analysis = await analysisOfChanges(db, rows);
  const entries = rows.map((row): ChangelogEntry => {
    const { rationale, disclosures, review } = analysis.get(row.id)!;
    return { ...changelogFacts(row, hundredths), rationale, disclosures, review };
  });
  const times = [...analysis.values()].map(({ changedAt }) => changedAt);
  return { entries, changedAt: Math.max(0, ...times) };
}
