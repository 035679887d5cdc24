// rf methodology diff: compares two framework files, and the scores that they give.

import {
  explainChange,
  frameworkVersion,
  type Methodology,
  methodologyDifferences,
  type Outcome,
  type VerifierKey,
} from '@rf-indicators/engine';
import { Command } from 'commander';
import { type ProviderInputs, readProviderInputs, scoreInputs } from '../desk/provider-inputs.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { readMethodology, readVerifierKey, SHIPPED_OFFICER_KEY, signOffState } from './files.ts';

interface Side {
  file: string;
  framework_version: string;
  /** Unsigned drafts can be compared, but are marked as such. */
  sign_off: 'signed' | 'unsigned';
}

interface Impact {
  provider_id: string | null;
  before: string;
  after: string;
  /** null unless both frameworks give a score. */
  delta: string | null;
}

export function diffCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('diff')
    .description('Show the differences between two framework files, and how they change scores.')
    .argument('<old>', 'framework file')
    .argument('<new>', 'framework file')
    .option('--runs <file>', 'JSON array of provider inputs; each element is scored with both frameworks')
    .option(
      '--officer <key>',
      "the chief risk officer's verifier key, or a file that contains it",
      SHIPPED_OFFICER_KEY,
    )
    .option('--json', 'print the result as JSON', false)
    .action(async (oldFile, newFile, { runs, officer, json }) => {
      const key = await readVerifierKey(officer, terminal);
      const before = await readMethodology(oldFile, terminal);
      const after = await readMethodology(newFile, terminal);
      const differences = methodologyDifferences(before.document, after.document);
      const sides = [
        await describe(oldFile, before, key, terminal),
        await describe(newFile, after, key, terminal),
      ];
      const all = runs === undefined ? [] : await readProviderInputs(runs, terminal);
      const impacts = all.map((run) => impactOf(before, after, run));
      if (impacts.some((impact) => impact.before === 'INVALID' && impact.after === 'INVALID'))
        finish(EXIT.no);
      if (json) {
        terminal.out(JSON.stringify({ old: sides[0], new: sides[1], differences, impacts }, null, 2));
        return;
      }
      for (const [label, side] of [
        ['old', sides[0]!],
        ['new', sides[1]!],
      ] as const) {
        terminal.out(`${label}: ${side.framework_version} (${side.sign_off}) ${side.file}`);
      }
      terminal.out(differenceCount(differences.length));
      for (const difference of differences) {
        const was = difference.before ?? '(nothing)';
        terminal.out(`  ${difference.place}: ${was} -> ${difference.after ?? '(nothing)'}`);
      }
      if (impacts.length > 0) terminal.out('impact:');
      for (const { provider_id, before: was, after: is, delta } of impacts) {
        terminal.out(
          `  ${provider_id ?? '(no provider_id)'}: ${was} -> ${is}${delta === null ? '' : ` (${delta})`}`,
        );
      }
    });
}

function differenceCount(count: number): string {
  if (count === 0) return 'no differences';
  return count === 1 ? '1 difference:' : `${count} differences:`;
}

async function describe(
  file: string,
  methodology: Methodology,
  officer: VerifierKey,
  terminal: Terminal,
): Promise<Side> {
  const { signed } = await signOffState(file, methodology, officer, terminal);
  return {
    file,
    framework_version: frameworkVersion(methodology.document),
    sign_off: signed ? 'signed' : 'unsigned',
  };
}

function impactOf(before: Methodology, after: Methodology, run: ProviderInputs): Impact {
  const was = scoreInputs(before, run);
  const is = scoreInputs(after, run);
  const id = (run.value as { provider_id?: unknown } | null)?.provider_id;
  return {
    provider_id: typeof id === 'string' ? id : null,
    before: headline(was),
    after: headline(is),
    delta: was.status === 'SCORED' && is.status === 'SCORED' ? explainChange(was, is).delta : null,
  };
}

function headline(outcome: Outcome): string {
  if (outcome.status === 'SCORED') return `${outcome.result.final_score} ${outcome.result.band}`;
  return outcome.status === 'NOT_SCORED' ? `NOT_SCORED ${outcome.result.reason}` : 'INVALID';
}
