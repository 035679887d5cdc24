// rf policy: begins and checks the documents of policies. Nothing of it needs a service.

import {
  POLICY_OPERATORS,
  POLICY_VALUES,
  type Policy,
  policyDigest,
  policyFindings,
  policyProblems,
  readJson,
} from '@rf-indicators/engine';
import { Argument, Command } from 'commander';
import { count, printTable } from '../table.ts';
import { EXIT, type Finish, type Terminal, UsageError } from '../terminal.ts';
import { readText } from '../verify/files.ts';
import { TEMPLATES } from './templates.ts';

export function policyCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('policy')
    .addCommand(newCommand(terminal))
    .addCommand(lintCommand(terminal, finish))
    .addCommand(valuesCommand(terminal));
}

function newCommand(terminal: Terminal): Command {
  const names = Object.keys(TEMPLATES);
  return new Command('new')
    .description('Print a policy to begin with, as YAML.')
    .addArgument(new Argument('<template>', 'which one').choices(names))
    .action((template: keyof typeof TEMPLATES) => {
      terminal.out(TEMPLATES[template].trimEnd());
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

/** JSON is read as such, so that a member that appears twice is found; everything else as YAML. */
async function readPolicy(file: string, terminal: Terminal): Promise<unknown> {
  const text = await readText(file, terminal);
  if (text.trimStart().startsWith('{')) {
    const { value, duplicates } = readJson(text);
    const [twice] = duplicates;
    if (twice !== undefined) throw new UsageError(`${file}: ${twice} appears twice.`);
    return value;
  }
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}
