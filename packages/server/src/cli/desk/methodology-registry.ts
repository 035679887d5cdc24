// rf methodology impact, activate and list: what a framework changes, and the state of each.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { printRequested } from '../acts/print.ts';
import { readAsOf } from '../instants.ts';
import { count } from '../table.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { readMethodology } from '../verify/files.ts';

export function registryCommands(terminal: Terminal, finish: Finish): Command[] {
  return [impactCommand(terminal), activateCommand(terminal), listCommand(terminal, finish)];
}

function impactCommand(terminal: Terminal): Command {
  return new Command('impact')
    .description('Compare the scores of all providers under the current framework and another one.')
    .argument('<framework>', 'version or digest of an imported framework, or the file of a draft (.json)')
    .option('--as-of <instant>', 'date-time to score as of', 'now')
    .option('--json', 'print the report as JSON', false)
    .action(async (framework, { asOf, json }) => {
      const as_of = readAsOf(asOf, terminal);
      const given = framework.endsWith('.json')
        ? { draft: asRecord((await readMethodology(framework, terminal)).document) }
        : { framework };
      await readDesk(terminal, async (perform) => {
        const report = await perform('frameworks.impact', { ...given, as_of });
        for (const line of json ? [JSON.stringify(report, null, 2)] : impactLines(report)) terminal.out(line);
      });
    });
}

function activateCommand(terminal: Terminal): Command {
  return withToken(new Command('activate'))
    .description(
      'Announce a signed framework, which takes effect on its effective date, and publish what it changes.',
    )
    .argument('<framework>', 'version or digest')
    .requiredOption('--notes <text>', 'what this version changes; will be published')
    .option('--urgent <reason>', 'why it takes effect without the notice period; will be published')
    .action(async (framework, { notes, urgent, token }) => {
      await asStaff(terminal, { token }, async (perform) => {
        const given = { framework, notes, ...(urgent === undefined ? {} : { urgent }) };
        const { impact, ...answer } = await perform('frameworks.activate', given);
        const { framework_version, effective_from } = impact.framework;
        printRequested(
          terminal,
          answer,
          `${framework_version} is activated, effective from ${effective_from}`,
        );
        for (const line of impactLines({ ...impact, differences: [], providers: [] }))
          terminal.out(`  ${line}`);
      });
    });
}

function listCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('list')
    .description('List the imported frameworks; the exit code is 1 if one of them does not verify.')
    .option('--json', 'print the list as JSON', false)
    .action(async ({ json }) => {
      const { data: records } = await readDesk(terminal, (perform) => perform('frameworks.list', {}));
      if (records.some(({ fault }) => fault !== null)) finish(EXIT.no);
      if (json) terminal.out(JSON.stringify(records, null, 2));
      else if (records.length === 0) terminal.out('no frameworks; import one with rf methodology import');
      else {
        for (const record of records) {
          const { framework_version, effective_from, state, digest } = record;
          terminal.out(`${framework_version}  from ${effective_from}  ${state}  ${digest}`);
          for (const line of remarks(record)) terminal.out(`  ${line}`);
        }
      }
    });
}

function remarks(record: AnswerOf<'frameworks.list'>['data'][number]): string[] {
  const { urgent_reason, cancelled_reason, replaced_by, fault } = record;
  return [
    ...(urgent_reason === null ? [] : [`without notice: ${urgent_reason}`]),
    ...(cancelled_reason === null ? [] : [`cancelled: ${cancelled_reason}`]),
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
    ...(fault === null ? [] : [`ERROR ${fault}`]),
  ];
}

/** The act validates the document. */
function asRecord(document: unknown): Record<string, unknown> {
  return document as Record<string, unknown>;
}

type ImpactReport = AnswerOf<'frameworks.impact'>;
type Headline = ImpactReport['providers'][number]['after'];

function impactLines(report: ImpactReport): string[] {
  const { framework, compared_with: before, counts } = report;
  const was =
    before === null ? 'with no framework in effect before' : `compared with ${before.framework_version}`;
  return [
    `${framework.framework_version} (${report.sign_off}) ${was}, as of ${report.as_of}`,
    ...report.differences.map(
      ({ place, before: old, after }) => `  ${place}: ${old ?? '(nothing)'} -> ${after ?? '(nothing)'}`,
    ),
    ...report.providers.map(({ name, before: old, after, delta, band_changed }) => {
      const moved = delta === null ? '' : ` (${delta}${band_changed ? ', different band' : ''})`;
      return `  ${name}: ${old === null ? '-' : headline(old)} -> ${headline(after)}${moved}`;
    }),
    `${count(counts.providers, 'provider')}: ${counts.higher} higher, ${counts.lower} lower, ${counts.unchanged} unchanged, ` +
      `${counts.newly_scored} newly scored, ${counts.no_longer_scored} no longer scored, ${counts.unscored} unscored; ` +
      `${counts.band_changed} in a different band`,
  ];
}

function headline({ status, final_score, risk_band, reason }: Headline): string {
  return status === 'SCORED' ? `${final_score} ${risk_band}` : `${status} ${reason}`;
}
