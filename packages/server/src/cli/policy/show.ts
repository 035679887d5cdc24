// rf policy show: the versions of a policy, and one of them with its document.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { bookInScope, type Policy } from '@rf-indicators/engine';
import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { readWholeNumber } from '../acts/options.ts';
import { instantToTheSecond } from '../instants.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { aboutBook } from './about-book.ts';

type Shown = AnswerOf<'policies.read'>['shown'];

export function showCommand(terminal: Terminal): Command {
  const command = new Command('show')
    .description('Show the versions of a policy, and the newest one, or another, with its document as YAML.')
    .argument('<name>', 'name of the policy')
    .option('--version <number>', 'show this version')
    .option('--document', 'print the document alone')
    .option('--json', 'print the result as JSON');
  return withWorkspace(command).action(async (name: string, options) => {
    const version =
      options.version === undefined ? undefined : readWholeNumber(options.version, { minimum: 1 });
    const { stringify } = await import('yaml');
    await lookAtWorkspace(terminal, options, async (perform) => {
      const answer = await perform('policies.read', { workspace: options.workspace, name, version });
      if (options.json === true) return terminal.out(JSON.stringify(answer, null, 2));
      const document = stringify(answer.shown.document).trimEnd();
      if (options.document === true) return terminal.out(document);
      const rows = answer.versions.map((one) => [
        String(one.version),
        one.state,
        instantToTheSecond(one.saved_at),
        one.saved_by_name,
        one.activated_at === null ? '' : instantToTheSecond(one.activated_at),
        one.digest,
      ]);
      printTable(terminal, ['VERSION', 'STATE', 'SAVED', 'BY', 'ACTIVE SINCE', 'DIGEST'], rows);
      for (const line of remarksOn(answer.shown)) terminal.out(line);
      const book = bookInScope(answer.shown.document as unknown as Policy);
      if (book !== null) terminal.out(aboutBook(book));
      terminal.out('');
      terminal.out(document);
    });
  });
}

function remarksOn({ version, state, second_person, refused_reason, findings, ...rest }: Shown): string[] {
  const because =
    second_person === 'exceptions' ? 'it has exceptions that the active version does not have' : 'all do';
  return [
    ...(second_person === null ? [] : [`Version ${version} takes two people, because ${because}.`]),
    ...(state === 'asked' ? [`${rest.asked_by_name} asked for its activation.`] : []),
    ...(rest.shadow ? ['It is decided in the shadow.'] : []),
    ...(refused_reason === null ? [] : [`It was refused: ${refused_reason}`]),
    ...(state === 'active' && rest.stop_asked_by_name !== null
      ? [`${rest.stop_asked_by_name} asked to stop it.`]
      : []),
    ...findings.map(({ pointer, message }) => `${pointer} ${message}`),
  ];
}
