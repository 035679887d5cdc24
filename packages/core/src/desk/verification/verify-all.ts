// rf verify --all: replays every package and checks every signature, the whole log, what its leaves say, every checkpoint
// and every record. rf verify --since does so with what is newer than a kept checkpoint, and with what can be checked at
// little cost.

import type { VerifierKey, WitnessKey } from '@rf-indicators/engine';
import { checkCosignatures } from '../../log/cosignatures.ts';
import type { Finding, ReportFinding } from '../../log/findings.ts';
import { type KeyChain, keyChain } from '../../log/key-chain.ts';
import { readServiceHistory, type ServiceEntry } from '../../log/service-history.ts';
import type { Table } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { checkDatasets } from '../datasets/check.ts';
import { methodologyByDigest, requireSigned } from '../methodology/signed.ts';
import { dictionaryProblem } from '../packages/dictionaries.ts';
import { checkAddedRows } from './added-rows.ts';
import { checkAuthorityRows } from './authority-rows.ts';
import { checkInThisThread, checkParts, inOrder, type StartChecker } from './checker.ts';
import { checkConfirmations } from './confirmation-checks.ts';
import { checkHeadlines } from './headline-checks.ts';
import { checkKept, checkLog } from './log-checks.ts';
import type { CheckMaterial } from './material.ts';
import { checkNames } from './naming-checks.ts';
import { checkOrphans } from './parts.ts';
import { type Covered, newKeys, planSince, wholePlan } from './plan.ts';
import { checkServedRows, checkSnapshotDictionaries } from './prepared-checks.ts';
import { checkRationales } from './rationale-checks.ts';
import { type CheckedRecords, checkRecords, type MacBeginning, readMacBeginning } from './record-checks.ts';
import { checkRunItems } from './run-item-checks.ts';
import { checkServed } from './served-checks.ts';
import { coveredBy, type Since } from './since.ts';

/** What is kept outside the store, to check it against. */
export interface Trust {
  /** A key that is pinned. Without one, the keys in the store are used, which prove nothing to others. */
  pinned?: VerifierKey | null;
  /** Signed checkpoints that were kept elsewhere. */
  checkpoints?: readonly string[];
  /** The keys of witnesses whose cosignatures are checked. */
  witnesses?: readonly WitnessKey[];
  /** Only for the verification before a store gets its first MACs. */
  isBeforeMacs?: boolean;
}

export interface Verification {
  packages: number;
  indicators: number;
  leaves: number;
  checkpoints: number;
  cosignatures: number;
  records: CheckedRecords;
  /** What the log says of the service itself: pauses, and returns to the founding. */
  service: ServiceEntry[];
  /** What a kept checkpoint covered, so that it was not verified again; null if everything was verified. */
  covered: Covered | null;
  findings: Finding[];
}

export interface VerifyOptions {
  /** Verifies what is newer; without it, everything. */
  since?: Since | null;
  progress?: ((done: number, all: number) => void) | undefined;
  /** What checks packages, records and documents. */
  startChecker?: StartChecker;
  others?: Queries;
}

/**
 * `others`, a second snapshot of the same store, lets the other checks go on while the parts are checked. It may be a
 * little newer: each group of checks compares what was committed together.
 */
