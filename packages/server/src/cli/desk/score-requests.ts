// rf requests list: score requests, whose texts are not trusted.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Command } from 'commander';
import { actCommand } from '../acts/command.ts';
import { instantToTheSecond } from '../instants.ts';
import type { Terminal } from '../terminal.ts';

type ScoreRequest = AnswerOf<'score_requests.list'>['data'][number];

export function scoreRequestsCommands(terminal: Terminal): Command[] {
  const list = actCommand(terminal, 'score_requests.list', {
    text: ({ data }) => {
      for (const line of data.flatMap(linesOf)) terminal.out(line);
    },
  });
  return [list];
}

/** Untrusted text gets its own indented lines, so that it cannot imitate another row. */
function linesOf({ id, status, received_at, provider_name, ...row }: ScoreRequest): string[] {
  const more = [row.planner_type, row.provider_url, row.contact_email].filter((text) => text !== null);
  const indented = (label: string, text: string | null) =>
    text === null || text === '' ? [] : text.split('\n').map((line) => `    ${label} ${line}`);
  return [
    `${id}  ${status.padEnd(8)}  ${new Date(received_at).toISOString()}`,
    ...indented('provider:', provider_name),
    ...indented('asked by:', askedBy(row.demand)),
    ...indented('expected:', row.expected_on),
    ...indented('about:   ', more.join(', ')),
    ...indented('message: ', row.message),
    ...indented('scored:  ', row.slug),
    ...row.notes.flatMap(({ at, by, note }) =>
      indented('note:    ', `${instantToTheSecond(at)}, ${by}: ${note}`),
    ),
  ];
}

/** Empty if nobody but its sender asked for the name. */
function askedBy({ requesters, workspaces, others }: ScoreRequest['demand']): string {
  if (requesters === 1 && workspaces === 0) return '';
  const groups = [
    [workspaces, workspaces === 1 ? 'workspace' : 'workspaces'],
    [others, 'on the public page'],
  ] as const;
  return groups.flatMap(([count, who]) => (count === 0 ? [] : `${count} ${who}`)).join(', ');
}
