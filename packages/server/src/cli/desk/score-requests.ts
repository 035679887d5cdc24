import {
  listScoreRequests,
  type ScoreRequest,
  triageScoreRequest,
} from '@rf-indicators/core/desk/market/score-requests';
import { Command, Option } from 'commander';
import { actorFrom, withContext, withToken } from '../store-session.ts';
import type { Terminal } from '../terminal.ts';

export function scoreRequestsCommand(terminal: Terminal): Command {
  return new Command('requests')
    .description('Score requests from the public: received, accepted or declined, scored.')
    .addCommand(listCommand(terminal))
    .addCommand(triageCommand(terminal, 'accept', 'accepted', 'Accept a received request.'))
    .addCommand(triageCommand(terminal, 'decline', 'declined', 'Decline a received request.'))
    .addCommand(triageCommand(terminal, 'scored', 'scored', 'Note that an accepted request led to a score.'));
}

function listCommand(terminal: Terminal): Command {
  const statuses = ['received', 'accepted', 'declined', 'scored'];
  return new Command('list')
    .description('List the requests in the order in which they came.')
    .addOption(new Option('--status <status>', 'only those in this state').choices(statuses))
    .option('--json', 'print the list as JSON', false)
    .action(async ({ status, json }) => {
      const rows = await withContext(terminal, ({ store }) => listScoreRequests(store.db, { status }));
      if (json) terminal.out(JSON.stringify(rows, null, 2));
      else for (const row of rows) for (const line of linesOf(row)) terminal.out(line);
    });
}

function triageCommand(
  terminal: Terminal,
  verb: string,
  status: 'accepted' | 'declined' | 'scored',
  what: string,
): Command {
  return withToken(new Command(verb))
    .description(what)
    .argument('<id>', 'the request')
    .option('--note <text>', 'why; kept with the request')
    .action(async (id, { note, token }) => {
      await withContext(terminal, async (context) => {
        await triageScoreRequest(
          context,
          await actorFrom(terminal, context, token),
          id,
          status,
          note ?? null,
        );
        terminal.out(`${id} is ${status}`);
      });
    });
}

/** What strangers wrote stays on lines of its own, so that it cannot pass for another row. */
function linesOf({ id, status, received_at, provider_name, ...row }: ScoreRequest): string[] {
  const more = [row.planner_type, row.provider_url, row.contact_email].filter((text) => text !== null);
  const indented = (label: string, text: string | null) =>
    text === null || text === '' ? [] : text.split('\n').map((line) => `    ${label} ${line}`);
  return [
    `${id}  ${status.padEnd(8)}  ${new Date(received_at).toISOString()}`,
    ...indented('provider:', provider_name),
    ...indented('about:   ', more.join(', ')),
    ...indented('message: ', row.message),
    ...indented('note:    ', row.note),
  ];
}
