// rf approvals list and approve: requests for acts that take two people, with the input of each act.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, withToken } from '../act-session.ts';
import { actCommand } from '../acts/command.ts';
import { listPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

export function approvalsCommands(terminal: Terminal): Command[] {
  const list = actCommand(terminal, 'requests.list', {
    text: ({ data }, _, { status }) => {
      if (data.length === 0) terminal.out(`no ${status} requests`);
      for (const line of data.flatMap(linesOf)) terminal.out(line);
    },
  });
  return [list, approveCommand(terminal)];
}

function linesOf(request: AnswerOf<'requests.list'>['data'][number]): string[] {
  const {
    id,
    act,
    subject,
    about,
    input,
    requester,
    requested_at,
    status,
    decider,
    decided_at,
    reason,
    expires_at,
  } = request;
  const day = (instant: string) => new Date(instant).toISOString().slice(0, 10);
  const lines = [
    `${id}  ${act}`,
    ...(about === null ? [] : [`    about: ${about}`]),
    ...(act === 'master_key.rotate' ? [`    key: ${subject.split('/')[1]}`] : []),
    ...inputLines(input),
    `    requested by ${requester} on ${day(requested_at)}`,
  ];
  if (decided_at === null)
    return [...lines, `    ${status === 'open' ? 'open until' : 'expired on'} ${day(expires_at)}`];
  return [
    ...lines,
    `    ${status} by ${decider} on ${day(decided_at)}${reason === null ? '' : `: ${reason}`}`,
  ];
}

function inputLines(input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).map(([name, value]) => `    ${name}: ${inputText(value)}`);
}

function inputText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(inputText).join(', ') : JSON.stringify(value);
}

function approveCommand(terminal: Terminal): Command {
  return withToken(new Command('approve'))
    .description("Approve another person's request, which performs it.")
    .argument('<request>', 'id of the request')
    .action((request, options) =>
      asStaff(terminal, options, async (perform) => {
        const { act, done } = await perform('requests.approve', { request });
        const { data } = await listPages(perform, 'requests.list', { status: 'approved' });
        terminal.out(`${done ? 'Approved and done' : 'Approved'}: ${act}`);
        const input = data.find(({ id }) => id === request)?.input ?? {};
        for (const line of inputLines(input)) terminal.out(line);
        if (!done)
          terminal.out(
            'The service does it in the background. On its machine, rf master-key status shows how far it is.',
          );
      }),
    );
}
