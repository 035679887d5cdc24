// rf verify --all: replays every package and checks every signature, the whole log, what its leaves say, every checkpoint
// and every record.

import {
  type ComputationPackage,
  canonicalJson,
  checkSignature,
  digestOf,
  formatHundredths,
  type JsonValue,
  leafHash,
  type Methodology,
  makeAnswer,
  makeStatement,
  openCheckpoint,
  replayAnswer,
  rootFrom,
  type Statement,
  treeInMemory,
  type VerifierKey,
  verificationId,
  type WitnessKey,
} from '@rf-indicators/engine';
import type { LeafKind } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { methodologyByDigest, requireSigned } from '../methodology/signed.ts';
import type { Indicator } from '../runs/current-indicators.ts';
import { requireConsistency } from './checkpoint-file.ts';
import { checkConfirmations } from './confirmation-checks.ts';
import { checkCosignatures } from './cosignatures.ts';
import { type KeyChain, keyChain, keysAt } from './key-chain.ts';
import { kindOf, leafProblem } from './leaf-checks.ts';
import { checkDocuments, checkRunItems } from './recomputed-checks.ts';
import { type CheckedRecords, checkRecords } from './record-checks.ts';
import { checkServed } from './served-checks.ts';
import { parseCanonical, parseSignature } from './stored-texts.ts';

const ROWS_AT_ONCE = 100;

export interface Finding {
  /** Table and key of the record with the problem. */
  record: string;
  problem: string;
}

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
  await checkDocuments(db, report);
  await checkRunItems(db, report);
  const records = await checkRecords(db, report);
  await checkKept(db, kept, report);
  return { packages, indicators, leaves, checkpoints, cosignatures, records, findings };
}

type ReportFinding = (record: string, problem: string) => void;

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

async function checkLog(
  db: Queries,
  chain: KeyChain,
  report: ReportFinding,
): Promise<{ leaves: number; checkpoints: number }> {
  const hashes: Uint8Array[] = [];
  const leaves = await db.selectFrom('log_leaves').selectAll().orderBy('idx').execute();
  for (const [index, { idx, leaf, leaf_hash, kind }] of leaves.entries()) {
    const record = `log_leaves ${idx}`;
    if (idx !== index) report(record, 'is not numbered directly after the leaf before it');
    const hash = await leafHash(Buffer.from(leaf));
    if (Buffer.from(hash).toString('base64') !== leaf_hash) report(record, 'does not match its stored hash');
    if (kindOf(leaf) !== kind) report(record, `is stored as a leaf of another kind: ${kind}`);
    const problem = await leafProblem(db, kind, leaf);
    if (problem !== null) report(record, problem);
    hashes.push(hash);
  }
  const readNode = await treeInMemory(hashes);
  await checkNodes(db, leaves.length, readNode, report);
  const [state, ...others] = await db.selectFrom('log_state').select('tree_size').orderBy('id').execute();
  if (others.length > 0) report('log_state', 'has more than one row');
  const tree_size = state?.tree_size ?? 0;
  if (tree_size !== leaves.length)
    report('log_state 1', `gives a size of ${tree_size} leaves, but there are ${leaves.length}`);
  const checkpoints = await db.selectFrom('checkpoints').selectAll().orderBy('tree_size').execute();
  for (const { tree_size: size, note } of checkpoints) {
    const problem = await checkpointProblem(size, note, leaves.length, chain, readNode);
    if (problem !== null) report(`checkpoints ${size}`, problem);
  }
  await checkCheckpointsKept(db, leaves, new Set(checkpoints.map((row) => row.tree_size)), report);
  if (leaves.length > 0 && checkpoints.at(-1)?.tree_size !== leaves.length) {
    report('checkpoints', `have none for the current log, which has ${leaves.length} leaves`);
  }
  return { leaves: leaves.length, checkpoints: checkpoints.length };
}

/** Every publication, rotation and seal signed a checkpoint. */
async function checkCheckpointsKept(
  db: Queries,
  leaves: readonly { idx: number; kind: LeafKind }[],
  kept: ReadonlySet<number>,
  report: ReportFinding,
): Promise<void> {
  const publications = await db.selectFrom('publications').select('tree_size').execute();
  const signed = [
    ...publications.map(({ tree_size }) => tree_size).filter((size) => size > 0),
    ...leaves.filter(({ kind }) => kind === 'key_rotation' || kind === 'records').map(({ idx }) => idx + 1),
  ];
  for (const size of new Set(signed)) if (!kept.has(size)) report(`checkpoints ${size}`, 'is missing');
}

async function checkNodes(
  db: Queries,
  leaves: number,
  readNode: (level: number, index: number) => Promise<Uint8Array>,
  report: ReportFinding,
): Promise<void> {
  const nodes = await db.selectFrom('log_nodes').selectAll().execute();
  const stored = new Set<string>();
  for (const { level, idx, hash } of nodes) {
    stored.add(`${level}/${idx}`);
    const computed = await readNode(level, idx).catch(() => null);
    if (computed === null || Buffer.from(computed).toString('base64') !== hash) {
      report(`log_nodes ${level}/${idx}`, 'is not the hash of the nodes below it');
    }
  }
  for (let level = 0, width = leaves; width > 0; level += 1, width = Math.floor(width / 2)) {
    for (let idx = 0; idx < width; idx += 1) {
      if (!stored.has(`${level}/${idx}`)) report(`log_nodes ${level}/${idx}`, 'is missing');
    }
  }
}

async function checkpointProblem(
  size: number,
  note: string,
  leaves: number,
  chain: KeyChain,
  readNode: (level: number, index: number) => Promise<Uint8Array>,
): Promise<string | null> {
  try {
    const origin = chain.keys[0]?.key.name ?? '';
    const { treeSize, rootHash, unknown } = await openCheckpoint(note, origin, keysAt(chain, size - 1));
    // Witnesses may add signatures to their copies, but the stored note has only those of the service.
    if (unknown > 0) return 'has a signature by an unknown key';
    if (treeSize !== size) return `is for ${treeSize} leaves`;
    if (size > leaves) return 'is for more leaves than there are';
    const root = await rootFrom(size, readNode);
    return Buffer.from(root).equals(rootHash) ? null : 'contradicts the log';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Checkpoints that were kept outside the store show a log that was cut short or rewritten. */
async function checkKept(db: Queries, kept: readonly string[], report: ReportFinding): Promise<void> {
  for (const note of kept) {
    try {
      await requireConsistency(db, [note]);
    } catch (error) {
      report('log', (error as Error).message);
      return;
    }
  }
}
