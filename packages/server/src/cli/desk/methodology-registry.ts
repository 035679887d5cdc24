// rf methodology, the commands that work on a store and take files or print reports: keys, import, sign-off, impact,
// activation.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { printRequested } from '../acts/print.ts';
import { readAsOf } from '../instants.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';
import { readJsonFile, readMethodology, readVerifierKey } from '../verify/files.ts';
import { impactLines } from './impact.ts';

export function registryCommands(terminal: Terminal, finish: Finish): Command[] {
  return [
    enrolKeyCommand(terminal),
    importCommand(terminal),
    recordSignOffCommand(terminal),
    impactCommand(terminal),
    activateCommand(terminal),
    listCommand(terminal, finish),
  ];
}

function enrolKeyCommand(terminal: Terminal): Command {
  return withToken(new Command('enrol-key'))
    .description('Enrol the public key of a chief risk officer; the private key stays with its holder.')
    .requiredOption('--staff <id or name>', 'whose key it is')
    .requiredOption('--key <key or file>', 'the public key, or the file ending in .pub')
    .action(async ({ staff, key, token }) => {
      const { text } = await readVerifierKey(key, terminal);
      await asStaff(terminal, { token }, async (perform) => {
        const answer = await perform('officer_keys.enrol', { officer: staff, public_key: text });
        printRequested(terminal, answer, `enrolled ${answer.key_id}`);
      });
    });
}

function importCommand(terminal: Terminal): Command {
  return withToken(new Command('import'))
    .description(
      'Import a framework file. It replaces an imported text with the same version that was never activated.',
    )
    .argument('<file>', 'framework file; - reads standard input')
    .action(async (file, { token }) => {
      const { document } = await readMethodology(file, terminal);
      await asStaff(terminal, { token }, async (perform) => {
        const { digest, replaces } = await perform('frameworks.import', { document: asRecord(document) });
        terminal.out(`imported ${digest}`);
        if (replaces !== null) terminal.out(`  replaces ${replaces}`);
      });
    });
}

function recordSignOffCommand(terminal: Terminal): Command {
  return withToken(new Command('record-sign-off'))
    .description('Record the sign-off of an imported framework, made with rf methodology sign.')
    .argument('<file>', 'sign-off file; - reads standard input')
    .action(async (file, { token }) => {
      const { value, duplicates } = await readJsonFile(file, terminal);
      if (duplicates.length > 0) {
        throw new UsageError(`${file} contains duplicate members: ${duplicates.join(', ')}.`);
      }
      await asStaff(terminal, { token }, async (perform) => {
        await perform('frameworks.record_sign_off', { sign_off: asRecord(value) });
        terminal.out('sign-off recorded');
      });
    });
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
