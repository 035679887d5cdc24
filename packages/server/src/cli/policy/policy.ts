// rf policy: begins and checks the documents of policies, which needs no service, shows those of a workspace, and decides by them.

import type { PolicyTemplate } from '@rf-indicators/contract/policy-templates';
import {
  bookInScope,
  POLICY_OPERATORS,
  POLICY_VALUES,
  type Policy,
  policyDigest,
  policyFindings,
  policyProblems,
} from '@rf-indicators/engine';
import { Argument, Command } from 'commander';
import { count, printTable } from '../table.ts';
import { EXIT, type Finish, type Terminal } from '../terminal.ts';
import { aboutBook } from './about-book.ts';
import { evaluateCommand } from './evaluate.ts';
import { readPolicy } from './read-policy.ts';
import { showCommand } from './show.ts';
import { TEMPLATE_NAMES, templateText } from './templates.ts';
import { testCommand } from './test.ts';
import { verifyCommand } from './verify.ts';

export function policyCommands(terminal: Terminal, finish: Finish): Command[] {
  return [
    newCommand(terminal),
    lintCommand(terminal, finish),
    valuesCommand(terminal),
    showCommand(terminal),
    testCommand(terminal),
    evaluateCommand(terminal, finish),
    verifyCommand(terminal, finish),
  ];
}

function newCommand(terminal: Terminal): Command {
  return new Command('new')
    .description('Print a policy to begin with, as YAML.')
    .addArgument(new Argument('<template>', 'which one').choices(TEMPLATE_NAMES))
    .action(async (template: PolicyTemplate) => {
      terminal.out(await templateText(template));
    });
}

function lintCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('lint')
    .description(
      'Check a policy: what is wrong with it, and rules that can never hold, always hold or are idle.',
    )
    .argument('<file>', 'the policy, as YAML or JSON; - reads standard input')
    .option('--json', 'print the result as JSON', false)
    .action(async (file: string, { json }) => {
      const document = await readPolicy(file, terminal);
      const problems = policyProblems(document);
      const isValid = problems.length === 0;
      const findings = isValid ? policyFindings(document as Policy) : [];
      const digest = isValid ? await policyDigest(document as Policy) : null;
      const listed = [...problems, ...findings];
      if (listed.length > 0) finish(EXIT.no);
      if (json) return terminal.out(JSON.stringify({ valid: isValid, digest, problems, findings }, null, 2));
      terminal.out(`${file}: ${isValid ? `valid, ${digest}` : count(problems.length, 'problem')}`);
      for (const { pointer, message } of listed) terminal.out(`  ${pointer || '/'} ${message}`);
      const book = isValid ? bookInScope(document as Policy) : null;
      if (book !== null) terminal.out(aboutBook(book));
    });
}

function valuesCommand(terminal: Terminal): Command {
  return new Command('values').description('List the values that rules can compare, and how.').action(() => {
    const rows = Object.entries(POLICY_VALUES).map(([name, value]) => [
      'parameter' in value ? `${name}, ${value.parameter}` : name,
      value.about,
      POLICY_OPERATORS[value.type].join(', '),
    ]);
    printTable(terminal, ['VALUE', 'WHAT IT IS', 'COMPARED BY'], rows);
  });
}
