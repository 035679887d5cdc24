// Reads all packages and indicators in portions, has them checked, and puts the findings in order. Several portions are
// checked at the same time if the checker has several threads.

import type { Finding, ReportFinding } from '../../log/findings.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import type { LoggedIndicator } from './indicator-checks.ts';
import type { CheckMaterial, CheckPortion, PackagePortion, PortionFindings } from './portion-checks.ts';
import { portionCheck } from './portion-checks.ts';
import type { SnapshotRange } from './prepared-checks.ts';

const PACKAGES_AT_ONCE = 100;

export interface Checker {
  check: CheckPortion;
  /** How many portions it works on at the same time. */
  parallel: number;
  /** Compares all chained tables with the record chain; absent if the calling thread must do it. */
  checkTables?(): Promise<Finding[]>;
  /** Compares prepared snapshots with their packages; absent if the calling thread must do it. */
  checkSnapshots?(ranges: readonly SnapshotRange[]): Promise<Finding[]>;
  stop(): Promise<void>;
}

export type StartChecker = (material: CheckMaterial, packages: number) => Promise<Checker>;

/** In the calling thread. */
export const checkInThisThread: StartChecker = async (material) => ({
  check: await portionCheck(material),
  parallel: 1,
  stop: async () => undefined,
});

export interface CheckedPortions {
  packages: number;
  indicators: number;
}

export async function checkAllPortions(
  db: Queries,
  { check, parallel }: Checker,
  report: ReportFinding,
  progress: (done: number) => void,
): Promise<CheckedPortions> {
  const counts = { packages: 0, indicators: 0 };
  const results: PortionFindings[] = [];
  const working = new Set<Promise<void>>();
  let position = 0;
  for await (const portion of portionsOf(db)) {
    const at = position;
    position += 1;
    const work = check(portion).then((findings) => {
      results[at] = findings;
      counts.packages += portion.packages.length;
      counts.indicators += portion.indicators.length;
      progress(counts.packages);
      working.delete(work);
    });
    working.add(work);
    if (working.size >= parallel) await Promise.race(working);
  }
  await Promise.all(working);
  for (const { record, problem } of results.flatMap(({ packages }) => packages)) report(record, problem);
  const indicators = results.flatMap((result) => result.indicators);
  for (const { record, problem } of indicators.sort((a, b) => a.logIndex - b.logIndex))
    report(record, problem);
  return counts;
}

export async function countPackages(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('packages')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every package, including those of drafts, with its indicators; then the indicators without a package. */
async function* portionsOf(db: Queries): AsyncGenerator<PackagePortion> {
  for (let last = ''; ; ) {
    const packages = await db
      .selectFrom('packages')
      .selectAll()
      .where('package_hash', '>', last)
      .orderBy('package_hash')
      .limit(PACKAGES_AT_ONCE)
      .execute();
    if (packages.length === 0) break;
    last = packages.at(-1)!.package_hash;
    const hashes = packages.map(({ package_hash }) => package_hash);
    yield { packages, indicators: await indicatorsWith(db).where('package_hash', 'in', hashes).execute() };
  }
  const orphans = await indicatorsWith(db)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('packages')
            .select('packages.package_hash')
            .whereRef('packages.package_hash', '=', 'indicators.package_hash'),
        ),
      ),
    )
    .execute();
  for (const indicators of inPortions<LoggedIndicator>(orphans, PACKAGES_AT_ONCE))
    yield { packages: [], indicators };
}

function indicatorsWith(db: Queries) {
  return db
    .selectFrom('indicators')
    .leftJoin('log_leaves', 'log_leaves.idx', 'indicators.log_index')
    .selectAll('indicators')
    .select('log_leaves.leaf');
}
