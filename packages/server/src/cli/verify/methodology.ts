// rf methodology: commands for framework files, and for the frameworks in the store.

import { deskProblems } from '@rf-indicators/core/desk/methodology/desk-checks';
import {
  digestOf,
  frameworkVersion,
  loadMethodology,
  methodologyProblems,
  signMethodology,
} from '@rf-indicators/engine';
import { Command } from 'commander';
import { registryCommands } from '../desk/methodology-registry.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal, UsageError } from '../terminal.ts';
import {
  readJsonFile,
  readMethodology,
  readSignerKey,
  readVerifierKey,
  SHIPPED_OFFICER_KEY,
  signOffFile,
  signOffState,
  writeNewFile,
} from './files.ts';
import { diffCommand } from './methodology-diff.ts';

export function methodologyCommands(terminal: Terminal, finish: Finish): Command[] {
  return [
    validateCommand(terminal, finish),
    diffCommand(terminal, finish),
    signCommand(terminal),
    ...registryCommands(terminal, finish),
  ];
}

function validateCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('validate')
    .description('Validate a framework file, and list every problem and its location.')
    .argument('<file>', 'framework file; - reads standard input')
    .option(
      '--officer <key>',
      "the chief risk officer's verifier key, or a file that contains it",
      SHIPPED_OFFICER_KEY,
    )
    .option('--json', 'print the result as JSON', false)
    .action(async (file, { officer, json }) => {
      const { value, duplicates } = await readJsonFile(file, terminal);
      const problems = [
        ...duplicates.map((pointer) => ({ pointer, code: 'duplicate_member', message: 'appears twice' })),
        ...methodologyProblems(value),
      ];
      // What a valid file can still have that a desk could not run.
      if (problems.length === 0) problems.push(...deskProblems(loadMethodology(value)));
      if (problems.length > 0) finish(EXIT.no);
      if (json) {
        terminal.out(JSON.stringify({ valid: problems.length === 0, problems }, null, 2));
      } else if (problems.length > 0) {
        terminal.out(`${file}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`);
        for (const { pointer, code, message } of problems) {
          terminal.out(`  ${pointer || '(document)'}: ${message} [${code}]`);
        }
      } else {
        const methodology = await readMethodology(file, terminal);
        const { criteria, modules, rules, bands, document } = methodology;
        const state = await signOffState(
          file,
          methodology,
          await readVerifierKey(officer, terminal),
          terminal,
        );
        terminal.out(
          `${file}: valid, ${frameworkVersion(document)}, effective ${document.effective_from}, ${state.signed ? 'signed' : 'unsigned'}`,
        );
        terminal.out(
          `  ${modules.length} modules, ${criteria.length} criteria, ${rules.length} hard rules, ${bands.length} bands`,
        );
        terminal.out(`  digest ${await digestOf(document)}`);
      }
    });
}

function signCommand(terminal: Terminal): Command {
  return new Command('sign')
    .description("Create the chief risk officer's sign-off of a framework.")
    .argument('<file>', 'framework file')
    .requiredOption('--key <keyfile>', "the chief risk officer's signing key")
    .requiredOption('--name <name>', 'name of the person who signs')
    .option('--signed-at <instant>', 'time of signing, such as 2026-03-20T09:00:00Z', 'now')
    .option('--out <file>', 'file for the sign-off (default: NAME.signoff.json, next to the framework file)')
    .action(async (file, { key, name, signedAt, out }) => {
      const { document } = await readMethodology(file, terminal);
      if (document.framework_name === undefined) {
        throw new UsageError(`${file} has no framework_name; a framework needs one before it can be signed.`);
      }
      const signer = await readSignerKey(key, terminal);
      const instant = instantToTheSecond(readInstant(signedAt, terminal));
      const signOff = await signMethodology(document, signer, name, instant);
      const target = out ?? signOffFile(file);
      await writeNewFile(target, `${JSON.stringify(signOff, null, 2)}\n`);
      terminal.out(`${frameworkVersion(document)} signed by ${name} with ${signer.id}`);
      terminal.out(`  digest   ${signOff.digest}`);
      terminal.out(`  sign-off ${target}`);
    });
}