export async function verifyAll(
  db: Queries,
  { pinned = null, checkpoints: kept = [], witnesses = [], isBeforeMacs = false }: Trust = {},
  { since = null, progress, startChecker = checkInThisThread, others }: VerifyOptions = {},
): Promise<Verification> {
  const first = new Findings();
  const chain = await keyChain(db, pinned, { everyLeaf: true });
  for (const { record, problem } of chain.problems) first.report(record, problem);
  const covered = since && (await coveredBy(db, chain, since.checkpoint));
  const macs = await readMacBeginning(db, isBeforeMacs, first.report);
  const material = await readMaterial(db, chain, macs, first.report);
  const plan = await (covered === null ? wholePlan(db) : planSince(db, covered, since?.share ?? null));
  const checker = await startChecker(material, plan.parts, db);
  const second = new Findings();
  const inParts = async () => [
    ...(await checkParts({ db, material, checker }, plan.parts, (done) => progress?.(done, plan.packages))),
    await checkOrphans(db, material),
  ];
  const checkOthers = (queries: Queries) =>
    checkOtherRecords(queries, { pinned, witnesses, macs, covered }, second.report);
  try {
    const [parts, counts] =
      others === undefined
        ? [await inParts(), await checkOthers(db)]
        : await Promise.all([inParts(), checkOthers(others)]);
    const { missing, findings, ...checked } = inOrder(parts);
    await checkAddedRows(others ?? db, { missing, isWhole: covered === null }, second.report);
    await checkKept(others ?? db, since === null ? kept : [...kept, since.checkpoint], second.report);
    return { ...checked, ...counts, covered, findings: [...first.found, ...findings, ...second.found] };
  } finally {
    await checker.stop();
  }
}

const NOTHING_COVERED: Covered = { leaves: 0, entries: 0 };

class Findings {
  readonly found: Finding[] = [];
  readonly report: ReportFinding = (record, problem) => this.found.push({ record, problem });
}

/** What the checks of the parts need, which is checked first. */
async function readMaterial(
  db: Queries,
  chain: KeyChain,
  { withoutMac }: MacBeginning,
  report: ReportFinding,
): Promise<CheckMaterial> {
  const state = await db.selectFrom('log_state').select('prepared_from').executeTakeFirst();
  return {
    frameworks: await checkFrameworks(db, report),
    dictionaries: await checkDictionaries(db, report),
    snapshotDictionaries: await db.selectFrom('snapshot_dictionaries').select(['id', 'bytes']).execute(),
    // A row that is missing is reported with the log.
    preparedFrom: state?.prepared_from ?? 0,
    keys: chain.keys.map(({ key, from, until }) => ({ text: key.text, from, until })),
    withoutMac,
  };
}

interface OtherTrust {
  pinned: VerifierKey | null;
  witnesses: readonly WitnessKey[];
  macs: MacBeginning;
  covered: Covered | null;
}

/**
 * Everything but the parts. The hashes of the log, and what readers are served, are always checked in whole, and so is who
 * may do what: with `covered`, no part looks at those rows.
 */
async function checkOtherRecords(
  db: Queries,
  { pinned, witnesses, macs, covered }: OtherTrust,
  report: ReportFinding,
): Promise<Omit<Verification, 'packages' | 'indicators' | 'covered' | 'findings'>> {
  const chain = await keyChain(db, pinned, { everyLeaf: true });
  const from = covered ?? NOTHING_COVERED;
  const { leaves, checkpoints } = await checkLog(db, chain, from.leaves, report);
  const cosignatures = await checkCosignatures(db, witnesses, from.leaves, report);
  await checkConfirmations(db, chain, from.leaves, report);
  await checkServed(db, report);
  await checkNames(db, report);
  await checkRationales(db, report);
  await checkServedRows(db, report);
  await checkSnapshotDictionaries(db, report);
  const keys = chain.keys.map(({ key }) => key);
  if (covered === null) {
    await checkDatasets(db, keys, null, report);
    await checkRunItems(db, null, report);
  } else {
    const firsts = async (table: Table) =>
      (await newKeys(db, table, covered.entries)).map(([first]) => String(first));
    await checkDatasets(db, keys, new Set(await firsts('datasets')), report);
    await checkRunItems(db, await firsts('runs'), report);
    await checkAuthorityRows(db, report);
    await checkHeadlines(db, covered.leaves, report);
  }
  const records = await checkRecords(db, macs, from.leaves, report);
  // A leaf that cannot be read is reported with the log.
  const service = await readServiceHistory(db).catch(() => []);
  return { leaves, checkpoints, cosignatures, records, service };
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
