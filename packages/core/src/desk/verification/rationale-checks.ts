// Checks that every published rationale is a text that one person wrote and another approved, and stands with its change.

import type { ReportFinding } from '../../log/findings.ts';
import type { Queries } from '../../store/store.ts';

export async function checkRationales(db: Queries, report: ReportFinding): Promise<void> {
  const rows = await db
    .selectFrom('published_rationales as p')
    .leftJoin('rationales as r', 'r.id', 'p.rationale_id')
    .leftJoin('rationale_reviews as v', 'v.rationale_id', 'p.rationale_id')
    .leftJoin('changelog as c', 'c.id', 'p.changelog_id')
    .select(['p.seq', 'p.text', 'p.provider_id', 'p.verification_id'])
    .select(['r.text as written', 'r.written_by', 'v.decision', 'v.reviewed_by'])
    .select(['c.provider_id as changed', 'c.verification_id as about'])
    .orderBy('p.seq')
    .execute();
  for (const row of rows) {
    const record = `published_rationales ${row.seq}`;
    if (row.written !== row.text) report(record, 'is not the text that its author wrote');
    else if (row.decision !== 'approved' || row.reviewed_by === row.written_by)
      report(record, 'was not approved by another person');
    else if (row.changed !== row.provider_id || row.about !== row.verification_id)
      report(record, 'is about another indicator than its change');
  }
}
