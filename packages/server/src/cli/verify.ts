import { type VerifierKey, verify } from '@rf-indicators/engine';
import { Command } from 'commander';
import { readText, readVerifierKey } from './files.ts';
import { tellReports } from './report.ts';
import type { Finish } from './rf.ts';
import { EXIT, type Terminal } from './terminal.ts';

export function verifyCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('verify')
    .description('Replay packages and check signature and, where present, log against a key you pin.')
    .argument('<file...>', 'computation answers; - reads standard input')
    .requiredOption(
      '--key <key>',
      "the publisher's verifier key, or a file that holds it; may be repeated",
      collect,
    )
    .option('--json', 'print the reports as JSON', false)
    .addHelpText(
      'after',
      '\nA key that comes with the file proves nothing: get it from the publisher, once, and keep it.',
    )
    .action(async (files: string[], options: { key: string[]; json: boolean }) => {
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
