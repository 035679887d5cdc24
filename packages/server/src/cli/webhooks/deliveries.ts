import { type AnswerOf, DELIVERY_STATUSES } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asMember, lookAtWorkspace, type Perform, withMemberToken, withWorkspace } from '../act-session.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { printable } from './words.ts';

type ListedDelivery = AnswerOf<'deliveries.list'>['data'][number];
type Delivery = AnswerOf<'deliveries.show'>;
type Attempt = Pick<Delivery['attempts'][number], 'code' | 'error'>;

const FOLLOW_MS = 300;
/** Attempts are recorded a moment after they ended, so each look goes back a little and skips what it has shown. */
const LOOK_BACK_MS = 5000;

export function deliveriesCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('deliveries'))
    .description(
      'List deliveries, newest first; with an id, show one delivery with all its attempts as they were sent.',
    )
    .argument('[delivery]', 'the id of one')
    .option('--endpoint <endpoint>', 'only of this endpoint: its id, the beginning of its id, or its address')
    .option('--status <status>', `only ${DELIVERY_STATUSES.join(', ')}`)
    .option('--type <type>', 'only events of this type')
    .option('--event <id>', 'only of this event')
    .option('--since <instant>', 'only those created since: 2026-04-01 or 2026-04-01T06:00:00Z')
    .option('--limit <number>', 'list at most this many', Number, 100)
    .option('--follow', 'keep showing each attempt as it is made, until stopped', false)
    .option('--json', 'print as JSON', false)
    .action((id: string | undefined, options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, json } = options;
        if (id !== undefined) {
          tellOne(terminal, await perform('deliveries.show', { workspace, delivery: id }), json);
          return;
        }
        const { data } = await perform('deliveries.list', readFilter(terminal, options));
        if (json) terminal.out(JSON.stringify(data, null, 2));
        else tellList(terminal, data);
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
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number from 1.');
  return {
    workspace,
    endpoint,
    status,
    type,
    event_id: event,
    since: since === undefined ? undefined : readInstant(since, terminal),
    limit,
  };
}

function tellList(terminal: Terminal, deliveries: readonly ListedDelivery[]): void {
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
  printTable(terminal, ['MADE', 'TYPE', 'STATUS', 'TRIES', 'LAST', 'NEXT TRY', 'TO', 'ID'], rows);
}

function tellOne(terminal: Terminal, delivery: Delivery, json: boolean): void {
  if (json) {
    terminal.out(JSON.stringify(delivery, null, 2));
    return;
  }
  const { id, type, event_id, status, url, body, attempts, next_try_at } = delivery;
  terminal.out(`${id}  ${type}  ${status}`);
  terminal.out(`Event     ${event_id}`);
  terminal.out(`To        ${url}`);
  if (next_try_at !== null) terminal.out(`Next try  ${instantToTheSecond(next_try_at)}`);
  terminal.out(`Body      ${body}`);
  for (const [index, attempt] of attempts.entries()) tellAttempt(terminal, attempt, index + 1);
}

function tellAttempt(terminal: Terminal, attempt: Delivery['attempts'][number], number: number): void {
  const took = attempt.finished_at - attempt.started_at;
  terminal.out(
    `\nTry ${number}  ${new Date(attempt.started_at).toISOString()}  ${took} ms  ${outcomeOf(attempt)}`,
  );
  terminal.out(`  > POST ${attempt.url}`);
  for (const [name, value] of Object.entries(attempt.request_headers)) terminal.out(`  > ${name}: ${value}`);
  for (const [name, value] of Object.entries(attempt.response_headers ?? {}))
    terminal.out(`  < ${printable(`${name}: ${value}`)}`);
  if (attempt.response_body) terminal.out(`  < ${printable(attempt.response_body)}`);
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
  const clock = () => terminal.now().getTime();
  const from = clock();
  const told = new Map<string, number>();
  let isStopped = false;
  void terminal.untilStopped().then(() => {
    isStopped = true;
  });
  while (!isStopped) {
    const since = Math.max(from, clock() - LOOK_BACK_MS);
    const { data } = await perform('deliveries.attempts', { workspace, since });
    for (const attempt of data) {
      const key = `${attempt.delivery_id} ${attempt.started_at}`;
      if (told.has(key)) continue;
      told.set(key, attempt.finished_at);
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
    for (const [key, at] of told) if (at < since) told.delete(key);
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
  }
}

export function redeliverCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('redeliver'))
    .description(
      'Send one delivery again, or all of an endpoint since an instant; ids and bytes stay the same.',
    )
    .argument('[delivery]', 'the id of one')
    .option('--endpoint <endpoint>', 'with --since: of this endpoint')
    .option('--since <instant>', 'all created since: 2026-04-01T06:00:00Z')
    .option('--failed', 'with --since: only those that never arrived', false)
    .action((id: string | undefined, { endpoint, since, failed, token }) =>
      asMember(terminal, { token }, async (perform) => {
        if (id !== undefined && since === undefined) {
          await perform('deliveries.redeliver', { delivery: id });
          return terminal.out(`${id} is on the way again`);
        }
        if (id !== undefined || since === undefined || endpoint === undefined) {
          throw new UsageError('Name one delivery, or an endpoint with --endpoint and --since.');
        }
        const given = { endpoint, since: readInstant(since, terminal), only_failed: failed };
        const { deliveries } = await perform('deliveries.redeliver_since', given);
        return terminal.out(`${deliveries} on the way again`);
      }),
    );
}
