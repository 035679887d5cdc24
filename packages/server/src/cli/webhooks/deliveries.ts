import type { Context } from '@rf-indicators/core/context/context';
import type { DeliveryStatus } from '@rf-indicators/core/store/schema';
import {
  DELIVERY_STATUSES,
  type DeliveryFilter,
  type DeliveryWithTimeline,
  findDelivery,
  type ListedDelivery,
  listDeliveries,
} from '@rf-indicators/core/webhooks/deliveries';
import { requireEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { redeliverOne, redeliverSince } from '@rf-indicators/core/webhooks/redelivery';
import { type Attempt, attemptsSince } from '@rf-indicators/core/webhooks/timeline';
import { Command } from 'commander';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { actAsMember, lookAtWorkspace, withMemberToken, withWorkspace } from '../store-session.ts';
import { tellTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { printable } from './words.ts';

const FOLLOW_MS = 300;
/** Attempts are recorded a moment after they ended, so the look goes back a little and skips what was told. */
const LOOK_BACK_MS = 5000;

export function deliveriesCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('deliveries'))
    .description('List deliveries, newest first; with an id, show one with all its tries as they were sent.')
    .argument('[delivery]', 'the id of one')
    .option('--endpoint <endpoint>', 'only of this one: its id, the beginning of it, or its address')
    .option('--status <status>', `only ${DELIVERY_STATUSES.join(', ')}`)
    .option('--type <type>', 'only events of this type')
    .option('--event <id>', 'only of this event')
    .option('--since <instant>', 'only those made since: 2026-04-01 or 2026-04-01T06:00:00Z')
    .option('--limit <number>', 'at most so many', Number, 100)
    .option('--follow', 'go on telling each try as it is made, until stopped', false)
    .option('--json', 'print as JSON', false)
    .action((id: string | undefined, options) =>
      lookAtWorkspace(terminal, options, async (context, workspace) => {
        if (id !== undefined) {
          tellOne(terminal, await findDelivery(context.store.db, workspace.id, id), options.json);
          return;
        }
        const filter = await readFilter(terminal, context, workspace.id, options);
        const deliveries = await listDeliveries(context.store.db, workspace.id, filter);
        if (options.json) terminal.out(JSON.stringify(deliveries, null, 2));
        else tellList(terminal, deliveries);
        if (options.follow) await follow(terminal, context, workspace.id, options.json);
      }),
    );
}

interface FilterOptions {
  endpoint?: string;
  status?: string;
  type?: string;
  event?: string;
  since?: string;
  limit: number;
}

async function readFilter(
  terminal: Terminal,
  { store }: Context,
  workspaceId: string,
  { endpoint, status, type, event, since, limit }: FilterOptions,
): Promise<DeliveryFilter> {
  if (status !== undefined && !DELIVERY_STATUSES.includes(status as DeliveryStatus)) {
    throw new UsageError(`"${status}" is no status. They are ${DELIVERY_STATUSES.join(', ')}.`);
  }
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit is a whole number from 1.');
  return {
    endpointId: endpoint && (await requireEndpoint(store.db, workspaceId, endpoint)).id,
    status: status as DeliveryStatus | undefined,
    type,
    eventId: event,
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
  tellTable(terminal, ['MADE', 'TYPE', 'STATUS', 'TRIES', 'LAST', 'NEXT TRY', 'TO', 'ID'], rows);
}

function tellOne(terminal: Terminal, delivery: DeliveryWithTimeline, json: boolean): void {
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

function tellAttempt(terminal: Terminal, attempt: Attempt, number: number): void {
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
  { store, clock }: Context,
  workspaceId: string,
  json: boolean,
): Promise<void> {
  const from = clock();
  const told = new Map<string, number>();
  let isStopped = false;
  void terminal.untilStopped().then(() => {
    isStopped = true;
  });
  while (!isStopped) {
    const since = Math.max(from, clock() - LOOK_BACK_MS);
    for (const attempt of await attemptsSince(store.db, workspaceId, since)) {
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
      'Send again: one delivery, or all of an endpoint since an instant; ids and bytes stay the same.',
    )
    .argument('[delivery]', 'the id of one')
    .option('--endpoint <endpoint>', 'with --since: of this one')
    .option('--since <instant>', 'all made since: 2026-04-01T06:00:00Z')
    .option('--failed', 'with --since: only those that never arrived', false)
    .action((id: string | undefined, { endpoint, since, failed, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        if (id !== undefined && since === undefined) {
          await redeliverOne(context, member, id);
          return terminal.out(`${id} is on the way again`);
        }
        if (id !== undefined || since === undefined || endpoint === undefined) {
          throw new UsageError('Name one delivery, or an endpoint with --endpoint and --since.');
        }
        const given = { endpoint, since: readInstant(since, terminal), onlyFailed: failed };
        const sent = await redeliverSince(context, member, given);
        return terminal.out(`${sent} on the way again`);
      }),
    );
}
