// rf requests: lists score requests from the public and decides on them.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command, Option } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { requireYes, withYes } from '../confirmation.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

type ScoreRequest = AnswerOf<'score_requests.list'>['data'][number];

export function scoreRequestsCommand(terminal: Terminal): Command {
  return new Command('requests')
    .addCommand(listCommand(terminal))
    .addCommand(decisionCommand(terminal, 'accept', 'Accept a received request.'))
    .addCommand(decisionCommand(terminal, 'decline', 'Decline a received request.'))
    .addCommand(scoredCommand(terminal))
    .addCommand(noteCommand(terminal))
    .addCommand(eraseCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  const statuses = ['received', 'accepted', 'declined', 'scored'];
  return new Command('list')
    .description('List requests, oldest first.')
    .addOption(new Option('--status <status>', 'only those with this status').choices(statuses))
    .option('--json', 'print the list as JSON', false)
    .action(async ({ status, json }) => {
      const { data } = await readDesk(terminal, (perform) =>
        listPages(perform, 'score_requests.list', { status }),
      );
      if (json) terminal.out(JSON.stringify(data, null, 2));
      else for (const row of data) for (const line of linesOf(row)) terminal.out(line);
    });
}

/** The act and the resulting status of each command. */
const DECISIONS = {
  accept: { act: 'score_requests.accept', status: 'accepted' },
  decline: { act: 'score_requests.decline', status: 'declined' },
} as const;

function decisionCommand(terminal: Terminal, verb: keyof typeof DECISIONS, what: string): Command {
  const { act, status } = DECISIONS[verb];
  return withToken(new Command(verb))
    .description(what)
    .argument('<id>', 'id of the request')
    .option('--note <text>', 'note that is kept with the request')
    .action((id, { note, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        await perform(act, { id, note });
        terminal.out(`${id} is ${status}`);
      }),
    );
}

function scoredCommand(terminal: Terminal): Command {
  return withToken(new Command('scored'))
    .description('Record which provider an accepted request led to, once it is published.')
    .argument('<id>', 'id of the request')
    .requiredOption('--provider <provider>', 'id or slug; the public outcome of the request names it')
    .option('--note <text>', 'note that is kept with the request')
    .action((id, { provider, note, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        await perform('score_requests.mark_scored', { id, provider, note });
        terminal.out(`${id} is scored: ${provider}`);
      }),
    );
}

function noteCommand(terminal: Terminal): Command {
  return withToken(new Command('note'))
    .description('Add a note to a request. Notes are kept; they can be erased, but not changed.')
    .argument('<id>', 'id of the request')
    .argument('<note>', 'the note')
    .action((id, note, { token }) =>
      asStaff(terminal, { token }, async (perform) => {
        await perform('score_requests.add_note', { id, note });
        terminal.out(`Note added to ${id}`);
      }),
    );
}

const ERASED_PARTS = { contact_email: 'contact', message: 'message', notes: 'notes' } as const;

function eraseCommand(terminal: Terminal): Command {
  return withYes(withToken(new Command('erase')))
    .description('Erase the contact and the message of a request. The request and its outcome stay.')
    .argument('<id>', 'id of the request')
    .option('--notes', 'also the notes on the request', false)
    .action((id, { notes, yes, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const more = notes ? ', and all notes on it' : '';
        requireYes(yes, `This erases the contact and the message of the request ${id}${more}.`);
        const { erased } = await perform('score_requests.erase', { id, notes });
        terminal.out(`Erased: ${erased.map((part) => ERASED_PARTS[part]).join(', ')}`);
        const kept = notes ? '' : ' the notes on the request,';
        terminal.out(
          `What stays: the provider that was asked about, the outcome,${kept} and backups that were made before.`,
        );
      }),
    );
}

/** Untrusted text gets its own indented lines, so that it cannot imitate another row. */
function linesOf({ id, status, received_at, provider_name, ...row }: ScoreRequest): string[] {
  const more = [row.planner_type, row.provider_url, row.contact_email].filter((text) => text !== null);
  const indented = (label: string, text: string | null) =>
    text === null || text === '' ? [] : text.split('\n').map((line) => `    ${label} ${line}`);
  return [
    `${id}  ${status.padEnd(8)}  ${new Date(received_at).toISOString()}`,
    ...indented('provider:', provider_name),
    ...indented('about:   ', more.join(', ')),
    ...indented('message: ', row.message),
    ...indented('scored:  ', row.slug),
    ...row.notes.flatMap(({ at, by, note }) =>
      indented('note:    ', `${instantToTheSecond(at)}, ${by}: ${note}`),
    ),
  ];
}
