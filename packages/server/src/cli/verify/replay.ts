// rf replay: recomputes packages.

import { replay } from '@rf-indicators/engine';
import { Command } from 'commander';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { readText } from './files.ts';
import { printReports } from './report.ts';

export function replayCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('replay')
    .argument('<file...>', 'computation responses; - reads standard input')
    .option('--json', 'print the reports as JSON', false)
    .addHelpText(
      'after',
      '\nThis does not check who published an indicator. To check that too, use rf verify with a key that you pin.',
    )
    .action(async (files: string[], { json }) => {
      const reports = [];
      for (const file of files) reports.push({ file, ...(await replay(await readText(file, terminal))) });
      printReports(reports, json, 'REPLAYED', terminal);
      if (reports.some(({ ok }) => !ok)) finish(EXIT.no);
    });
}
