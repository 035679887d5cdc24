import { verifyAll } from '@rf-indicators/core/desk/log/verify-all';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import { type VerifierKey, verify } from '@rf-indicators/engine';
import { Command } from 'commander';
import { progressTo } from '../progress.ts';
import { storeLocation, withContext } from '../store-session.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';
import { readText, readVerifierKey } from './files.ts';
import { tellReports } from './report.ts';

export function verifyCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('verify')
    .description('Replay packages and check signature and, where present, log against a key you pin.')
    .argument('[file...]', 'computation answers; - reads standard input')
    .option('--key <key>', "the publisher's verifier key, or a file that holds it; may be repeated", collect)
    .option('--all', 'check the whole store: packages, signatures, log and checkpoints', false)
    .option('--json', 'print the reports as JSON', false)
    .addHelpText(
      'after',
      '\nA key that comes with the file proves nothing: get it from the publisher, once, and keep it.',
    )
    .action(async (files: string[], options: { key?: string[]; all: boolean; json: boolean }) => {
      if (options.all) return verifyStore(terminal, finish, options.json);
      if (files.length === 0) throw new UsageError('Name files to verify, or use --all for the whole store.');
      if (options.key === undefined)
        throw new UsageError('Pin the key with --key: one that comes with a file proves nothing.');
      const keys: VerifierKey[] = [];
      for (const key of options.key) keys.push(await readVerifierKey(key, terminal));
      const reports = [];
      for (const file of files)
        reports.push({ file, ...(await verify(await readText(file, terminal), keys)) });
      tellReports(reports, options.json, 'VERIFIED', terminal);
      if (reports.some(({ ok }) => !ok)) finish(EXIT.no);
    });
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

async function verifyStore(terminal: Terminal, finish: Finish, json: boolean): Promise<void> {
  // Opened first, so that a store that is not there is told as such; then read as of one instant, so that a
  // publication that comes in between is not taken for a fault.
  await withContext(terminal, async () => undefined);
  const { findings, ...counts } = await withSnapshot(storeLocation(terminal), ({ db }) =>
    verifyAll(db, progressTo(terminal, 'packages replayed')),
  );
  if (findings.length > 0) finish(EXIT.no);
  if (json) {
    terminal.out(JSON.stringify({ ...counts, findings }, null, 2));
    return;
  }
  const { packages, indicators, leaves, checkpoints } = counts;
  terminal.out(
    `${packages} packages, ${indicators} indicators, ${leaves} log entries, ${checkpoints} checkpoints`,
  );
  for (const { record, problem } of findings) terminal.out(`  ${record}: ${problem}`);
  terminal.out(findings.length === 0 ? 'VERIFIED: everything holds' : `REFUSED: ${findings.length} findings`);
}
