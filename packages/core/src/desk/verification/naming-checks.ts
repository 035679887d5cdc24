// Compares what providers are called now with the newest names on record, which the log covers.

import type { ReportFinding } from '../../log/findings.ts';
import type { Queries } from '../../store/store.ts';
import { listProviders } from '../providers/providers.ts';
import { namesOf } from '../providers/public-names.ts';

export async function checkNames(db: Queries, report: ReportFinding): Promise<void> {
  const namings = await db.selectFrom('provider_namings').selectAll().orderBy('seq').execute();
  const newest = new Map(namings.map((row) => [row.provider_id, row]));
  for (const provider of await listProviders(db, { retired: true })) {
    const recorded = newest.get(provider.id);
    // Providers that an earlier version published have no names on record yet.
    if (recorded === undefined) continue;
    const names = namesOf(provider);
    const differs = (Object.keys(names) as (keyof typeof names)[]).some(
      (member) => names[member] !== recorded[member],
    );
    if (differs) report(`providers ${provider.id}`, 'is called otherwise than two people decided');
  }
}
