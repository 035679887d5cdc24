// rf verify --offline: checks an export without a server and without a store.

import {
  canonicalJson,
  checkSignature,
  isVerificationId,
  type JsonValue,
  readJson,
  type Statement,
  type VerifierKey,
  verify,
  type WitnessPolicy,
  witnessVerdict,
} from '@rf-indicators/engine';
import { DESCRIPTION_FILE } from '../../export/listing.ts';
import { Alarm } from '../../monitor/alarm.ts';
import { type FollowedLog, followLog } from '../../monitor/follow-log.ts';
import { KeyHistory } from '../../monitor/key-history.ts';
import { readLeaf } from '../../monitor/leaf.ts';
import { checkStatement } from '../../monitor/logged-checks.ts';
import { EmptyLog, runRound } from '../../monitor/round.ts';
import { type Source, Unavailable } from '../../monitor/source.ts';
import { type MonitorState, newState } from '../../monitor/state.ts';
import { readEntries, TILE_WIDTH } from '../../monitor/tiles.ts';
import { progressTo } from '../../progress.ts';
import { count } from '../../table.ts';
import { EXIT, type Finish, type Terminal } from '../../terminal.ts';
import { readText } from '../files.ts';
import { checkAddresses, checkNothingPublished } from './address-checks.ts';
import { checkDatasets } from './dataset-checks.ts';
import { checkFile, checkFiles } from './file-checks.ts';
import type { Finding } from './findings.ts';
import { folderSource } from './folder-source.ts';
import { type Listing, readListing } from './read-listing.ts';

export interface OfflineOptions {
  folder: string;
  key: VerifierKey;
  policy: WitnessPolicy | undefined;
  /** Verification ids, and files with computation responses. Everything is checked if there are none. */
  subjects: readonly string[];
  json: boolean;
}

interface OfflineReport {
  findings: Finding[];
  /** Nothing wrong, but worth knowing. */
  remarks: string[];
  checked: string[];
}

export async function verifyOffline(
  terminal: Terminal,
  finish: Finish,
  { json, ...options }: OfflineOptions,
): Promise<void> {
  const { findings, remarks, checked } = await examine(terminal, options);
  if (findings.length > 0) finish(EXIT.no);
  const key = options.key.id;
  if (json) {
    const report = { ok: findings.length === 0, folder: options.folder, key, checked, remarks, findings };
    return terminal.out(JSON.stringify(report, null, 2));
  }
  terminal.out(`Checked ${options.folder} with the key ${key}`);
  for (const line of checked) terminal.out(`  ok   ${line}`);
  for (const line of remarks) terminal.out(`  note ${line}`);
  for (const { file, problem } of findings) terminal.out(`  FAIL ${file}: ${problem}`);
  const count = findings.length;
  terminal.out(
    count === 0
      ? 'VERIFIED: no problems found'
      : `REFUSED: ${count} ${count === 1 ? 'problem' : 'problems'} found`,
  );
}

async function examine(terminal: Terminal, options: Omit<OfflineOptions, 'json'>): Promise<OfflineReport> {
  const { folder, subjects } = options;
  const report: OfflineReport = { findings: [], remarks: [], checked: [] };
  const listing = await readListing(folder);
  if ('findings' in listing) return { ...report, findings: listing.findings };
  try {
    if (subjects.length === 0) await checkAll(terminal, options, listing, report);
    else await checkSubjects(terminal, options, listing, report);
  } catch (error) {
    if (error instanceof Alarm) {
      report.findings.push(...error.findings.map(({ code, detail }) => ({ file: code, problem: detail })));
    } else if (error instanceof Unavailable || error instanceof EmptyLog)
      report.findings.push({ file: 'log', problem: error.message });
    else throw error;
  }
  return report;
}

function sourceOf(folder: string, { files }: Listing): Source {
  return folderSource(
    folder,
    new Map(files.flatMap(({ path: address, file }) => (address === null ? [] : [[address, file]]))),
  );
}

async function checkAll(
  terminal: Terminal,
  { folder, key, policy }: Omit<OfflineOptions, 'json'>,
  listing: Listing,
  { findings, remarks, checked }: OfflineReport,
): Promise<void> {
  findings.push(...(await checkFiles(folder, listing.files, progressTo(terminal, 'files checked'))));
  const source = sourceOf(folder, listing);
  const state = newState(key.name, { key: key.text, trusted: 'given' });
  const addresses = listing.files.flatMap(({ path: address }) => address ?? []);
  if (listing.signed.description.tree_size === null) {
    findings.push(
      ...(await signatureFindings(listing, [key])),
      ...(await checkNothingPublished(source, addresses)),
      ...(policy === undefined
        ? []
        : [{ file: '/log/checkpoint', problem: 'is missing, so no witness vouches for it' }]),
    );
    remarks.push('Nothing was published yet, so there is no log.');
    return;
  }
  const round = await runRound(source, state, {
    now: () => terminal.now().getTime(),
    ...{ sample: null, policy, settleMs: 0, maxAgeMs: null, changelogPages: 1 },
    // What is recorded in the log about a minute later, such as a stale mark, may be missing for any time.
    graceMs: Number.POSITIVE_INFINITY,
    progress: (label) => progressTo(terminal, label),
  });
  remarks.push(...round.remarks);
  const keys = await KeyHistory.read(state.keys);
  findings.push(...treeFindings(listing, round.size, round.root));
  findings.push(...(await signatureFindings(listing, keys.at(round.size - 1))));
  findings.push(...checkAddresses(addresses, state.facts));
  const statements = await readStatements(source, round.size);
  findings.push(
    ...(await checkDatasets(
      source,
      addresses,
      statements,
      keys.keys(),
      progressTo(terminal, 'dumps checked'),
    )),
  );
  if (findings.length > 0) return;
  const dumpCount = addresses.filter((address) => address.endsWith('.csv.gz')).length;
  checked.push(
    `the signed list has ${count(listing.files.length, 'file')}, which are unaltered, and there are no others`,
    `the log of size ${round.size} leads to the signed checkpoint ${round.root}`,
    `${count(statements.size, 'statement')} with valid signatures and proofs; current scores are those of the log`,
    `${count(dumpCount, 'daily dump')} with the digests of the signed index and the statements of the log`,
  );
}

