// rf verify --all: replays every package and checks every signature, the whole log, what its leaves say, every checkpoint
// and every record.

import {
  type ComputationPackage,
  canonicalJson,
  checkSignature,
  digestOf,
  formatHundredths,
  type JsonValue,
  type Methodology,
  makeAnswer,
  makeStatement,
  replayAnswer,
  type Statement,
  type VerifierKey,
  verificationId,
  type WitnessKey,
} from '@rf-indicators/engine';
import type { Queries } from '../../store/store.ts';
import { methodologyByDigest, requireSigned } from '../methodology/signed.ts';
import type { Indicator } from '../runs/current-indicators.ts';
import { checkConfirmations } from './confirmation-checks.ts';
import { checkCosignatures } from './cosignatures.ts';
import type { Finding, ReportFinding } from './findings.ts';
import { type KeyChain, keyChain, keysAt } from './key-chain.ts';
import { checkKept, checkLog } from './log-checks.ts';
import { checkServedRows, checkSnapshots } from './prepared-checks.ts';
import { checkDocuments, checkRunItems } from './recomputed-checks.ts';
import { type CheckedRecords, checkRecords } from './record-checks.ts';
import { checkServed } from './served-checks.ts';
import { parseCanonical, parseSignature } from './stored-texts.ts';

const ROWS_AT_ONCE = 100;

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

export async function verifyAll(
  db: Queries,
  { pinned = null, checkpoints: kept = [], witnesses = [] }: Trust = {},
  progress?: (done: number, all: number) => void,
): Promise<Verification> {
  const findings: Finding[] = [];
  const report = (record: string, problem: string) => findings.push({ record, problem });
  const chain = await keyChain(db, pinned, { everyLeaf: true });
  for (const { record, problem } of chain.problems) report(record, problem);
  const methodologies = await checkMethodologies(db, report);
  const { packages, unsound } = await checkPackages(db, methodologies, report, progress);
  const indicators = await checkIndicators(db, methodologies, chain, unsound, report);
  const { leaves, checkpoints } = await checkLog(db, chain, report);
  const cosignatures = await checkCosignatures(db, witnesses, report);
  await checkConfirmations(db, chain, report);
  await checkServed(db, report);
  await checkServedRows(db, report);
  await checkSnapshots(db, unsound, report);
  await checkDocuments(db, report);
  await checkRunItems(db, report);
  const records = await checkRecords(db, report);
  await checkKept(db, kept, report);
  return { packages, indicators, leaves, checkpoints, cosignatures, records, findings };
}

async function checkMethodologies(db: Queries, report: ReportFinding): Promise<Map<string, Methodology>> {
  const methodologies = new Map<string, Methodology>();
  const rows = await db.selectFrom('methodologies').select('digest').execute();
  const activated = await db.selectFrom('methodology_activations').select('digest').execute();
  for (const { digest } of rows) {
    try {
      methodologies.set(digest, (await methodologyByDigest(db, digest)).methodology);
      if (activated.some((row) => row.digest === digest)) await requireSigned(db, digest);
    } catch (error) {
      report(`methodologies ${digest}`, (error as Error).message);
    }
  }
  return methodologies;
}

/** Checks every package, including those of drafts. `unsound` has the hashes of the packages that failed. */
async function checkPackages(
  db: Queries,
  methodologies: ReadonlyMap<string, Methodology>,
  report: ReportFinding,
  progress?: (done: number, all: number) => void,
): Promise<{ packages: number; unsound: Set<string> }> {
  const { count } = await db
    .selectFrom('packages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const unsound = new Set<string>();
  let packages = 0;
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('packages')
      .selectAll()
      .where('package_hash', '>', last)
      .orderBy('package_hash')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return { packages, unsound };
    for (const row of rows) {
      const problem = await packageProblem(row, methodologies).catch(
        (error: Error) => `cannot be replayed: ${error.message}`,
      );
      if (problem === null) continue;
      unsound.add(row.package_hash);
      report(`packages ${row.package_hash}`, problem);
    }
    packages += rows.length;
    last = rows.at(-1)!.package_hash;
    progress?.(packages, Number(count));
  }
}

