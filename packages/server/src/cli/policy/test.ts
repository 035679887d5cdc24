// rf policy test: what a version of a policy decides today, and would have decided on past days or under an announced framework.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { changedBy, daysIn, NO_FRAMEWORK, testFindings } from '@rf-indicators/contract/policy-findings';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { readWholeNumber } from '../acts/options.ts';
import { count, printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { aboutBookToday } from './about-book.ts';

interface Counts {
  allowed: number;
  reviewed: number;
  blocked: number;
  not_tested?: number;
}

export function testCommand(terminal: Terminal): Command {
  const command = new Command('test')
    .description(
      'Try a version of a policy on what was published: what it decides today, and what it would have decided on past days.',
    )
    .argument('<name>', 'name of the policy')
    .option('--version <number>', 'test this version; without it, the draft, or else the active one')
    .option('--since <date>', 'the first day, at most 400 days ago; 180 days ago without it')
    .option('--announced', 'try it on the framework that is announced and not in effect yet instead')
    .option('--json', 'print the result as JSON');
  return withWorkspace(command).action(async (name: string, options) => {
    const version =
      options.version === undefined ? undefined : readWholeNumber(options.version, { minimum: 1 });
    await lookAtWorkspace(terminal, options, async (perform) => {
      if (options.announced === true) {
        if (options.since !== undefined)
          throw new Refusal(
            'validation_failed',
            'A test of an announced framework has no past days: leave out --since.',
          );
        const test = await perform('policies.test_framework', {
          workspace: options.workspace,
          name,
          version,
        });
        return options.json === true
          ? terminal.out(JSON.stringify(test, null, 2))
          : printFrameworkTest(terminal, test);
      }
      const input = { workspace: options.workspace, name, version, since: options.since };
      const test = await perform('policies.test', input);
      if (options.json === true) return terminal.out(JSON.stringify(test, null, 2));
      const { compared_with: other, providers } = test;
      const beside = other === null ? '' : `, beside version ${other.version}, which is active`;
      terminal.out(`${name}: version ${test.version}${beside}, from ${test.since} to ${test.until}`);
      if (test.has_more) terminal.out(`The first ${providers.length} providers by name.`);
      if (test.book !== null) terminal.out(aboutBookToday(test.book));
      const rows = providers.map(({ name: provider, today, periods }) => [
        provider,
        today.decision,
        today.decided_by ?? '',
        ...(['REVIEW', 'BLOCK'] as const).map((decision) => {
          const days = periods.filter((one) => one.decision === decision);
          return String(days.reduce((sum, { from, to }) => sum + daysIn(from, to), 0));
        }),
      ]);
      printTable(terminal, ['PROVIDER', 'TODAY', 'BY', 'DAYS REVIEW', 'DAYS BLOCK'], rows);
      const findings = testFindings(test, (date) => date);
      if (other !== null)
        terminal.out(`${count(findings.length, 'difference')} from version ${other.version}`);
      for (const { title, detail } of findings) terminal.out(`  ${title}: ${detail}`);
    });
  });
}

function printFrameworkTest(
  terminal: Terminal,
  { name, version, has_more, book, announced }: AnswerOf<'policies.test_framework'>,
): void {
  if (announced === null) {
    terminal.out(NO_FRAMEWORK);
    return;
  }
  const { framework_version, effective_from, as_of, is_accepted, providers, untested_rules } = announced;
  terminal.out(`${name}: version ${version}, under ${framework_version}, in effect from ${effective_from}`);
  terminal.out(`From the scores and bands that were published with it, as of ${as_of}.`);
  if (has_more) terminal.out(`The first ${providers.length} providers by name.`);
  if (book !== null) terminal.out(aboutBookToday(book));
  terminal.out(
    is_accepted
      ? 'The policy names this framework.'
      : 'The policy does not name this framework, so every score under it would be at best REVIEW.',
  );
  const rowOf = (when: string, { allowed, reviewed, blocked, not_tested = 0 }: Counts) => [
    when,
    ...[allowed, reviewed, blocked, not_tested].map(String),
  ];
  const counted = [
    rowOf('today', announced.today),
    rowOf('under it', announced.announced),
    ...(is_accepted ? [] : [rowOf('under it, if the policy names it', announced.if_accepted)]),
  ];
  printTable(terminal, ['', 'ALLOW', 'REVIEW', 'BLOCK', 'NOT TESTED'], counted);
  const changed = changedBy(announced);
  terminal.out(
    `${count(changed.length, 'decision')} would change${is_accepted ? '' : ' if the policy names it'}`,
  );
  for (const one of changed)
    terminal.out(
      `  ${one.name}: ${one.today.decision} to ${one.if_accepted.decision}: ${one.if_accepted.sentence}`,
    );
  const unknown = providers.filter(({ if_accepted }) => if_accepted === null);
  if (unknown.length > 0)
    terminal.out(`${count(unknown.length, 'provider')} cannot be tested from what is published`);
  for (const one of unknown) terminal.out(`  ${one.name}: ${one.not_tested_because}`);
  for (const { id, providers: number } of untested_rules)
    terminal.out(`  Rule ${id} reads what is not published, for ${count(number, 'provider')}.`);
}
