// rf verify --all: replays every package and checks every signature, the whole log, what its leaves say, every checkpoint
// and every record.

import type { VerifierKey, WitnessKey } from '@rf-indicators/engine';
import { checkCosignatures } from '../../log/cosignatures.ts';
import type { Finding, ReportFinding } from '../../log/findings.ts';
import { keyChain } from '../../log/key-chain.ts';
import type { Queries } from '../../store/store.ts';
import { checkDatasets } from '../datasets/check.ts';
import { methodologyByDigest, requireSigned } from '../methodology/signed.ts';
import { dictionaryProblem } from '../packages/dictionaries.ts';
import {
  type CheckedPortions,
  type Checker,
  checkAllPortions,
  checkInThisThread,
  countPackages,
  type StartChecker,
} from './all-portions.ts';
import { checkConfirmations } from './confirmation-checks.ts';
import { checkKept, checkLog } from './log-checks.ts';
import type { CheckMaterial } from './portion-checks.ts';
import {
  checkServedRows,
  checkSnapshotDictionaries,
  checkSnapshots,
  snapshotRanges,
} from './prepared-checks.ts';
import { checkDocuments, checkRunItems } from './recomputed-checks.ts';
import { type CheckedRecords, checkRecords, checkTables } from './record-checks.ts';
import { checkServed } from './served-checks.ts';

/** What is kept outside the store, to check it against. */
export interface Trust {
  /** A key that is pinned. Without one, the keys in the store are used, which prove nothing to others. */
  pinned?: VerifierKey | null;
  /** Signed checkpoints that were kept elsewhere. */
  checkpoints?: readonly string[];
  /** The keys of witnesses whose cosignatures are checked. */
  witnesses?: readonly WitnessKey[];
}

export interface Verification {
  packages: number;
  indicators: number;
  leaves: number;
  checkpoints: number;
  cosignatures: number;
  records: CheckedRecords;
  findings: Finding[];
}

export interface VerifyOptions {
  progress?: ((done: number, all: number) => void) | undefined;
  /** What checks packages, indicators and chained tables. */
  startChecker?: StartChecker;
  others?: Queries;
}

/**
 * `others`, a second snapshot of the same store, lets the other checks go on while packages are checked. It may be a
 * little newer: each group of checks compares what was committed together.
 */
export async function verifyAll(
  db: Queries,
  { pinned = null, checkpoints: kept = [], witnesses = [] }: Trust = {},
  { progress, startChecker = checkInThisThread, others }: VerifyOptions = {},
): Promise<Verification> {
  const first = new Findings();
  const chain = await keyChain(db, pinned, { everyLeaf: true });
  for (const { record, problem } of chain.problems) first.report(record, problem);
  const material: CheckMaterial = {
    frameworks: await checkFrameworks(db, first.report),
    dictionaries: await checkDictionaries(db, first.report),
    keys: chain.keys.map(({ key, from, until }) => ({ text: key.text, from, until })),
  };
  const packages = await countPackages(db);
  const checker = await startChecker(material, packages);
  const second = new Findings();
  const checkPackages = () =>
    checkAllPortions(db, checker, first.report, (done) => progress?.(done, packages));
  const checkOthers = (queries: Queries) =>
    checkOtherRecords(queries, checker, { pinned, witnesses, checkpoints: kept }, second.report);
  try {
    const [counts, otherCounts] =
      others === undefined
        ? [await checkPackages(), await checkOthers(db)]
        : await Promise.all([checkPackages(), checkOthers(others)]);
    return { ...counts, ...otherCounts, findings: [...first.found, ...second.found] };
  } finally {
    await checker.stop();
  }
}

class Findings {
  readonly found: Finding[] = [];
  readonly report: ReportFinding = (record, problem) => this.found.push({ record, problem });
}

/** Everything but the packages and their indicators. */
async function checkOtherRecords(
  db: Queries,
  checker: Checker,
  { pinned, witnesses, checkpoints: kept }: Required<Trust>,
  report: ReportFinding,
): Promise<Omit<Verification, keyof CheckedPortions | 'findings'>> {
  // Under way during the other checks, if other threads do it.
  const tables = checker.checkTables?.();
  tables?.catch(() => undefined);
  const chain = await keyChain(db, pinned, { everyLeaf: true });
  const { leaves, checkpoints } = await checkLog(db, chain, report);
  const cosignatures = await checkCosignatures(db, witnesses, report);
  await checkConfirmations(db, chain, report);
  await checkServed(db, report);
  await checkServedRows(db, report);
  const ranges = await snapshotRanges(db);
  const inSnapshots = await (checker.checkSnapshots?.(ranges) ?? checkSnapshots(db, ranges));
  for (const { record, problem } of inSnapshots) report(record, problem);
  await checkSnapshotDictionaries(db, report);
  await checkDocuments(db, report);
  await checkDatasets(
    db,
    chain.keys.map(({ key }) => key),
    report,
  );
  await checkRunItems(db, report);
  const records = await checkRecords(db, report, () => tables ?? checkTables(db));
  await checkKept(db, kept, report);
  return { leaves, checkpoints, cosignatures, records };
}

/** Returns those that are what was imported. */
async function checkFrameworks(db: Queries, report: ReportFinding): Promise<CheckMaterial['frameworks']> {
  const sound: { digest: string; document: string }[] = [];
  const rows = await db.selectFrom('methodologies').select(['digest', 'document']).execute();
  const activated = await db.selectFrom('methodology_activations').select('digest').execute();
  for (const { digest, document } of rows) {
    try {
      await methodologyByDigest(db, digest);
      sound.push({ digest, document });
      if (activated.some((row) => row.digest === digest)) await requireSigned(db, digest);
    } catch (error) {
      report(`methodologies ${digest}`, (error as Error).message);
    }
  }
  return sound;
}

/** Returns all of them: packages that do not use the damaged part of a dictionary can still be read. */
async function checkDictionaries(
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
