// rf books find-names: which providers names of a book are. Names travel in the body, so no log on the way has them.

import { Argument, Command } from 'commander';
import { nameInLine } from '../../rendering/wire/one-line-texts.ts';
import { asMember, withMemberToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function findNamesCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('find-names'))
    .description(
      'Say which providers names are, by an exact name or a known other one, and list similar names.',
    )
    .addArgument(new Argument('<book>', 'id of the book'))
    .addArgument(new Argument('<name...>', 'names; at most 20'))
    .option('--json', 'print the answer as JSON', false)
    .action((book: string, names: string[], options) =>
      asMember(terminal, options, async (perform) => {
        const answer = await perform('books.find_names', { book, names: names.map((name) => ({ name })) });
        if (options.json) return terminal.out(JSON.stringify(answer, null, 2));
        for (const { name, why, candidates } of answer.data) {
          const offered = candidates.map(({ slug, likeness }) => `${slug} (${likeness} %)`).join(', ');
          const similar = offered === '' ? '' : ` Candidates: ${offered}.`;
          terminal.out(`${nameInLine(name)}: ${nameInLine(why)}${similar}`);
        }
        return undefined;
      }),
    );
}
