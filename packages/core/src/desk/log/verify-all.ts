// rf verify --all: replays every package and checks every signature, the whole log, what its leaves say, every checkpoint
// and every record.

import type { VerifierKey, WitnessKey } from '@rf-indicators/engine';
import type { Queries } from '../../store/store.ts';
import { methodologyByDigest, requireSigned } from '../methodology/signed.ts';
import { checkAllPortions, checkInThisThread, type StartChecker } from './all-portions.ts';
import { checkConfirmations } from './confirmation-checks.ts';
import { checkCosignatures } from './cosignatures.ts';
import { checkDictionaries } from './dictionary-checks.ts';
import type { Finding, ReportFinding } from './findings.ts';
import { keyChain } from './key-chain.ts';
import { checkKept, checkLog } from './log-checks.ts';
import type { CheckMaterial } from './portion-checks.ts';
import { checkDocuments, checkRunItems } from './recomputed-checks.ts';
import { type CheckedRecords, checkRecords } from './record-checks.ts';
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
  /** What checks the packages and indicators. */
  startChecker?: StartChecker;
}

export async function verifyAll(
  db: Queries,
  { pinned = null, checkpoints: kept = [], witnesses = [] }: Trust = {},
  { progress, startChecker = checkInThisThread }: VerifyOptions = {},
): Promise<Verification> {
  const findings: Finding[] = [];
  const report = (record: string, problem: string) => findings.push({ record, problem });
  const chain = await keyChain(db, pinned, { everyLeaf: true });
  for (const { record, problem } of chain.problems) report(record, problem);
  const checker = await startChecker({
    frameworks: await checkFrameworks(db, report),
    dictionaries: await checkDictionaries(db, report),
    keys: chain.keys.map(({ key, from, until }) => ({ text: key.text, from, until })),
  });
  const { packages, indicators } = await checkAllPortions(db, checker, report, progress);
  const { leaves, checkpoints } = await checkLog(db, chain, report);
  const cosignatures = await checkCosignatures(db, witnesses, report);
  await checkConfirmations(db, chain, report);
  await checkServed(db, report);
  await checkDocuments(db, report);
  await checkRunItems(db, report);
  const records = await checkRecords(db, report);
  await checkKept(db, kept, report);
  return { packages, indicators, leaves, checkpoints, cosignatures, records, findings };
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
