// rf verify: verifies packages, or the whole store.

import { confirmedSentence, serverStates } from '@rf-indicators/core/accounts/sign-in-servers';
import { instantText } from '@rf-indicators/core/context/times';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { checkpointsIn, readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import type { ServiceEntry } from '@rf-indicators/core/log/service-history';
import { readWitnesses as readConfiguredWitnesses } from '@rf-indicators/core/log/witnesses';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import { isConfirmation, type VerifierKey, verify, verifyConfirmation } from '@rf-indicators/engine';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { checkOnAllCores } from '../../workers/verify-all/threads.ts';
import { progressTo } from '../progress.ts';
import { storeLocation, withContext } from '../store-session.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';
import { readText, readVerifierKey } from './files.ts';
import { isPublicProof, verifyProof } from './public-proof.ts';
import { printReports } from './report.ts';
import { type PinnedSignOff, readSignOff, withSignOff } from './sign-off.ts';
import { collect, readWitnesses, type WitnessOptions, withWitnesses } from './witnesses.ts';

export function verifyCommand(terminal: Terminal, finish: Finish): Command {
  return withWitnesses(new Command('verify'))
    .argument(
      '[file...]',
      'computation responses, public proofs or confirmations; - reads standard input. With --offline also verification ids',
    )
    .option(
      '--key <key>',
      "the publisher's verifier key, or a file that contains it; can be repeated",
      collect,
    )
    .option('--all', 'verify the whole store: packages, signatures, log and checkpoints', false)
    .option(
      '--since <file>',
      'verify what is newer in the store than a signed checkpoint that you kept: a file with it, or a checkpoint file, of which the newest counts',
    )
    .option(
      '--offline <folder>',
      'verify a folder that rf export wrote, without a server: all of it, or the indicators that are named',
    )
    .option(
      '--officer <key>',
      "also check that this chief risk officer signed the framework of each package: the officer's verifier key, or a file that contains it",
    )
    .option(
      '--sign-off <file>',
      'the sign-off that --officer checks: a sign-off file, or the response of GET /api/v1/methodology',
    )
    .option('--json', 'print the reports as JSON', false)
    .addHelpText(
      'after',
      '\nA key that comes with the file proves nothing. Get the key from the publisher once, and keep it.\n\n' +
        '--since takes it that everything was sound when the checkpoint was signed. Of what is older it checks the hashes of the\n' +
        'log, what readers are served, names, who may do what, and how many rows each table has. It does not look again at older\n' +
        'packages, signatures, documents, dumps and other rows: somebody who changes one of those without adding or removing a\n' +
        'row is found by --all only.',
    )
    .action(async (files: string[], options: VerifyCommandOptions) => {
      if (options.offline !== undefined)
        return verifyExport(terminal, finish, files, { ...options, offline: options.offline });
      if (options.all && options.since !== undefined)
        throw new UsageError('--all verifies everything, and --since what is newer. Use one of them.');
      if (options.all || options.since !== undefined) return verifyStore(terminal, finish, options);
      if (files.length === 0)
        throw new UsageError('Specify the files to verify, or use --all to verify the whole store.');
      if (options.key === undefined)
        throw new UsageError('Specify the key with --key. A key that comes with a file proves nothing.');
      const keys: VerifierKey[] = [];
      for (const key of options.key) keys.push(await readVerifierKey(key, terminal));
      const policy = await readWitnesses(options, terminal);
      const pinned = await pinnedSignOff(options, terminal);
      const reports = [];
      for (const file of files) {
        const text = await readText(file, terminal);
        const report = isPublicProof(text)
          ? await verifyProof(text, keys)
          : isConfirmation(text)
            ? await verifyConfirmation(text, keys, null, policy)
            : await verify(text, keys, policy);
        reports.push({ file, ...(pinned === null ? report : await withSignOff(report, text, pinned)) });
      }
      printReports(reports, options.json, 'VERIFIED', terminal);
      if (reports.some(({ ok }) => !ok)) finish(EXIT.no);
    });
}

interface VerifyCommandOptions extends WitnessOptions {
  key?: string[];
  all: boolean;
  since?: string;
  offline?: string;
  officer?: string;
  signOff?: string;
  json: boolean;
}

async function pinnedSignOff(
  { officer, signOff }: VerifyCommandOptions,
  terminal: Terminal,
): Promise<PinnedSignOff | null> {
  if (officer === undefined && signOff === undefined) return null;
  if (officer === undefined || signOff === undefined)
    throw new UsageError(
      'Specify --officer and --sign-off together: the key of the officer, and what it signed.',
    );
  return {
    signOff: await readSignOff(signOff, terminal),
    officer: await readVerifierKey(officer, terminal),
  };
}

async function verifyExport(
  terminal: Terminal,
  finish: Finish,
  subjects: readonly string[],
  options: VerifyCommandOptions & { offline: string },
): Promise<void> {
  const { offline: folder, key: given = [], all, json } = options;
  if (all || options.since !== undefined)
    throw new UsageError('--all and --since verify the store, and --offline an export. Use one of them.');
  if (given.length !== 1)
    throw new UsageError('Specify one key with --key. A key that comes with an export proves nothing.');
  const key = await readVerifierKey(given[0]!, terminal);
  const policy = await readWitnesses(options, terminal);
  // Loaded here, so that rf verify FILE loads no more than it needs.
  const { verifyOffline } = await import('./offline/offline.ts');
  await verifyOffline(terminal, finish, { folder, key, policy, subjects, json });
}

/** The mail server and the OIDC provider that a store was found with when it was upgraded. */
function foundServers(terminal: Terminal): Promise<string[]> {
  return withContext(terminal, async ({ store }) => {
    const states = await serverStates(store.db, { mail: null, provider: null });
    const found = states.filter(
      ({ confirmed }) => confirmed?.basis === 'as_found' && confirmed.address !== null,
    );
    return found.map(confirmedSentence);
  });
}

interface StoreOptions {
  key?: string[];
  since?: string;
  json: boolean;
}

async function verifyStore(
  terminal: Terminal,
  finish: Finish,
  { key, since: keptFile, json }: StoreOptions,
): Promise<void> {
  const since = keptFile === undefined ? null : { checkpoint: await readKeptCheckpoint(keptFile, terminal) };
  // Opened first, so that a missing store is reported as such. Then read from a snapshot, so that a concurrent
  // publication is not mistaken for an inconsistency.
  await withContext(terminal, async () => undefined);
  const { dataDir, verifierKey, checkpointFile, witnesses: configured } = readConfig(terminal.env);
  const witnesses = (await readConfiguredWitnesses(configured)).map((witness) => witness.key);
  if (key !== undefined && key.length > 1) throw new UsageError('With --all and --since, give one key.');
  const pinned =
    key === undefined
      ? await readPinnedKey(dataDir, verifierKey)
      : { key: await readVerifierKey(key[0]!, terminal), from: '--key' };
  const checkpoints = checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
  const location = storeLocation(terminal);
  const options = {
    since,
    progress: progressTo(terminal, 'packages replayed'),
    startChecker: checkOnAllCores(location),
  };
  const given = { pinned: pinned?.key ?? null, checkpoints, witnesses };
  const { findings, ...counts } = await withSnapshot(location, ({ db }) =>
    withSnapshot(location, ({ db: others }) => verifyAll(db, given, { ...options, others })),
  );
  const trust = {
    key: pinned && { id: pinned.key.id, from: pinned.from },
    checkpoint_file:
      checkpoints.length === 0 ? null : { file: checkpointFile, checkpoints: checkpoints.length },
  };
  if (findings.length > 0) finish(EXIT.no);
  if (json) {
    terminal.out(JSON.stringify({ ...counts, trust, findings }, null, 2));
    return;
  }
  const { packages, indicators, leaves, records, covered } = counts;
  if (covered !== null)
    terminal.out(
      `Verified what is newer than a checkpoint of ${counted(covered.leaves, 'log entry', 'log entries')} and ${counted(covered.entries, 'record')}. Older packages, signatures, documents and rows were not looked at again: rf verify --all does that.`,
    );
  terminal.out(
    trust.key === null
      ? 'No key is pinned: signatures were checked with the keys in the store, which anyone who can write to it can replace.'
      : `Checked with the key ${trust.key.id} (${trust.key.from})`,
  );
  terminal.out(
    trust.checkpoint_file === null
      ? 'No checkpoints are kept outside the store, so a log that was cut short would go unnoticed.'
      : `Compared with ${counted(checkpoints.length, 'checkpoint')} in ${checkpointFile}`,
  );
  if (records.baseline !== null) {
    const since = instantText(records.baseline.at);
    terminal.out(
      `Records from before ${since} were taken as they were found then; nothing proves them before.`,
    );
  }
  for (const sentence of await foundServers(terminal))
    terminal.out(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}; nobody confirmed it.`);
  for (const entry of counts.service) terminal.out(serviceInWords(entry));
  if (records.without_mac > 0)
    terminal.out(
      `The first ${counted(records.without_mac, 'record')} are older than MACs and were taken over when the store was migrated.`,
    );
  if (!records.macs_checked)
    terminal.out(
      'The MACs of the records were not checked, because there is no master key: set RF_MASTER_KEY. Without it, forged records can go unnoticed.',
    );
  if (records.sealed < records.entries)
    terminal.out(`${counted(records.entries - records.sealed, 'record')} will be signed within minutes.`);
  terminal.out(
    [
      counted(packages, 'package'),
      counted(indicators, 'indicator'),
      counted(leaves, 'log entry', 'log entries'),
      counted(counts.checkpoints, 'checkpoint'),
      ...(counts.cosignatures === 0 ? [] : [counted(counts.cosignatures, 'cosignature')]),
      counted(records.entries, 'record'),
    ].join(', '),
  );
  for (const { record, problem } of findings) terminal.out(`  ${record}: ${problem}`);
  terminal.out(
    findings.length === 0
      ? 'VERIFIED: no problems found'
      : `REFUSED: ${counted(findings.length, 'problem')} found`,
  );
}

/** The signed checkpoint in a file: the file itself, or the newest line of a checkpoint file. */
async function readKeptCheckpoint(file: string, terminal: Terminal): Promise<string> {
  const text = await readText(file, terminal);
  // A line of a checkpoint by itself can be JSON, too: its number of leaves.
  return checkpointsIn(text).findLast((line) => typeof line === 'string') ?? text;
}

/** What the log says of the service itself: everybody who checks the store should know it. */
function serviceInWords({ index, at, what, since }: ServiceEntry): string {
  const where = `(log entry ${index})`;
  switch (what) {
    case 'resumed':
      return `No checkpoint was signed from ${instantText(since!)} to ${instantText(at)} ${where}`;
    case 'returned':
      return `The store returned to its founding on ${instantText(at)}: one person could enrol staff alone ${where}`;
    case 'ended':
      return `That ended on ${instantText(at)}: two people can act again ${where}`;
  }
}

function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
