// rf webhooks deliveries: lists deliveries, shows one, and follows attempts as they are made.

import { type AnswerOf, DELIVERY_STATUSES } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { lookAtWorkspace, type Perform, withWorkspace } from '../act-session.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { listPages } from '../pages.ts';
import { serverOf } from '../remote/server.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { printable } from './event-lines.ts';

type ListedDelivery = AnswerOf<'deliveries.list'>['data'][number];
type Delivery = AnswerOf<'deliveries.show'>;
type Attempt = Pick<Delivery['attempts'][number], 'code' | 'error'>;

type FollowedAttempt = AnswerOf<'deliveries.attempts'>['data'][number];

const FOLLOW_MS = 300;
/** A server counts the requests of each person. */
const FOLLOW_SERVER_MS = 1000;
/** How far the clock of the service may be behind the one here. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;
/** Attempts are recorded shortly after they finish, so each poll goes back a little and skips those already shown. */
const LOOK_BACK_MS = 5000;

export function deliveriesCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('deliveries'))
    .description('List deliveries, newest first. With an id, show one delivery with all its attempts.')
    .argument('[delivery]', 'the id of a delivery')
    .option(
      '--endpoint <endpoint>',
      'only deliveries to this endpoint: its id, the beginning of its id, or its URL',
    )
    .option('--status <status>', `only deliveries with this status: ${DELIVERY_STATUSES.join(', ')}`)
    .option('--type <type>', 'only events of this type')
    .option('--event <id>', 'only deliveries of this event')
    .option('--since <instant>', 'only deliveries created since: 2026-04-01 or 2026-04-01T06:00:00Z')
    .option('--limit <number>', 'list at most this many', Number, 100)
    .option('--follow', 'keep showing each attempt as it is made, until stopped', false)
    .option('--json', 'print as JSON', false)
    .action((id: string | undefined, options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, json } = options;
        if (id !== undefined) {
          printDelivery(terminal, await perform('deliveries.show', { workspace, delivery: id }), json);
          return;
        }
        const { data } = await listPages(
          perform,
          'deliveries.list',
          readFilter(terminal, options),
          options.limit,
        );
        if (json) terminal.out(JSON.stringify(data, null, 2));
        else printList(terminal, data);
        if (options.follow) await follow(terminal, perform, workspace, json);
      }),
    );
}

interface FilterOptions {
  workspace?: string;
  endpoint?: string;
  status?: string;
  type?: string;
  event?: string;
  since?: string;
  limit: number;
}

function readFilter(
  terminal: Terminal,
  { workspace, endpoint, status: given, type, event, since, limit }: FilterOptions,
) {
  const status = DELIVERY_STATUSES.find((known) => known === given);
  if (given !== undefined && status === undefined) {
    throw new UsageError(`"${given}" is not a status. Statuses are ${DELIVERY_STATUSES.join(', ')}.`);
  }
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError('--limit must be a whole number of at least 1.');
  return {
    workspace,
    endpoint,
    status,
    type,
    event_id: event,
    since: since === undefined ? undefined : readInstant(since, terminal),
  };
}

function printList(terminal: Terminal, deliveries: readonly ListedDelivery[]): void {
  const rows = deliveries.map((delivery) => [
    instantToTheSecond(delivery.created_at),
    delivery.test ? `${delivery.type} (test)` : delivery.type,
    delivery.status,
    String(delivery.tries),
    delivery.last_code === null ? printable(delivery.last_error ?? '') : String(delivery.last_code),
    delivery.next_try_at === null ? '' : instantToTheSecond(delivery.next_try_at),
    new URL(delivery.url).host,
    delivery.id,
  ]);
  printTable(terminal, ['CREATED', 'TYPE', 'STATUS', 'ATTEMPTS', 'LAST', 'NEXT ATTEMPT', 'TO', 'ID'], rows);
}

function printDelivery(terminal: Terminal, delivery: Delivery, json: boolean): void {
  if (json) {
    terminal.out(JSON.stringify(delivery, null, 2));
    return;
  }
  const { id, type, event_id, status, url, body, attempts, next_try_at } = delivery;
  terminal.out(`${id}  ${type}  ${status}`);
  terminal.out(`Event         ${event_id}`);
  terminal.out(`To            ${url}`);
  if (next_try_at !== null) terminal.out(`Next attempt  ${instantToTheSecond(next_try_at)}`);
  terminal.out(`Body          ${body}`);
  for (const [index, attempt] of attempts.entries()) printAttempt(terminal, attempt, index + 1);
}

function printAttempt(terminal: Terminal, attempt: Delivery['attempts'][number], number: number): void {
  const duration = durationOf(attempt);
  terminal.out(
    `\nAttempt ${number}  ${new Date(attempt.started_at).toISOString()}  ${duration} ms  ${outcomeOf(attempt)}`,
  );
  terminal.out(`  > POST ${attempt.url}`);
  for (const [name, value] of Object.entries(attempt.request_headers)) terminal.out(`  > ${name}: ${value}`);
  for (const [name, value] of Object.entries(attempt.response_headers ?? {}))
    terminal.out(`  < ${printable(`${name}: ${value}`)}`);
  if (attempt.response_body) terminal.out(`  < ${printable(attempt.response_body)}`);
}

/** In milliseconds. */
export function durationOf({
  started_at,
  finished_at,
}: Pick<Delivery['attempts'][number], 'started_at' | 'finished_at'>): number {
  return Date.parse(finished_at) - Date.parse(started_at);
}

function outcomeOf({ code, error }: Attempt): string {
  return code === null ? printable(error ?? 'no response') : String(code);
}

async function follow(
  terminal: Terminal,
  perform: Perform,
  workspace: string | undefined,
  json: boolean,
): Promise<void> {
  const shown = new Map<string, number>();
  let isStopped = false;
  void terminal.untilStopped().then(() => {
    isStopped = true;
  });
  const newAttempts = async (since: number): Promise<FollowedAttempt[]> => {
    const { data } = await listPages(perform, 'deliveries.attempts', {
      ...{ workspace, since: new Date(since).toISOString() },
    });
    const unseen = data.filter((attempt) => !shown.has(keyOf(attempt)));
    for (const attempt of unseen) shown.set(keyOf(attempt), Date.parse(attempt.finished_at));
    return unseen;
  };
  let since = terminal.now().getTime() - CLOCK_DIFFERENCE_MS;
  // The list has them already.
  await newAttempts(since);
  while (!isStopped) {
    await new Promise((resolve) =>
      setTimeout(resolve, serverOf(terminal) === null ? FOLLOW_MS : FOLLOW_SERVER_MS),
    );
    for (const attempt of await newAttempts(since)) printFollowed(terminal, attempt, json);
    since = Math.max(since, ...[...shown.values()].map((at) => at - LOOK_BACK_MS));
    for (const [key, at] of shown) if (at < since) shown.delete(key);
  }
}

function keyOf({ delivery_id, started_at }: FollowedAttempt): string {
  return `${delivery_id} ${started_at}`;
}

function printFollowed(terminal: Terminal, attempt: FollowedAttempt, json: boolean): void {
  const line = [
    new Date(attempt.finished_at).toISOString(),
    attempt.type,
    outcomeOf(attempt),
    attempt.status,
    new URL(attempt.url).host,
    attempt.delivery_id,
  ];
  terminal.out(json ? JSON.stringify(attempt) : line.join('  '));
}
