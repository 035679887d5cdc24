// The parts of a verification that do not depend on each other: packages with their indicators, ranges of the record chain
// with their rows, and documents. Each reads what it needs from the store, so that any thread can check it, and no table is
// in memory as a whole.

import type { Finding } from '../../log/findings.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Table } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { checkDocuments } from './document-checks.ts';
import { checkEntries, type EntryRange } from './entry-checks.ts';
import type { CheckMaterial, Keys, PlacedFinding } from './material.ts';
import { type CheckPortion, portionCheck } from './portion-checks.ts';

const PACKAGES_AT_ONCE = 50;

export type Part = { packages: Keys } | { entries: EntryRange } | { documents: Keys };

/** What was found in a part. The kinds of findings are reported one after the other. */
export interface CheckedPart {
  packages: number;
  indicators: number;
  inPackages: Finding[];
  inIndicators: PlacedFinding[];
  inSnapshots: PlacedFinding[];
  inDocuments: Finding[];
  inRecords: Finding[];
  /** Tables in which rows are missing. */
  missing: Table[];
}

export type CheckPart = (part: Part) => Promise<CheckedPart>;

/** `withDb` gives the connection that a part is read with. */
export async function partCheck(
  material: CheckMaterial,
  withDb: <T>(work: (db: Queries) => Promise<T>) => Promise<T>,
): Promise<CheckPart> {
  const check = await portionCheck(material);
  return (part) =>
    withDb(async (db) => {
      if ('packages' in part) return checkPackages(db, check, part.packages);
      if ('documents' in part) return { ...nothing(), inDocuments: await checkDocuments(db, part.documents) };
      const { findings, missing } = await checkEntries(db, part.entries, material.withoutMac);
      return { ...nothing(), inRecords: findings, missing };
    });
}

function nothing(): CheckedPart {
  return {
    ...{ packages: 0, indicators: 0, missing: [] },
    ...{ inPackages: [], inIndicators: [], inSnapshots: [], inDocuments: [], inRecords: [] },
  };
}

async function checkPackages(db: Queries, check: CheckPortion, keys: Keys): Promise<CheckedPart> {
  const all = nothing();
  for (let last: string | null = null; ; ) {
    let query = db.selectFrom('packages').selectAll().orderBy('package_hash').limit(PACKAGES_AT_ONCE);
    if (last !== null) query = query.where('package_hash', '>', last);
    if ('from' in keys) {
      if (keys.from !== null) query = query.where('package_hash', '>=', keys.from);
      if (keys.before !== null) query = query.where('package_hash', '<', keys.before);
    } else query = query.where('package_hash', 'in', keys);
    const packages = await query.execute();
    if (packages.length === 0) return all;
    const hashes = packages.map(({ package_hash }) => package_hash);
    const indicators = await loggedIndicators(db).where('package_hash', 'in', hashes).execute();
    add(all, packages.length, indicators.length, await check(db, packages, indicators));
    if (packages.length < PACKAGES_AT_ONCE) return all;
    last = hashes.at(-1)!;
  }
}

/** The indicators whose packages are missing. */
export async function checkOrphans(db: Queries, material: CheckMaterial): Promise<CheckedPart> {
  const all = nothing();
  const orphans = await loggedIndicators(db)
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
  if (orphans.length === 0) return all;
  const check = await portionCheck(material);
  for (const indicators of inPortions(orphans, PACKAGES_AT_ONCE))
    add(all, 0, indicators.length, await check(db, [], indicators));
  return all;
}

function loggedIndicators(db: Queries) {
  return db
    .selectFrom('indicators')
    .leftJoin('log_leaves', 'log_leaves.idx', 'indicators.log_index')
    .selectAll('indicators')
    .select('log_leaves.leaf');
}

function add(
  all: CheckedPart,
  packages: number,
  indicators: number,
  found: Awaited<ReturnType<CheckPortion>>,
): void {
  all.packages += packages;
  all.indicators += indicators;
  all.inPackages.push(...found.packages);
  all.inIndicators.push(...found.indicators);
  all.inSnapshots.push(...found.snapshots);
}

export function hasFindings(part: CheckedPart): boolean {
  const { inPackages, inIndicators, inSnapshots, inDocuments, inRecords } = part;
  return [inPackages, inIndicators, inSnapshots, inDocuments, inRecords].some(({ length }) => length > 0);
}
