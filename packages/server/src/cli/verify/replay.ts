import { replay } from '@rf-indicators/engine';
import { Command } from 'commander';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { readText } from './files.ts';
import { tellReports } from './report.ts';

export function replayCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('replay')
    .description('Recompute packages from their files alone: arithmetic, hash and id.')
    .argument('<file...>', 'computation answers; - reads standard input')
    .option('--json', 'print the reports as JSON', false)
    .addHelpText(
      'after',
      '\nWho published an indicator is not asked here: that is rf verify, with a key you pin.',
    )
    .action(async (files: string[], { json }) => {
      const reports = [];
      for (const file of files) reports.push({ file, ...(await replay(await readText(file, terminal))) });
      tellReports(reports, json, 'REPLAYED', terminal);
      if (reports.some(({ ok }) => !ok)) finish(EXIT.no);
    });
}
