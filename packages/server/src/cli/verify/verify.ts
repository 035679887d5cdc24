// rf verify: verifies packages, or the whole store.

import { instantText } from '@rf-indicators/core/context/times';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
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
import { printReports } from './report.ts';
import { collect, readWitnesses, type WitnessOptions, withWitnesses } from './witnesses.ts';

export function verifyCommand(terminal: Terminal, finish: Finish): Command {
  return withWitnesses(new Command('verify'))
    .argument(
      '[file...]',
      'computation responses or confirmations; - reads standard input. With --offline also verification ids',
    )
    .option(
      '--key <key>',
      "the publisher's verifier key, or a file that contains it; can be repeated",
      collect,
    )
    .option('--all', 'verify the whole store: packages, signatures, log and checkpoints', false)
    .option(
      '--offline <folder>',
      'verify a folder that rf export wrote, without a server: all of it, or the indicators that are named',
    )
    .option('--json', 'print the reports as JSON', false)
    .addHelpText(
      'after',
      '\nA key that comes with the file proves nothing. Get the key from the publisher once, and keep it.',
    )
    .action(async (files: string[], options: VerifyCommandOptions) => {
      if (options.offline !== undefined)
        return verifyExport(terminal, finish, files, { ...options, offline: options.offline });
      if (options.all) return verifyStore(terminal, finish, options);
      if (files.length === 0)
        throw new UsageError('Specify the files to verify, or use --all to verify the whole store.');
      if (options.key === undefined)
        throw new UsageError('Specify the key with --key. A key that comes with a file proves nothing.');
      const keys: VerifierKey[] = [];
      for (const key of options.key) keys.push(await readVerifierKey(key, terminal));
      const policy = await readWitnesses(options, terminal);
      const reports = [];
      for (const file of files) {
        const text = await readText(file, terminal);
        const report = isConfirmation(text)
          ? await verifyConfirmation(text, keys, null, policy)
          : await verify(text, keys, policy);
        reports.push({ file, ...report });
      }
      printReports(reports, options.json, 'VERIFIED', terminal);
      if (reports.some(({ ok }) => !ok)) finish(EXIT.no);
    });
}

interface VerifyCommandOptions extends WitnessOptions {
  key?: string[];
  all: boolean;
  offline?: string;
  json: boolean;
}

async function verifyExport(
  terminal: Terminal,
  finish: Finish,
  subjects: readonly string[],
  options: VerifyCommandOptions & { offline: string },
): Promise<void> {
  const { offline: folder, key: given = [], all, json } = options;
  if (all) throw new UsageError('--all verifies the store, and --offline an export. Use one of them.');
  if (given.length !== 1)
    throw new UsageError('Specify one key with --key. A key that comes with an export proves nothing.');
  const key = await readVerifierKey(given[0]!, terminal);
  const policy = await readWitnesses(options, terminal);
  // Loaded here, so that rf verify FILE loads no more than it needs.
  const { verifyOffline } = await import('./offline/offline.ts');
  await verifyOffline(terminal, finish, { folder, key, policy, subjects, json });
}

interface StoreOptions {
  key?: string[];
  json: boolean;
}

async function verifyStore(terminal: Terminal, finish: Finish, { key, json }: StoreOptions): Promise<void> {
  // Opened first, so that a missing store is reported as such. Then read from a snapshot, so that a concurrent
  // publication is not mistaken for an inconsistency.
  await withContext(terminal, async () => undefined);
  const { dataDir, verifierKey, checkpointFile, witnesses: configured } = readConfig(terminal.env);
  const witnesses = (await readConfiguredWitnesses(configured)).map((witness) => witness.key);
  if (key !== undefined && key.length > 1) throw new UsageError('With --all, give one key.');
  const pinned =
    key === undefined
      ? await readPinnedKey(dataDir, verifierKey)
      : { key: await readVerifierKey(key[0]!, terminal), from: '--key' };
  const checkpoints = checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
  const location = storeLocation(terminal);
  const options = {
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
  const { packages, indicators, leaves, records } = counts;
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

function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
