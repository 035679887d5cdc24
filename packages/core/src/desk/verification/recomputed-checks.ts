// Checks columns that follow from other records: the bytes of documents, and which publication each item of a run became
// part of.

import { createHash } from 'node:crypto';
import type { ReportFinding } from '../../log/findings.ts';
import type { Queries } from '../../store/store.ts';

export async function checkDocuments(db: Queries, report: ReportFinding): Promise<void> {
  const rows = await db.selectFrom('documents').select('sha256').orderBy('sha256').execute();
  // One at a time: a document can have 10 MiB.
  for (const { sha256 } of rows) {
    const { bytes } = await db
      .selectFrom('documents')
      .select('bytes')
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow();
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      report(`documents ${sha256}`, 'has other bytes than those that were stored');
  }
}

export async function checkRunItems(db: Queries, report: ReportFinding): Promise<void> {
  const items = db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .leftJoin('publications', 'publications.id', 'run_items.publication_id')
    .leftJoin('indicators', 'indicators.verification_id', 'run_items.verification_id')
    .select(['run_items.run_id', 'run_items.provider_id'])
    .where('run_items.action', 'in', ['publish', 'verify'])
    .where(({ eb, or, and, ref }) =>
      or([
        and([eb('run_items.publication_id', 'is', null), eb('runs.status', '=', 'published')]),
        and([
          eb('run_items.publication_id', 'is not', null),
          or([
            eb('publications.run_id', 'is', null),
            eb('publications.run_id', '<>', ref('run_items.run_id')),
          ]),
        ]),
        and([
          eb('run_items.publication_id', 'is not', null),
          eb('run_items.action', '=', 'publish'),
          or([
            eb('indicators.publication_id', 'is', null),
            eb('indicators.publication_id', '<>', ref('run_items.publication_id')),
          ]),
        ]),
      ]),
    );
  for (const { run_id, provider_id } of await items.execute())
    report(
      `run_items ${run_id} ${provider_id}`,
      'names another publication than the one that it became part of',
    );
  const others = await db
    .selectFrom('run_items')
    .select(['run_id', 'provider_id'])
    .where('action', 'not in', ['publish', 'verify'])
    .where('publication_id', 'is not', null)
    .execute();
  for (const { run_id, provider_id } of others)
    report(`run_items ${run_id} ${provider_id}`, 'names a publication, but published nothing');
}
