import { DEFAULT_EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from '@rf-indicators/contract';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '@rf-indicators/core/webhooks/endpoint-state';
import {
  addEndpoint,
  type Endpoint,
  listEndpoints,
  updateEndpoint,
} from '@rf-indicators/core/webhooks/endpoints';
import { listNotices } from '@rf-indicators/core/webhooks/notices';
import { Command } from 'commander';
import { instantToTheSecond } from '../instants.ts';
import { actAsMember, lookAtWorkspace, withMemberToken, withWorkspace } from '../store-session.ts';
import { tellTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { readList, targetRules } from './rules.ts';

const WHICH = 'its id, the beginning of it, or its address';
const EVENTS = `types with commas, of ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}; all of them if absent`;
const PROVIDERS = 'ids or slugs with commas; all providers if absent';

export function addCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('add'))
    .description('Add an endpoint; it is told what happens from now on.')
    .requiredOption('--url <url>', 'where to send: https')
    .option('--events <types>', EVENTS)
    .option('--providers <providers>', PROVIDERS)
    .option('--description <text>', 'what it is for', '')
    .option('--json', 'print the result as JSON', false)
    .action(({ url, events, providers, description, json, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        const wanted = {
          url,
          description,
          eventTypes: readList(events) ?? [],
          providers: readList(providers) ?? [],
        };
        const endpoint = await addEndpoint(context, member, await targetRules(terminal, context), wanted);
        if (json) return terminal.out(JSON.stringify(endpoint, null, 2));
        terminal.out(`${endpoint.url} added (${endpoint.id})`);
        return terminal.out(`Try it: rf webhooks test ${endpoint.id}`);
      }),
    );
}

export function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List the endpoints of a workspace.')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async ({ store }, { id }) => {
        const endpoints = await listEndpoints(store.db, id);
        if (options.json) return terminal.out(JSON.stringify(endpoints, null, 2));
        const rows = endpoints.map((endpoint) => [
          endpoint.url,
          stateOf(endpoint),
          endpoint.event_types.join() === DEFAULT_EVENT_TYPES.join() ? 'all' : endpoint.event_types.join(','),
          endpoint.provider_ids.length === 0 ? 'all' : String(endpoint.provider_ids.length),
          endpoint.description,
          endpoint.id,
        ]);
        return tellTable(terminal, ['URL', 'STATE', 'EVENTS', 'PROVIDERS', 'DESCRIPTION', 'ID'], rows);
      }),
    );
}

function stateOf({ enabled, disabled_because, failing_since }: Endpoint): string {
  if (!enabled) return disabled_because === 'member' ? 'disabled' : `disabled: ${disabled_because}`;
  return failing_since === null ? 'enabled' : `failing since ${instantToTheSecond(failing_since)}`;
}

export function updateCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('update'))
    .description('Change an endpoint; what is not given stays.')
    .argument('<endpoint>', WHICH)
    .option('--url <url>', 'another address')
    .option('--events <types>', EVENTS.replace('; all of them if absent', '; an empty text takes all'))
    .option(
      '--providers <providers>',
      PROVIDERS.replace('; all providers if absent', '; an empty text takes all'),
    )
    .option('--description <text>', 'what it is for')
    .action((which, { url, events, providers, description, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        const eventTypes = readList(events);
        const providerList = readList(providers);
        const changes = {
          ...(url === undefined ? {} : { url }),
          ...(description === undefined ? {} : { description }),
          ...(eventTypes === undefined ? {} : { eventTypes }),
          ...(providerList === undefined ? {} : { providers: providerList }),
        };
        const rules = await targetRules(terminal, context);
        const { id, url: now } = await updateEndpoint(context, member, rules, which, changes);
        terminal.out(`${now} updated (${id})`);
      }),
    );
}

export function enableCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('enable'))
    .description('Enable an endpoint again; what waited for it is sent now.')
    .argument('<endpoint>', WHICH)
    .option('--discard-waiting', 'let go what waited; it can still be redelivered by hand', false)
    .action((which, { discardWaiting, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        const waited = await enableEndpoint(context, member, which, { discardWaiting });
        const deliveries = waited === 1 ? '1 delivery' : `${waited} deliveries`;
        terminal.out(`Enabled; ${deliveries} ${discardWaiting ? 'let go' : 'on the way'}`);
      }),
    );
}

export function disableCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('disable'))
    .description('Disable an endpoint; what is due to it waits, up to 30 days.')
    .argument('<endpoint>', WHICH)
    .action((which, options) =>
      actAsMember(terminal, options, async (context, member) => {
        await disableEndpoint(context, member, which);
        terminal.out('Disabled; what is due to it waits for rf webhooks enable');
      }),
    );
}

export function removeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('remove'))
    .description('Remove an endpoint for good; what was not delivered is cancelled.')
    .argument('<endpoint>', WHICH)
    .action((which, options) =>
      actAsMember(terminal, options, async (context, member) => {
        await removeEndpoint(context, member, which);
        terminal.out('Removed');
      }),
    );
}

export function noticesCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('notices'))
    .description('What the workspace was told about its endpoints, newest first.')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async ({ store }, { id }) => {
        const notices = await listNotices(store.db, id);
        if (options.json) return terminal.out(JSON.stringify(notices, null, 2));
        for (const { created_at, message } of notices)
          terminal.out(`${instantToTheSecond(created_at)}  ${message}`);
        return undefined;
      }),
    );
}