async function packageProblem(
  row: { package_hash: string; verification_id: string; methodology_digest: string; body: string },
  methodologies: ReadonlyMap<string, Methodology>,
): Promise<string | null> {
  const content = parseCanonical(row.body);
  if (content === null) return 'is not canonical JSON';
  if ((await digestOf(content)) !== row.package_hash) return 'does not match its hash';
  if (verificationId(row.package_hash) !== row.verification_id) return 'has the wrong verification id';
  const methodology = methodologies.get(row.methodology_digest);
  if (methodology === undefined) return 'refers to a framework that is missing or does not verify';
  const packaged = {
    package: content as ComputationPackage,
    package_hash: row.package_hash,
    verification_id: row.verification_id,
  };
  const statement = {} as Statement;
  const answer = makeAnswer(
    methodology,
    packaged,
    { published_at: null, statement, signature: null, log: null },
    '',
  );
  const failed = (await replayAnswer(answer)).checks.find(({ ok, check }) => !ok && check !== 'statement');
  return failed ? failed.detail : null;
}

async function checkIndicators(
  db: Queries,
  methodologies: ReadonlyMap<string, Methodology>,
  chain: KeyChain,
  unsoundPackages: ReadonlySet<string>,
  report: ReportFinding,
): Promise<number> {
  let checked = 0;
  for (let last = -1; ; ) {
    const rows = await db
      .selectFrom('indicators')
      .leftJoin('packages', 'packages.package_hash', 'indicators.package_hash')
      .leftJoin('log_leaves', 'log_leaves.idx', 'indicators.log_index')
      .selectAll('indicators')
      .select(['packages.body', 'log_leaves.leaf'])
      .where('log_index', '>', last)
      .orderBy('log_index')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return checked;
    for (const row of rows) {
      const record = `indicators ${row.verification_id}`;
      const statement = parseCanonical(row.statement) as Statement | null;
      if (statement === null) {
        report(record, 'has a statement that is not canonical JSON');
        continue;
      }
      if (row.leaf !== row.statement) report(record, `does not match log leaf ${row.log_index}`);
      const signature = parseSignature(row.signature);
      const keys = keysAt(chain, row.log_index);
      const verdict = signature ? await checkSignature(statement, signature, keys) : 'unreadable';
      if (verdict !== 'valid') report(record, `has a signature that does not verify (${verdict})`);
      // Already reported, and an altered package may not even have a readable form.
      if (unsoundPackages.has(row.package_hash)) continue;
      const difference = statementProblem(row, statement, methodologies);
      if (difference) report(record, difference);
    }
    checked += rows.length;
    last = rows.at(-1)!.log_index;
  }
}

function statementProblem(
  row: Indicator & { body: string | null },
  statement: Statement,
  methodologies: ReadonlyMap<string, Methodology>,
): string | null {
  if (row.body === null) return 'has no package';
  const content = JSON.parse(row.body) as ComputationPackage;
  const methodology = methodologies.get(content.methodology_digest);
  if (methodology === undefined) return 'refers to a framework that is missing or does not verify';
  const { package_hash, verification_id, supersedes, corrects } = row;
  const packaged = { package: content, package_hash, verification_id };
  const expected = makeStatement(methodology, packaged, { supersedes, corrects });
  if (canonicalJson(expected as unknown as JsonValue) !== row.statement) {
    return 'has a statement that does not match its package and record';
  }
  const { final_score, band } = content.result;
  const sameHeadline =
    formatHundredths(row.final_score) === final_score &&
    row.risk_band === band &&
    row.provider_id === statement.provider_id &&
    row.methodology_digest === content.methodology_digest;
  return sameHeadline ? null : 'has a score, band, provider or framework that its statement does not have';
}
