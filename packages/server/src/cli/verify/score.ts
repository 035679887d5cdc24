import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { Command } from 'commander';
import { readRuns, scoreRun } from '../desk/runs.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { readMethodology, SHIPPED_FRAMEWORK } from './files.ts';

export function scoreCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('score')
    .description('Score runs and print one canonical JSON line for each.')
    .requiredOption('--runs <file>', 'JSON array of runs; - reads standard input')
    .option('--methodology <file>', 'framework to score with', SHIPPED_FRAMEWORK)
    .addHelpText('after', HELP)
    .action(async ({ runs, methodology: file }) => {
      const methodology = await readMethodology(file, terminal);
      for (const run of await readRuns(runs, terminal)) {
        const { status, result } = scoreRun(methodology, run);
        if (status === 'INVALID') finish(EXIT.no);
        terminal.out(canonicalJson(result as unknown as JsonValue));
      }
    });
}

const HELP = `
A run needs provider_id, planner_type, scoring_date, flags, gates and inputs; other members are ignored.
A run whose gate is missing or lapsed prints {"reason":…,"status":"NOT_SCORED"} and is no failure.
An invalid run prints all its errors; the exit code is then 1, after every run was tried.`;
