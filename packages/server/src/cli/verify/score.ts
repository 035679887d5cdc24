// rf score: scores provider inputs from a file.

import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { Command } from 'commander';
import { readProviderInputs, scoreInputs } from '../desk/provider-inputs.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { readMethodology, SHIPPED_FRAMEWORK } from './files.ts';

export function scoreCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('score')
    .requiredOption('--runs <file>', 'JSON array of provider inputs; - reads standard input')
    .option('--methodology <file>', 'framework to score with', SHIPPED_FRAMEWORK)
    .addHelpText('after', HELP)
    .action(async ({ runs, methodology: file }) => {
      const methodology = await readMethodology(file, terminal);
      for (const run of await readProviderInputs(runs, terminal)) {
        const { status, result } = scoreInputs(methodology, run);
        if (status === 'INVALID') finish(EXIT.no);
        terminal.out(canonicalJson(result as unknown as JsonValue));
      }
    });
}

const HELP = `
Each element requires provider_id, planner_type, scoring_date, flags, gates and inputs; other members are ignored.
If a gate is missing or has lapsed, the line is {"reason":…,"status":"NOT_SCORED"}; this is not an error.
If an element is invalid, the line lists all its errors. The remaining elements are still scored, and the exit code is 1.`;