/** Only what the subjects need: the log, the signed list, and the files of these indicators. */
async function checkSubjects(
  terminal: Terminal,
  { folder, key, policy, subjects }: Omit<OfflineOptions, 'json'>,
  listing: Listing,
  { findings, remarks, checked }: OfflineReport,
): Promise<void> {
  const source = sourceOf(folder, listing);
  const note = await source.text('/log/checkpoint');
  if (note === null) {
    findings.push({ file: '/log/checkpoint', problem: 'is missing' });
    return;
  }
  const state = newState(key.name, { key: key.text, trusted: 'given' });
  const log = await followLog(source, state, note, terminal.now().getTime());
  findings.push(...log.findings.map(({ code, detail }) => ({ file: code, problem: detail })));
  findings.push(...treeFindings(listing, log.tree.size, log.tree.root));
  findings.push(...(await signatureFindings(listing, log.keys.at(log.tree.size - 1))));
  const witnessed = policy && (await witnessVerdict(note, policy));
  if (witnessed && !witnessed.ok) findings.push({ file: '/log/checkpoint', problem: witnessed.detail });
  const statements = await readStatements(source, log.tree.size);
  for (const subject of subjects) {
    const id = isVerificationId(subject)
      ? subject
      : await packageId(terminal, subject, log.keys.keys(), policy, statements, findings);
    if (id === null) continue;
    const found = await indicatorFindings(folder, listing, { source, log, state }, id);
    findings.push(...found);
    if (found.length > 0) continue;
    const { provider_name, final_score, risk_band, as_of } = statements.get(id)!;
    checked.push(
      `${id}: ${provider_name}, ${final_score} ${risk_band}, as of ${as_of}, is entry ${state.facts.statements[id]} of the log`,
    );
    const proof = (await source.json(`/api/public/verify/${id}`)) as { state?: unknown };
    remarks.push(`${id} was ${String(proof.state)} when the export was made.`);
  }
}

async function indicatorFindings(
  folder: string,
  { files }: Listing,
  { source, log, state }: { source: Source; log: FollowedLog; state: MonitorState },
  id: string,
): Promise<Finding[]> {
  const index = state.facts.statements[id];
  if (index === undefined) return [{ file: id, problem: 'is not in the log' }];
  const own = files.filter(
    ({ path: address }) =>
      address === `/api/public/verify/${id}` ||
      address === `/verify/${id}` ||
      address?.startsWith(`/verify/${id}/`),
  );
  const findings: Finding[] = [];
  for (const file of own) findings.push(...(await checkFile(folder, file)));
  const wrong = await checkStatement(source, log, index, id);
  return [...findings, ...wrong.map(({ code, detail }) => ({ file: code, problem: detail }))];
}

/** Replays a package, and compares its statement with that of the log. Null if it is refused. */
async function packageId(
  terminal: Terminal,
  file: string,
  keys: readonly VerifierKey[],
  policy: WitnessPolicy | undefined,
  statements: ReadonlyMap<string, Statement>,
  findings: Finding[],
): Promise<string | null> {
  const text = await readText(file, terminal);
  const { ok, checks, verification_id: id } = await verify(text, keys, policy);
  for (const { ok: held, check, detail } of checks)
    if (!held) findings.push({ file, problem: `${check}: ${detail}` });
  if (!ok || id === null) return null;
  const { data } = readJson(text).value as { data: { statement: Statement } };
  const logged = statements.get(id);
  const isSame = logged && canonicalJson(asJson(logged)) === canonicalJson(asJson(data.statement));
  if (isSame) return id;
  findings.push({ file, problem: `its statement of ${id} is not in the log of the export` });
  return null;
}

function asJson(value: object): JsonValue {
  return value as unknown as JsonValue;
}

/** The export is signed with the key that was current at its end. An older key must not vouch for a newer export. */
async function signatureFindings(
  { signed: { description, signature } }: Listing,
  keys: readonly VerifierKey[],
): Promise<Finding[]> {
  const verdict = await checkSignature(description, signature, keys).catch(() => 'invalid');
  if (verdict === 'valid') return [];
  const problem =
    verdict === 'unknown_key'
      ? `is signed with ${signature.key_id}, which is not the current key of the log`
      : 'has a signature that is not valid';
  return [{ file: DESCRIPTION_FILE, problem }];
}

function treeFindings({ signed: { description } }: Listing, size: number, root: string): Finding[] {
  if (description.tree_size === size && description.root_hash === root) return [];
  return [{ file: DESCRIPTION_FILE, problem: 'was made with another log than the one in the folder' }];
}

/** By verification id. The log was verified before. */
async function readStatements(source: Source, size: number): Promise<Map<string, Statement>> {
  const statements = new Map<string, Statement>();
  for (let tile = 0; tile * TILE_WIDTH < size; tile += 1) {
    for (const bytes of await readEntries(source, size, tile)) {
      const leaf = readLeaf(bytes);
      if (leaf?.kind === 'statement') statements.set(leaf.statement.verification_id, leaf.statement);
    }
  }
  return statements;
}
