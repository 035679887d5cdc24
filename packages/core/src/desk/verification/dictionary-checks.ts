// Checks the dictionaries that packages are compressed with.

import type { ReportFinding } from '../../log/findings.ts';
import type { Queries } from '../../store/store.ts';
import { dictionaryProblem } from '../packages/dictionaries.ts';

/** Returns all of them: packages that do not use the damaged part of a dictionary can still be read. */
export async function checkDictionaries(
  db: Queries,
  report: ReportFinding,
): Promise<{ id: number; bytes: Uint8Array }[]> {
  const rows = await db.selectFrom('package_dictionaries').selectAll().orderBy('id').execute();
  for (const row of rows) {
    const problem = dictionaryProblem(row);
    if (problem !== null) report(`package_dictionaries ${row.id}`, problem);
  }
  return rows.map(({ id, content }) => ({ id, bytes: Buffer.from(content) }));
}
