// Has the parts of a verification checked, a few at a time, and puts what was found in order.

import type { Finding } from '../../log/findings.ts';
import type { Table } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import type { CheckMaterial, PlacedFinding } from './material.ts';
import { type CheckedPart, type CheckPart, hasFindings, type Part, partCheck } from './parts.ts';

export interface Checker {
  check: CheckPart;
  /** How many parts it works on at the same time. */
  parallel: number;
  /** Whether it reads newer states of the store than the caller. */
  readsAnew: boolean;
  stop(): Promise<void>;
}

export type StartChecker = (material: CheckMaterial, parts: readonly Part[], db: Queries) => Promise<Checker>;

/** In the calling thread. */
export const checkInThisThread: StartChecker = async (material, _parts, db) => ({
  check: await partCheck(material, (work) => work(db)),
  parallel: 1,
  readsAnew: false,
  stop: async () => undefined,
});

export interface CheckedParts {
  packages: number;
  indicators: number;
  findings: Finding[];
  /** Tables in which rows are missing. */
  missing: Set<Table>;
}

interface Work {
  db: Queries;
  material: CheckMaterial;
  checker: Checker;
}

/**
 * `progress` is told how many packages were checked. A part with findings that was read from a newer state is checked
 * once more as of `db`, which the material belongs to: a framework or a key that was added meanwhile is no finding.
 */
export async function checkParts(
  { db, material, checker }: Work,
  parts: readonly Part[],
  progress: (packages: number) => void,
): Promise<CheckedPart[]> {
  const checked: CheckedPart[] = [];
  const waiting = parts.entries();
  let packages = 0;
  let again: Promise<CheckPart> | null = null;
  const work = async () => {
    for (const [at, part] of waiting) {
      let found = await checker.check(part);
      if (checker.readsAnew && hasFindings(found)) {
        again ??= partCheck(material, (read) => read(db));
        found = await (await again)(part);
      }
      checked[at] = found;
      packages += found.packages;
      progress(packages);
    }
  };
  await Promise.all(Array.from({ length: checker.parallel }, work));
  return checked;
}

/** Packages come in the order of their hashes, indicators and snapshots in that of the log. */
export function inOrder(parts: readonly CheckedPart[]): CheckedParts {
  const placed = (findings: PlacedFinding[]) =>
    findings.sort((a, b) => a.logIndex - b.logIndex).map(({ record, problem }) => ({ record, problem }));
  const sum = (of: (part: CheckedPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    packages: sum((part) => part.packages),
    indicators: sum((part) => part.indicators),
    findings: [
      ...parts.flatMap(({ inPackages }) => inPackages),
      ...placed(parts.flatMap(({ inIndicators }) => inIndicators)),
      ...placed(parts.flatMap(({ inSnapshots }) => inSnapshots)),
      ...parts.flatMap(({ inDocuments }) => inDocuments),
      ...parts.flatMap(({ inRecords }) => inRecords),
    ],
    missing: new Set(parts.flatMap(({ missing }) => missing)),
  };
}
